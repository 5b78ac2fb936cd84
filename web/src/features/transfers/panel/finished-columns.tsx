import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { entryRows, type FinishedEntry } from '../finished-entries.ts'
import type { FinishedRow } from '../ports/database.ts'
import { t } from '../strings.ts'

/** Columns of the finished list. */

type Toggle = (id: string) => void

export const entryName = (entry: FinishedEntry): string =>
  entry.kind === 'file' ? entry.row.filename : entry.folder.name
const entryLocation = (entry: FinishedEntry): string =>
  (entry.kind === 'file' ? entry.row.parentNames : entry.folder.parentNames).replaceAll('/', ' / ')
const entrySize = (entry: FinishedEntry): string =>
  formatSize(entryRows(entry).reduce((sum, { fileSize }) => sum + fileSize, 0))
/** A folder's files are sorted newest first. */
const newest = (entry: FinishedEntry): FinishedRow | undefined => entryRows(entry)[0]
const entryTime = (entry: FinishedEntry): string =>
  formatDateTime(new Date(newest(entry)?.finishedTime ?? 0).toISOString())
const isDownload = (entry: FinishedEntry): boolean => newest(entry)?.transferType === 'download'

const icon = (entry: FinishedEntry, size: number) =>
  entry.kind === 'folder' ? (
    <FileIcon folder size={size} />
  ) : (
    <FileIcon ext={splitName(entry.row.filename).ext} size={size} />
  )

/** In a narrow column, the letters before the truncation would otherwise be spread to fill it. */
function nameCell(entry: FinishedEntry, toggle: Toggle): ReactElement {
  const name = (
    <FileName name={entryName(entry)} folder={entry.kind === 'folder'} className="[--name-spread:start]" />
  )
  return (
    <span
      className={clsx('flex min-w-0 items-center gap-3', entry.kind === 'file' && entry.inside && 'pl-6')}
    >
      {icon(entry, 24)}
      {entry.kind === 'folder' ? (
        <FolderToggle entry={entry} toggle={toggle}>
          {name}
        </FolderToggle>
      ) : (
        name
      )}
    </span>
  )
}

interface FolderToggleProps {
  entry: Extract<FinishedEntry, { kind: 'folder' }>
  toggle: Toggle
  children: ReactElement
}

function FolderToggle({ entry, toggle, children }: FolderToggleProps): ReactElement {
  const { folder, open, rows, id } = entry
  return (
    <span className="min-w-0">
      <button
        type="button"
        tabIndex={-1}
        aria-expanded={open}
        aria-label={t(open ? 'collapseFolder' : 'expandFolder', { name: folder.name })}
        onClick={(event) => {
          event.stopPropagation()
          toggle(id)
        }}
        className="flex max-w-full min-w-0 items-center gap-1 rounded-s text-left hover:text-accent-text"
      >
        {children}
        <ChevronRight
          size={14}
          aria-hidden
          className={clsx('shrink-0 transition-transform', open && 'rotate-90')}
        />
      </button>
      <span className="block text-caption text-mut">{t('files', { count: rows.length })}</span>
    </span>
  )
}

function typeCell(entry: FinishedEntry): ReactElement {
  const Icon = isDownload(entry) ? ArrowDown : ArrowUp
  return (
    <span className="flex items-center gap-1.5 text-secondary text-fg-2">
      <Icon size={14} aria-hidden />
      {t(isDownload(entry) ? 'download' : 'upload')}
    </span>
  )
}

/** For downloads the time of the start, since the browser does not report the end. */
function timeCell(entry: FinishedEntry): ReactElement {
  return (
    <span className="min-w-0 text-mut">
      <span className="tabular block text-secondary">{entryTime(entry)}</span>
      {isDownload(entry) && <span className="block text-caption">{t('handedToBrowser')}</span>}
    </span>
  )
}

export const finishedColumns = (toggle: Toggle): readonly ColumnDef<FinishedEntry>[] => [
  {
    id: 'name',
    header: t('fileName'),
    enableHiding: false,
    meta: { width: 'minmax(160px, 1fr)' },
    cell: ({ row }) => nameCell(row.original, toggle),
  },
  {
    id: 'size',
    header: t('size'),
    meta: { width: '80px', align: 'end' },
    cell: ({ row }) => <span className="text-secondary text-mut">{entrySize(row.original)}</span>,
  },
  {
    id: 'position',
    header: t('position'),
    meta: { width: 'minmax(96px, 144px)' },
    cell: ({ row }) => (
      <span className="truncate text-secondary text-fg-2" title={entryLocation(row.original)}>
        {entryLocation(row.original)}
      </span>
    ),
  },
  {
    id: 'type',
    header: t('type'),
    meta: { width: '84px' },
    cell: ({ row }) => typeCell(row.original),
  },
  {
    id: 'time',
    header: t('time'),
    meta: { width: '120px' },
    cell: ({ row }) => timeCell(row.original),
  },
]

export const finishedPhoneRow = (entry: FinishedEntry): ReactElement => (
  <span
    className={clsx(
      'flex min-w-0 flex-1 items-center gap-3',
      entry.kind === 'file' && entry.inside && 'pl-6',
    )}
  >
    {icon(entry, 30)}
    <span className="min-w-0 flex-1">
      <FileName name={entryName(entry)} folder={entry.kind === 'folder'} className="text-body" />
      <span className="tabular block truncate text-caption text-mut">
        {[
          ...(entry.kind === 'folder' ? [t('files', { count: entry.rows.length })] : []),
          t(isDownload(entry) ? 'download' : 'upload'),
          entrySize(entry),
          entryTime(entry),
          isDownload(entry) ? t('handedToBrowser') : entryLocation(entry),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  </span>
)
