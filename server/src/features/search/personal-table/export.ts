import type { Readable } from 'node:stream'
import type { Language } from '@clouddisk/contract/errors'
import {
  type exportPersonalTable,
  TABLE_COLUMN_WORDS,
  TABLE_COLUMNS,
  TABLE_EXPORT_MAX,
  type TableColumn,
  type TableRow,
} from '@clouddisk/contract/personal-table'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { type CellValue, workbookOf } from '../../../workbooks/write.ts'
import * as store from './store.ts'
import { queryOf, rowsOf } from './table.ts'

/** Rows read at one time. */
const BATCH = 500

/**
 * The personal table as a workbook. The order is that of one moment, as ids of 16 bytes each; what is said of the files is read
 * while it is written, so the memory in use is the same however many there are.
 */
export async function tableWorkbook(
  ctx: Context,
  actor: Actor,
  { columns, ...input }: Input<typeof exportPersonalTable>,
  language: Language,
): Promise<Readable> {
  const db = ctx.db.reader
  const { query } = await queryOf(db, actor, input)
  const ids = await store.packedIds(db, query, TABLE_EXPORT_MAX)
  const written = TABLE_COLUMNS.filter(
    (column) => column === 'instanceName' || (columns?.includes(column) ?? true),
  )
  const place = language === 'zh-CN' ? 0 : 1
  const heads = written.map((column) => ({
    title: TABLE_COLUMN_WORDS[column][place] + (column === 'fileSize' ? BYTES[place] : ''),
    width: WIDTHS[column],
  }))
  return workbookOf(SHEET[place], heads, batches(), ctx.config.timeZone)

  async function* batches(): AsyncGenerator<CellValue[][]> {
    for (let start = 0; start < ids.length; start += BATCH) {
      const rows = await rowsOf(db, actor, ids.slice(start, start + BATCH), language)
      yield rows.map((row) => written.map((column) => cellOf(row, column, place)))
    }
  }
}

const SHEET = ['我的文件', 'My files'] as const
const BYTES = ['（字节）', ' (bytes)'] as const
const FOLDER = ['文件夹', 'Folder'] as const
const SEPARATOR = ['、', ', '] as const

const WIDTHS: Record<TableColumn, number> = {
  instanceName: 48,
  fileType: 10,
  fileSize: 16,
  instancePath: 48,
  labels: 24,
  remark: 48,
  updateTime: 20,
  createTime: 20,
  createUser: 16,
  versionCount: 10,
}

function cellOf(row: TableRow, column: TableColumn, place: 0 | 1): CellValue {
  switch (column) {
    case 'updateTime':
    case 'createTime':
      return new Date(row[column])
    case 'fileType':
      return row.classifierId === 'Folder' ? FOLDER[place] : row.fileType
    case 'labels':
      return row.labels.join(SEPARATOR[place])
    default:
      return row[column]
  }
}
