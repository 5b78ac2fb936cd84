import { ApiError } from '@clouddisk/client/http/errors'
import { type Instance, type InstancePage, pageInstances } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { cursorPages, readAllRows } from '../../lib/cursor-pages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { PAGE_SIZE, pageInput, type ROW_FIELDS } from './page-input.ts'

/** A folder's contents, read in numbered pages, so that any position of a long list takes one call. */

export type FileOrder = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType'

/** A folder with order and filter. `folderId` "0" is the caller's own root. */
export interface FolderView {
  readonly folderId: string
  readonly orderBy: FileOrder
  readonly orderType: 'asc' | 'desc'
  readonly keyword: string
  /** Empty for all. */
  readonly label: string
}

export const isFiltered = ({ keyword, label }: FolderView): boolean => Boolean(keyword || label)

/** A page and the time of its request (`performance.now()`), which tells which changes it includes. */
export interface FolderPage extends InstancePage {
  readonly askedAt: number
}

/** The page of a folder, its rows with all fields. */
async function readPage(input: Input<typeof pageInstances>, signal?: AbortSignal): Promise<InstancePage> {
  const page = await call(pageInstances, input, { ...(signal && { signal }) })
  const { instanceId, instanceType, groupId, instanceFullPath, instanceFullPathId } = page.parent
  const shared = {
    instanceType,
    groupId,
    parentId: instanceId,
    instancePath: instanceFullPath,
    instancePathIds: instanceFullPathId,
  }
  const complete = (row: Pick<Instance, (typeof ROW_FIELDS)[number]>): Instance => ({
    ...shared,
    ...row,
    instanceFullPath: `${instanceFullPath}/${row.instanceName}`,
    instanceFullPathId: `${instanceFullPathId}/${row.instanceId}`,
  })
  return { ...page, list: page.list.map(complete) }
}

/** Page size for reading a whole folder. */
const SWEEP_SIZE = 1000

export const viewKey = (view: FolderView): readonly unknown[] => [
  ...queryKeys.folder(view.folderId),
  view.orderBy,
  view.orderType,
  view.keyword,
  view.label,
]

const pageKey = (view: FolderView, pageNo: number) => [...viewKey(view), pageNo]

export const pageQuery = (view: FolderView, pageNo: number) =>
  queryOptions({
    queryKey: pageKey(view, pageNo),
    queryFn: async ({ signal }): Promise<FolderPage> => {
      const askedAt = performance.now()
      const page = await readPage(
        pageInput(view.folderId, view, pagePosition(view, pageNo), PAGE_SIZE),
        signal,
      )
      return { ...page, askedAt }
    },
  })

/** Uses the cursor of a fresh previous page, whose cost is constant; otherwise the page number. */
function pagePosition(view: FolderView, pageNo: number): { cursor: string } | { pageNo: number } {
  const before =
    pageNo > 1 ? queryClient.getQueryState<FolderPage>(pageKey(view, pageNo - 1) as never) : undefined
  const fresh = before?.data?.nextCursor && !before.isInvalidated && before.fetchStatus === 'idle'
  return fresh && before.data?.nextCursor ? { cursor: before.data.nextCursor } : { pageNo }
}

/** Cached pages, oldest first. */
export const cachedPages = (view: FolderView): { pageNo: number; page: FolderPage }[] =>
  queryClient
    .getQueriesData<FolderPage>({ queryKey: viewKey(view) })
    .flatMap(([key, page]) => (page ? [{ pageNo: Number(key.at(-1)), page }] : []))
    .sort((a, b) => a.page.askedAt - b.page.askedAt)

/** Reads a whole folder by cursor: no row twice, none missing. */
const sweepPage = (view: FolderView) => (cursor: { readonly cursor?: string }) =>
  readPage(pageInput(view.folderId, view, cursor, SWEEP_SIZE))

export const everyRow = (view: FolderView): Promise<Instance[]> => readAllRows(sweepPage(view))

/** Whether the folder was removed or is no longer accessible; cached rows must not be shown then. */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && ['not_found', 'path_not_found', 'not_permitted'].includes(error.name)

/** Index of an item in a folder; -1 if it is not there. */
export async function findRow(view: FolderView, instanceId: string): Promise<number> {
  let before = 0
  for await (const { list } of cursorPages(sweepPage(view))) {
    const index = list.findIndex((row) => row.instanceId === instanceId)
    if (index >= 0) return before + index
    before += list.length
  }
  return -1
}

/** Prefetches a folder's first page. */
export const prefetchFolder = (view: FolderView): void => {
  void queryClient.prefetchQuery(pageQuery(view, 1))
}
