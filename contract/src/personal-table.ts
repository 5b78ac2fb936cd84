import Type, { type Static } from 'typebox'
import { Instance } from './files.ts'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { SEARCH_KINDS } from './search.ts'
import { Bytes, numberedPageOf, oneOf, paging } from './shapes.ts'

/** The personal table (A§2, G14): all files of the caller's own space in one list, and the same as a workbook. */

/** Each can be shown, sorted by and exported; in the order in which they stand. */
export const TABLE_COLUMNS = [
  'instanceName',
  'fileType',
  'instancePath',
  'labels',
  'remark',
  'updateTime',
  'createTime',
  'createUser',
  'versionCount',
  'fileSize',
] as const
export type TableColumn = (typeof TABLE_COLUMNS)[number]

/** Heads of the columns, on the page and in the workbook. */
export const TABLE_COLUMN_WORDS: Readonly<Record<TableColumn, readonly [zh: string, en: string]>> = {
  instanceName: ['名称', 'Name'],
  fileType: ['类型', 'Type'],
  instancePath: ['位置', 'Location'],
  labels: ['标签', 'Labels'],
  remark: ['备注', 'Remark'],
  updateTime: ['修改时间', 'Modified'],
  createTime: ['创建时间', 'Created'],
  createUser: ['创建人', 'Created by'],
  versionCount: ['版本数', 'Versions'],
  fileSize: ['大小', 'Size'],
}

/** Rows of a sheet in Excel, without its head: a workbook has no more. */
export const TABLE_EXPORT_MAX = 1_048_575

const Time = Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601' }))

const narrowed = {
  keyword: Type.Optional(
    Type.String({
      maxLength: LIMITS.nameMax,
      description: 'words that the name has, as typed, in pinyin or by initials; all of them',
    }),
  ),
  folders: Type.Optional(Type.Boolean({ description: 'folders too, which come first' })),
  kinds: Type.Optional(
    Type.Array(oneOf(SEARCH_KINDS), { maxItems: SEARCH_KINDS.length, description: 'files of any of them' }),
  ),
  sizeMin: Type.Optional(Bytes),
  sizeMax: Type.Optional(Bytes),
  /** Of the last change: from (inclusive) and before (exclusive). */
  timeFrom: Time,
  timeTo: Time,
  createdByMe: Type.Optional(Type.Boolean({ description: 'only what the caller created' })),
  label: Type.Optional(Type.String({ maxLength: 255, description: 'only what has this label' })),
  orderBy: Type.Optional(oneOf(TABLE_COLUMNS)),
  orderType: paging.orderType,
}

export const TableRow = Type.Object({
  ...Instance.properties,
  /** With the current one; 0 for a folder. */
  versionCount: Type.Integer(),
})
export type TableRow = Static<typeof TableRow>

export const pagePersonalTable = route({
  name: 'pagePersonalTable',
  method: 'POST',
  path: '/instance/personalTable',
  changes: false,
  input: Type.Object({ ...narrowed, pageNo: paging.pageNo, pageSize: paging.pageSize }),
  reply: numberedPageOf(TableRow),
  errors: ['personal_table_off'],
  summary: 'All files of the caller’s own space in one list, whatever folders they are in, the latest first.',
})

export const exportPersonalTable = route({
  name: 'exportPersonalTable',
  method: 'GET',
  path: '/instance/exportPersonalTable',
  input: Type.Object({
    ...narrowed,
    columns: Type.Optional(
      Type.Array(oneOf(TABLE_COLUMNS), {
        maxItems: TABLE_COLUMNS.length,
        description: 'all where it is absent; the name is always there',
      }),
    ),
    /** The one of `Accept-Language` where it is absent. */
    language: Type.Optional(oneOf(['zh-CN', 'en-US'])),
  }),
  reply: Type.Any(),
  raw: true,
  exports: true,
  errors: ['personal_table_off'],
  summary: 'What the personal table lists, all of it, as a workbook (.xlsx) of at most 1,048,576 rows.',
})
