import { ApiError } from '@clouddisk/client/http/errors'
import { type Instance, type InstancePage, pageInstances } from '@clouddisk/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** What a folder holds, asked for in pages by number, so that any place of a long list is one call away. */

export type FileOrder = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType'

/** One way of looking at a folder. `folderId` "0" is the caller's own root. */
export interface FolderView {
  readonly folderId: string
  readonly orderBy: FileOrder
  readonly orderType: 'asc' | 'desc'
  readonly keyword: string
}

/** A page as it came, and when it was asked for (`performance.now()`), which tells what it can know. */
export interface FolderPage extends InstancePage {
  readonly askedAt: number
}

export const PAGE_SIZE = 200
/** For going through all of a folder. */
const SWEEP_SIZE = 1000

export const viewKey = (view: FolderView): readonly unknown[] => [
  ...queryKeys.folder(view.folderId),
  view.orderBy,
  view.orderType,
  view.keyword,
]

const pageKey = (view: FolderView, pageNo: number) => [...viewKey(view), pageNo]

export const pageQuery = (view: FolderView, pageNo: number) =>
  queryOptions({
    queryKey: pageKey(view, pageNo),
    queryFn: async ({ signal }): Promise<FolderPage> => {
      const askedAt = performance.now()
      const { folderId, ...rest } = view
      const place = pagePosition(view, pageNo)
      const page = await call(
        pageInstances,
        { parentId: folderId, ...rest, ...place, pageSize: PAGE_SIZE },
        { signal },
      )
      return { ...page, askedAt }
    },
  })

/** Behind a page that is known and fresh the next one costs the same wherever it is; otherwise rows are counted off. */
function pagePosition(view: FolderView, pageNo: number): { cursor: string } | { pageNo: number } {
  const before =
    pageNo > 1 ? queryClient.getQueryState<FolderPage>(pageKey(view, pageNo - 1) as never) : undefined
  const fresh = before?.data?.nextCursor && !before.isInvalidated && before.fetchStatus === 'idle'
  return fresh && before.data?.nextCursor ? { cursor: before.data.nextCursor } : { pageNo }
}

/** The pages that are here, shown at the moment or not, oldest first. */
export const cachedPages = (view: FolderView): { pageNo: number; page: FolderPage }[] =>
  queryClient
    .getQueriesData<FolderPage>({ queryKey: viewKey(view) })
    .flatMap(([key, page]) => (page ? [{ pageNo: Number(key.at(-1)), page }] : []))
    .sort((a, b) => a.page.askedAt - b.page.askedAt)

/** A folder from beginning to end by key: no row twice, none left out. */
async function* sweep(view: FolderView): AsyncGenerator<Instance[]> {
  const { folderId, ...rest } = view
  let cursor: string | undefined
  do {
    const page: InstancePage = await call(pageInstances, {
      parentId: folderId,
      ...rest,
      pageSize: SWEEP_SIZE,
      ...(cursor ? { cursor } : {}),
    })
    yield page.list
    cursor = page.nextCursor
  } while (cursor)
}

export async function everyRow(view: FolderView): Promise<Instance[]> {
  const rows: Instance[] = []
  for await (const some of sweep(view)) rows.push(...some)
  return rows
}

/** The folder is not there any more, or not for this person: what was read of it before is not to be shown either. */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && ['not_found', 'path_not_found', 'not_permitted'].includes(error.name)

/** Where an item stands in a folder; -1 where it is not in it. */
export async function findRow(view: FolderView, instanceId: string): Promise<number> {
  let before = 0
  for await (const some of sweep(view)) {
    const index = some.findIndex((row) => row.instanceId === instanceId)
    if (index >= 0) return before + index
    before += some.length
  }
  return -1
}

/** Has a folder's first page ready before it is opened. */
export const prefetchFolder = (view: FolderView): void => {
  void queryClient.prefetchQuery(pageQuery(view, 1))
}
