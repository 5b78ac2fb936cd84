import { TABLE_COLUMN_WORDS, type TableColumn, type TableRow } from '@clouddisk/contract/personal-table'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { ClassificationBadge } from '../../../ui/classification-badge.tsx'
import { LabelChips } from '../../../ui/label-chips.tsx'
import { FileCell, FilePhoneRow, PlainCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { lastFolders } from '../../../ui/path-text.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { FavoriteMark, Place, SizeCell, sizeOf } from '../found-columns.tsx'
import { isFolder } from '../open.ts'
import { t } from './strings.ts'

export const HIDDEN_AT_FIRST: readonly TableColumn[] = ['remark', 'createTime', 'createUser']

/** Those whose first click sorts descending. */
export const DESCENDING_FIRST: readonly TableColumn[] = [
  'fileSize',
  'updateTime',
  'createTime',
  'versionCount',
]

export const columnLabel = (name: TableColumn): string =>
  TABLE_COLUMN_WORDS[name][language === 'zh-CN' ? 0 : 1]

const typeOf = (row: TableRow): string =>
  isFolder(row) ? t('folder') : row.fileType.toUpperCase() || t('plainFile')

const Marks = ({ row }: { row: TableRow }): ReactElement => (
  <>
    <ClassificationBadge level={row.classification} />
    {row.isCollect && <FavoriteMark />}
  </>
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

/** As wide as they need where there is room, and never too narrow to be read: then the table scrolls sideways. */
const TIME = 'minmax(108px, 128px)'
/** Px between the labels and the next column. */
const CELL_END = 8

export const tableColumns = (keyword: string): readonly ColumnDef<TableRow>[] => [
  tableColumn('instanceName', { width: 'minmax(180px, 1.6fr)', fixed: true }, (row) => (
    <FileCell file={row} mark={keyword} shared={row.isShared}>
      <Marks row={row} />
    </FileCell>
  )),
  tableColumn('fileType', { width: 'minmax(56px, 84px)', from: 1024 }, (row) => typeOf(row)),
  tableColumn('instancePath', { width: 'minmax(120px, 1fr)', from: 768 }, (row) => <Place item={row} />),
  tableColumn('labels', { width: 'minmax(96px, 0.9fr)', from: 1280 }, (row) => (
    <LabelChips item={row} share={1} reserved={CELL_END} filters />
  )),
  tableColumn('remark', { width: 'minmax(96px, 0.8fr)', from: 1024 }, (row) => (
    <PlainCell>{row.remark}</PlainCell>
  )),
  tableColumn('updateTime', { width: TIME, from: 768 }, (row) => <TimeCell iso={row.updateTime} />),
  tableColumn('createTime', { width: TIME, from: 1024 }, (row) => <TimeCell iso={row.createTime} />),
  tableColumn('createUser', { width: 'minmax(88px, 104px)', from: 1024 }, (row) => (
    <PlainCell>{row.createUser}</PlainCell>
  )),
  tableColumn('versionCount', { width: 'minmax(72px, 88px)', align: 'end', from: 1024 }, (row) => (
    <span className="tabular text-secondary text-fg-2">{isFolder(row) ? '—' : row.versionCount}</span>
  )),
  tableColumn('fileSize', { width: 'minmax(72px, 96px)', align: 'end', from: 768 }, (row) => (
    <SizeCell item={row} />
  )),
]

/** Two lines for a phone: name; size, time and place. */
export const TablePhoneRow = ({ row, keyword }: { row: TableRow; keyword: string }): ReactElement => (
  <FilePhoneRow
    file={row}
    mark={keyword}
    shared={row.isShared}
    badge={
      <>
        <LabelChips item={row} reserved={280} />
        <Marks row={row} />
      </>
    }
  >
    {sizeOf(row)} · {formatDateTime(row.updateTime)} · {lastFolders(row.instancePath)}
  </FilePhoneRow>
)
