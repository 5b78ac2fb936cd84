import type { ContentReading, DamagedFile } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { Chip } from '../../ui/badge.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './strings.ts'

export interface DamagedDialogProps {
  reading: ContentReading
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** Files whose content is not what came: whose they are, where, and what to do about it. */
export function DamagedDialog({ reading: { files }, ...opening }: DamagedDialogProps): ReactElement {
  return (
    <Dialog
      {...opening}
      width={640}
      title={t('damagedTitle')}
      footer={<CloseButton>{t('closeDialog')}</CloseButton>}
    >
      <p className="mb-3 text-secondary text-mut">{t(files.length > 0 ? 'damagedText' : 'damagedNone')}</p>
      <ul className="max-h-96 overflow-y-auto">
        {files.map((file, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one content may be in several versions of a file.
          <Row key={`${file.contentId}.${file.instanceId}.${n}`} file={file} />
        ))}
      </ul>
    </Dialog>
  )
}

function Row({ file }: { file: DamagedFile }): ReactElement {
  const { instanceId, instanceName, spaceName, account, path, bucketName, size, time, wrong } = file
  const owner = account === null || account === spaceName ? spaceName : `${spaceName} (${account})`
  const place = instanceId === null ? t('noFile') : [owner, ...path].join(' / ')
  return (
    <li className="border-b border-line py-2 last:border-0">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="min-w-0 truncate text-body font-semibold" title={instanceName}>
          {instanceName || file.contentId}
        </span>
        <Chip tone="danger">{t(`wrong_${wrong}`)}</Chip>
        {file.damageTime === null && <Chip tone="warn">{t('lookedAtAgain')}</Chip>}
        {instanceId !== null && !file.isCurrent && <Chip>{t('olderVersion')}</Chip>}
      </p>
      <p className="text-secondary break-words text-fg-2">{place}</p>
      <p className="tabular text-caption text-mut">
        {[bucketName, formatSize(size), formatFullDateTime(time)].join(' · ')}
      </p>
    </li>
  )
}
