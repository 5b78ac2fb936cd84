import { splitName } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { t } from './strings.ts'
import { isFinished, type ShownTransfer, sizeText, statusText } from './transfer-words.ts'

/** Columns of the client's lists (R63). */

const TONE = { plain: 'text-fg-2', warn: 'text-warn', danger: 'text-danger' }

const Icon = ({ row, size }: { row: ShownTransfer; size: number }) => (
  <FileIcon ext={splitName(row.fileName).ext} size={size} />
)

function nameCell(row: ShownTransfer): ReactElement {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Icon row={row} size={28} />
      <span className="min-w-0 flex-1">
        <FileName name={row.fileName} className="[--name-spread:start]" />
        <span className="tabular block truncate text-caption text-mut">{sizeText(row)}</span>
      </span>
    </span>
  )
}

/** Amber while paused, blue while it moves (A§9). */
export function TransferStatus({ row }: { row: ShownTransfer }): ReactElement {
  const { percent, text, tone } = statusText(row)
  const isRunning = row.status === 'running'
  return (
    <span className="block min-w-0 flex-1">
      <span
        title={tone === 'danger' ? text : undefined}
        className={clsx('tabular flex min-w-0 gap-2 text-secondary', TONE[tone])}
      >
        {percent && <span className="shrink-0">{percent}</span>}
        <span className={clsx(tone === 'danger' ? 'line-clamp-2' : 'truncate', isRunning && 'text-mut')}>
          {text}
        </span>
      </span>
      {percent && !isFinished(row) && (
        <ProgressBar
          label={row.fileName}
          value={row.progress / 100}
          tone={row.status === 'pause' ? 'warn' : row.reading ? 'neutral' : 'info'}
          className="mt-1"
        />
      )}
    </span>
  )
}

function timeText({ finishedTime }: ShownTransfer): string {
  return finishedTime === null ? t('none') : formatDateTime(new Date(finishedTime).toISOString())
}

function typeCell({ type }: ShownTransfer): ReactElement {
  const TypeIcon = type === 'downloadFile' ? ArrowDown : ArrowUp
  return (
    <span className="flex items-center gap-1.5 text-secondary text-fg-2">
      <TypeIcon size={14} aria-hidden />
      {t(type === 'downloadFile' ? 'download' : 'upload')}
    </span>
  )
}

export const TRANSFER_COLUMNS: readonly ColumnDef<ShownTransfer>[] = [
  {
    id: 'name',
    header: t('name'),
    enableHiding: false,
    meta: { width: 'minmax(200px, 1fr)' },
    cell: ({ row }) => nameCell(row.original),
  },
  {
    id: 'status',
    header: t('status'),
    meta: { width: 'minmax(180px, 320px)' },
    cell: ({ row }) => <TransferStatus row={row.original} />,
  },
  {
    id: 'time',
    header: t('finishTime'),
    meta: { width: '140px' },
    cell: ({ row }) => <span className="tabular text-secondary text-mut">{timeText(row.original)}</span>,
  },
  {
    id: 'type',
    header: t('type'),
    meta: { width: '104px' },
    cell: ({ row }) => typeCell(row.original),
  },
]

export const transferPhoneRow = (row: ShownTransfer): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <Icon row={row} size={30} />
    <span className="min-w-0 flex-1">
      <FileName name={row.fileName} className="text-body" />
      <span className="tabular block truncate text-caption text-mut">
        {[t(row.type === 'downloadFile' ? 'download' : 'upload'), sizeText(row)].join(' · ')}
        {isFinished(row) && ` · ${timeText(row)}`}
      </span>
      {!isFinished(row) && <TransferStatus row={row} />}
    </span>
  </span>
)
