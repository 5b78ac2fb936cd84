import {
  type ContentReading,
  DAMAGED_FILES_SHOWN,
  type DamagedFile,
  ownerName,
} from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { Copy } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

export interface DamagedDialogProps extends DialogControl {
  files: ContentReading['files']
}

/** Files whose content is corrupt or missing: owner, location, and what to do. */
export function DamagedDialog({ files, ...dialog }: DamagedDialogProps): ReactElement {
  const damaged = files.filter(isDamaged)
  const unsure = files.filter((file) => !isDamaged(file))
  return (
    <Dialog
      {...dialog}
      width={640}
      title={t('damagedTitle')}
      footerStart={
        files.length >= DAMAGED_FILES_SHOWN && (
          <span className="text-secondary text-mut">{t('damagedCut', { count: DAMAGED_FILES_SHOWN })}</span>
        )
      }
      footer={
        <>
          {files.length > 0 && (
            <Button icon={Copy} onClick={() => void copy(files.map(csvLine).join('\n'))}>
              {t('copyList')}
            </Button>
          )}
          <CloseButton>{t('closeDialog')}</CloseButton>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {files.length === 0 && <p className="text-secondary text-mut">{t('damagedNone')}</p>}
        {damaged.length > 0 && <Part title={t('damagedPart')} text={t('damagedText')} files={damaged} />}
        {unsure.length > 0 && <Part title={t('unsurePart')} text={t('unsureText')} files={unsure} />}
      </div>
    </Dialog>
  )
}

const isDamaged = ({ damageTime }: DamagedFile): boolean => damageTime !== null

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.ok(t('copied'))
  else toast.error(t('notCopied'))
}

interface PartProps {
  title: string
  text: string
  files: readonly DamagedFile[]
}

function Part({ title, text, files }: PartProps): ReactElement {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-section font-semibold">
        {title} <span className="tabular font-normal text-mut">{files.length}</span>
      </h3>
      <p className="mt-1 text-secondary text-mut">{text}</p>
      <ul className="mt-1">
        {files.map((file, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one content may be in several versions of a file.
          <Row key={`${file.contentId}.${file.instanceId}.${n}`} file={file} />
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ instanceName, objectKey }: DamagedFile): string => instanceName || objectKey

const locationOf = (file: DamagedFile): string =>
  file.instanceId === null ? t('noFile') : [ownerName(file), ...file.path].join(' / ')

const wrongText = (file: DamagedFile): string => (isDamaged(file) ? t(`wrong_${file.wrong}`) : t('unsure'))

/** A line of a table, as spreadsheets take it. */
const csvLine = (file: DamagedFile): string =>
  [
    nameOf(file),
    locationOf(file),
    wrongText(file),
    formatSize(file.size),
    formatFullDateTime(file.time),
    file.bucketName,
    file.objectKey,
  ].join('\t')

function Row({ file }: { file: DamagedFile }): ReactElement {
  const { instanceId, bucketName, objectKey, size, time } = file
  return (
    <li className="flex items-start gap-3 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate text-body font-semibold" title={nameOf(file)}>
            {nameOf(file)}
          </span>
          <Chip tone={isDamaged(file) ? 'danger' : 'warn'}>{wrongText(file)}</Chip>
          {instanceId !== null && !file.isCurrent && <Chip>{t('olderVersion')}</Chip>}
        </p>
        <p className="mt-0.5 text-secondary break-words text-fg-2">{locationOf(file)}</p>
        <p className="flex flex-wrap gap-x-3 text-caption text-mut">
          <span>{`${bucketName} · ${formatSize(size)}`}</span>
          <span>{t('foundAt', { time: formatFullDateTime(time) })}</span>
        </p>
      </div>
      <IconButton icon={Copy} label={t('copyId')} onClick={() => void copy(objectKey)} />
    </li>
  )
}
