import type { UploadState } from '@clouddisk/client/uploads/state'
import { type OpenUpload, queryOpenUploads, recycleObject } from '@clouddisk/contract/uploads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/**
 * Uploads that the server keeps open and this browser does not list: begun elsewhere, or before its data was cleared.
 * They hold space until they expire (G27), so the person may let go of them.
 */

export const openUploadsQuery = queryOptions({
  queryKey: ['open-uploads'],
  queryFn: ({ signal }) => call(queryOpenUploads, {}, { signal }),
  staleTime: 60_000,
})

/** A younger one may be this browser's own, whose answer is on its way, or be going up elsewhere right now; ms. */
const YOUNG_MS = 10 * 60_000

export function leftOver(
  open: readonly OpenUpload[],
  state: Pick<UploadState, 'items'>,
  now: number = Date.now(),
): OpenUpload[] {
  const own = new Set(state.items.map((item) => item.objectKey))
  return open.filter(
    ({ objectKey, createTime }) => !own.has(objectKey) && now - Date.parse(createTime) > YOUNG_MS,
  )
}

/** Throws them away one after the other; what could be is gone even where one fails. */
export async function discard(sessions: readonly OpenUpload[]): Promise<void> {
  try {
    for (const { objectKey, bucketName } of sessions) await call(recycleObject, { objectKey, bucketName })
  } finally {
    await queryClient.invalidateQueries({ queryKey: openUploadsQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
  }
}
