import type { pageInstances } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'

/** What the call that reads a folder asks for; boot.js makes it for the personal files, too (build/first-list.ts). */

export const PAGE_SIZE = 200
/** What differs from row to row. The rest is the same in all rows, and follows from their folder. */
export const ROW_FIELDS = [
  'instanceId',
  'instanceName',
  'classifierId',
  'isParent',
  'fileAuth',
  'fileType',
  'fileSize',
  'createUser',
  'updateUser',
  'createTime',
  'updateTime',
  'isCollect',
  'isShared',
  'isLinked',
  'syncStatus',
  'virusStatus',
  'classification',
  'labels',
  'labelColors',
  'remark',
  'versionNo',
] as const

type PageInput = Input<typeof pageInstances>
type Chosen = Required<Pick<PageInput, 'orderBy' | 'orderType' | 'keyword' | 'label'>>
type Position = Pick<PageInput, 'cursor' | 'pageNo'>

/** Input of a page of a folder. Its keys keep their order: boot.js knows the call by its text. */
export const pageInput = (
  parentId: string,
  { orderBy, orderType, keyword, label }: Chosen,
  position: Position,
  pageSize: number,
): PageInput => ({
  parentId,
  orderBy,
  orderType,
  keyword,
  label,
  ...position,
  pageSize,
  fields: [...ROW_FIELDS],
})
