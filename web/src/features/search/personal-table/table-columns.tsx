import { formatSize } from '@clouddisk/contract/format'
import { TABLE_COLUMN_WORDS, type TableColumn, type TableRow } from '@clouddisk/contract/personal-table'
import { Star } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { ClassificationBadge } from '../../../ui/classification-badge.tsx'
import { FileCell, FilePhoneRow, PlainCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { lastFolders, PathText } from '../../../ui/path-text.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { isFolder, openLocation } from '../open.ts'
import { t as found } from '../strings.ts'
import { t } from './strings.ts'

export const HIDDEN_AT_FIRST: readonly TableColumn[] = ['createTime', 'createUser']

/** Those whose first click sorts descending. */
export const DESCENDING_FIRST: readonly TableColumn[] = [
  'fileSize',
  'updateTime',
  'createTime',
  'versionCount',
]

export const columnLabel = (name: TableColumn): string =>
  TABLE_COLUMN_WORDS[name][language === 'zh-CN' ? 0 : 1]

const sizeOf = (row: TableRow): string =>
  isFolder(row) && row.fileSize === 0 ? '—' : formatSize(row.fileSize)

const typeOf = (row: TableRow): string =>
  isFolder(row) ? t('folder') : row.fileType.toUpperCase() || t('plainFile')

const Marks = ({ row }: { row: TableRow }): ReactElement => (
  <>
    <ClassificationBadge level={row.classification} />
    {row.isCollect && (
      <Star
        size={15}
        role="img"
        aria-label={found('favoriteMark')}
        className="shrink-0 fill-warn-fill text-warn-fill"
      />
    )}
  </>
)

const Place = ({ row }: { row: TableRow }): ReactElement => (
  <button
    type="button"
    // The row has the keys; the menu has this too.
    tabIndex={-1}
    onClick={(event) => {
      event.stopPropagation()
      void openLocation(row)
    }}
    className="min-w-0 rounded-s pr-3 text-secondary text-fg-2 hover:text-accent-text hover:underline"
  >
    <PathText path={row.instancePath} />
  </button>
)

const tableColumn = (
  name: TableColumn,
  options: Omit<Parameters<typeof column<TableRow>>[2], 'sort' | 'descFirst'>,
  cell: Parameters<typeof column<TableRow>>[3],
): ColumnDef<TableRow> =>
  column(
    name,
    columnLabel(name),
    { ...options, sort: name, ...(DESCENDING_FIRST.includes(name) && { descFirst: true }) },
    cell,
  )

export const tableColumns = (keyword: string): readonly ColumnDef<TableRow>[] => [
  tableColumn('instanceName', { width: 'minmax(180px, 1.6fr)', fixed: true }, (row) => (
    <FileCell file={row} mark={keyword} shared={row.isShared}>
      <Marks row={row} />
    </FileCell>
  )),
  tableColumn('fileType', { width: '84px', from: 1024 }, (row) => typeOf(row)),
  tableColumn('instancePath', { width: 'minmax(120px, 1fr)', from: 768 }, (row) => <Place row={row} />),
  tableColumn('updateTime', { width: '128px', from: 768 }, (row) => <TimeCell iso={row.updateTime} />),
  tableColumn('createTime', { width: '128px', from: 1024 }, (row) => <TimeCell iso={row.createTime} />),
  tableColumn('createUser', { width: '104px', from: 1024 }, (row) => <PlainCell>{row.createUser}</PlainCell>),
  tableColumn('versionCount', { width: '88px', align: 'end', from: 1024 }, (row) => (
    <span className="tabular text-secondary text-fg-2">{isFolder(row) ? '—' : row.versionCount}</span>
  )),
  tableColumn('fileSize', { width: '96px', align: 'end', from: 768 }, (row) => (
    <span className="tabular truncate text-secondary text-fg-2">{sizeOf(row)}</span>
  )),
]

/** Two lines for a phone: name; size, time and place. */
export const TablePhoneRow = ({ row, keyword }: { row: TableRow; keyword: string }): ReactElement => (
  <FilePhoneRow file={row} mark={keyword} shared={row.isShared} badge={<Marks row={row} />}>
    {sizeOf(row)} · {formatDateTime(row.updateTime)} · {lastFolders(row.instancePath)}
  </FilePhoneRow>
)
