import { formatSize } from '@clouddisk/contract/format'
import type { Import, ImportSource } from '@clouddisk/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { extensionFor, type FolderTarget } from '../../lib/extension-points.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showError } from '../../ui/failures.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Tree } from '../../ui/tree.tsx'
import { beginImport, folderQuery, type SignIn } from './imports.ts'
import { t } from './strings.ts'

interface ChooseFolderProps {
  readonly source: ImportSource
  readonly signIn: SignIn
  readonly target: FolderTarget
  readonly again: Import | undefined
  readonly onBack: () => void
  readonly onClose: () => void
}

interface SourceFolder {
  /** Its path; of the root one that no folder has. */
  readonly id: string
  readonly name: string
  readonly isParent: boolean
}

const ROOT = '/'
const pathOf = ({ id }: SourceFolder): string => (id === ROOT ? '' : id)

/** A folder of the old drive, and one here. */
export function ChooseFolder(props: ChooseFolderProps): ReactElement {
  const { source, signIn, again, onBack, onClose } = props
  const [target, setTarget] = useState(props.target)
  const [chosen, setChosen] = useState<SourceFolder>(() => ({
    id: again?.path || ROOT,
    name: again?.pathText || t('whole'),
    isParent: true,
  }))
  const [busy, setBusy] = useState(false)
  const load = async (folder: SourceFolder): Promise<SourceFolder[]> => {
    const query = folderQuery(source.sourceId, pathOf(folder), signIn)
    const { folders } = await queryClient.fetchQuery(query)
    return folders.map(({ path, name }) => ({ id: path, name, isParent: true }))
  }
  const start = async () => {
    setBusy(true)
    try {
      const input = { sourceId: source.sourceId, path: pathOf(chosen), ...signIn }
      await beginImport({ ...input, targeParentId: target.instanceId }, source.name)
      onClose()
    } catch (error) {
      showError(t('notStarted'), error)
      setBusy(false)
    }
  }
  const change = async () => {
    const picked = await extensionFor('folderPicker')?.pick({ mode: 'import', subject: source.name })
    if (picked) setTarget(picked)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={source.name}
      busy={busy}
      footerStart={<Button onClick={onBack}>{t('back')}</Button>}
      footer={
        <Button variant="primary" busy={busy} onClick={() => void start()}>
          {t('start')}
        </Button>
      }
    >
      <p className="mb-2 text-secondary text-fg-2">{t('chooseFolder')}</p>
      <div className="h-64 overflow-y-auto rounded-m border border-line p-1">
        <Tree
          label={t('folders')}
          roots={[{ id: ROOT, name: t('whole'), isParent: true }]}
          loadChildren={load}
          selected={chosen.id}
          onSelect={setChosen}
          initiallyExpanded={[ROOT]}
          icon={() => <FileIcon folder size={20} />}
        />
      </div>
      <Holds query={folderQuery(source.sourceId, pathOf(chosen), signIn)} />
      <div className="mt-4 flex items-center gap-3">
        <span className="shrink-0 text-secondary text-fg-2">{t('target')}</span>
        <span className="min-w-0 flex-1 truncate" title={target.path.join(' / ')}>
          {target.path.join(' / ') || target.instanceName}
        </span>
        <Button size="small" onClick={() => void change()}>
          {t('change')}
        </Button>
      </div>
      <p className="mt-4 text-caption text-mut">{t('rules')}</p>
    </Dialog>
  )
}

/** What is in the chosen folder, or why it cannot be read. */
function Holds({ query }: { query: ReturnType<typeof folderQuery> }): ReactElement {
  const { data, error } = useQuery(query)
  return (
    <p role="status" className="mt-2 min-h-5 text-caption text-mut">
      {error ? (
        <span className="text-danger">{errorMessage(error)}</span>
      ) : (
        data && t('holds', { count: data.files, size: formatSize(data.bytes) })
      )}
    </p>
  )
}
