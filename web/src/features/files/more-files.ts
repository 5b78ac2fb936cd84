import type { Instance } from '@clouddisk/contract/files'
import { queryClient } from '../../lib/query-client.ts'
import { isFolder } from './columns.tsx'
import { cachedPages, type FolderView, pageQuery } from './folder-query.ts'
import { pagesOf } from './sparse-rows.ts'

/** The files of a folder's next pages in one direction from a file, until there are any; for the preview. */
export async function filesBeyond(
  view: FolderView,
  edge: Instance,
  step: 1 | -1,
): Promise<{ files: readonly Instance[]; more: boolean }> {
  const known = cachedPages(view).findLast(({ page }) =>
    page.list.some(({ instanceId }) => instanceId === edge.instanceId),
  )
  if (!known) return { files: [], more: false }
  let { total } = known.page
  for (let pageNo = known.pageNo + step; ; pageNo += step) {
    const last = pagesOf(0, Math.max(0, total - 1)).length
    if (pageNo < 1 || pageNo > last) return { files: [], more: false }
    const page = await queryClient.fetchQuery({ ...pageQuery(view, pageNo), staleTime: 60_000 })
    total = page.total
    const files = page.list.filter((item) => !isFolder(item))
    if (files.length > 0) return { files, more: step === 1 ? pageNo < last : pageNo > 1 }
  }
}
