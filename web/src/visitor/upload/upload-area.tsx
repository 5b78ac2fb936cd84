import { clsx } from 'clsx'
import { CloudUpload, FileUp, FolderPlus, FolderUp } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { chooseAndUpload, type UploadTarget, uploadDropped } from './choose.ts'
import { NameDialog } from './name-dialog.tsx'
import { createFolderIn, renameItem } from './names.ts'
import { openQueue, useQueue } from './queue.ts'
import { rename, useRenamed } from './renaming.ts'
import { t } from './strings.ts'
import { UploadList } from './upload-list.tsx'

export interface UploadAreaProps {
  /** The open folder. */
  target: UploadTarget
  /** The visitor may not see what others put there. */
  writeOnly: boolean
}

/** Where a visitor drops and chooses files, and what became of them. */
export function UploadArea({ target, writeOnly }: UploadAreaProps): ReactElement {
  const [naming, setNaming] = useState(false)
  const over = useDrop(target)
  const queue = useQueue()
  const renamed = useRenamed()
  useEffect(() => {
    // What an earlier visit left goes on.
    void openQueue()
  }, [])
  return (
    <section aria-label={t('area')} className="border-b border-line last:border-b-0">
      <div
        className={clsx(
          'm-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m border border-dashed px-4 py-3.5 transition-colors max-md:m-3',
          over ? 'border-accent bg-accent-soft' : 'border-line-2',
        )}
      >
        <CloudUpload
          size={24}
          aria-hidden
          className={clsx(over ? 'text-accent-text' : 'text-mut', !writeOnly && 'max-md:hidden')}
        />
        <div className={clsx('min-w-[200px] flex-1', !writeOnly && 'max-md:hidden')}>
          <p className="max-md:hidden">{over ? t('dropNow', { name: target.instanceName }) : t('drop')}</p>
          {writeOnly && <p className="text-secondary text-mut">{t('ownOnly')}</p>}
        </div>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          <Button variant="primary" icon={FileUp} onClick={() => void chooseAndUpload(target)}>
            {t('chooseFiles')}
          </Button>
          <Button
            icon={FolderUp}
            className="max-md:hidden"
            onClick={() => void chooseAndUpload(target, true)}
          >
            {t('chooseFolder')}
          </Button>
          <Button icon={FolderPlus} onClick={() => setNaming(true)}>
            {t('newFolder')}
          </Button>
        </div>
      </div>
      {queue && <UploadList queue={queue} />}
      <NameDialog
        open={naming}
        title={t('newFolder')}
        label={t('folderName')}
        button={t('create')}
        name=""
        onClose={() => setNaming(false)}
        onSave={(name) => createFolderIn(target.instanceId, name)}
      />
      {renamed && (
        <NameDialog
          open
          title={t('renameTitle')}
          label={t('newName')}
          button={t('save')}
          name={renamed.instanceName}
          onClose={() => rename(undefined)}
          onSave={(name) => renameItem(renamed.instanceId, name)}
        />
      )}
    </section>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Files dropped anywhere on the page go to the open folder. */
function useDrop({ instanceId, instanceName }: UploadTarget): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      // Out of the window.
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      void uploadDropped(event.dataTransfer, { instanceId, instanceName })
    }
    addEventListener('dragover', onOver)
    addEventListener('dragleave', onLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onOver)
      removeEventListener('dragleave', onLeave)
      removeEventListener('drop', onDrop)
    }
  }, [instanceId, instanceName])
  return over
}
