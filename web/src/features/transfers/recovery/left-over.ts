import type { UploadState } from '@clouddisk/client/uploads/state'
import { type OpenUpload, queryOpenUploads, recycleObject } from '@clouddisk/contract/uploads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/**
 * Uploads that the server keeps open and this browser does not list: begun elsewhere, or before its data was cleared.
 * Until they expire (G27) their person goes on with them here, or lets go of the space that they hold.
 */

export const openUploadsQuery = queryOptions({
  queryKey: ['open-uploads'],
  queryFn: ({ signal }) => call(queryOpenUploads, {}, { signal, quiet: true }),
  staleTime: 60_000,
})

/** Of which something came lately may be going up elsewhere right now, or be this browser's own, just answered; ms. */
const LATELY_MS = 10 * 60_000

/** When the latest of it came, ms since the epoch; its beginning where nothing has. */
export const stoppedAt = ({ createTime, receiveTime }: OpenUpload): number =>
  Date.parse(receiveTime ?? createTime)

export function leftOver(
  open: readonly OpenUpload[],
  state: Pick<UploadState, 'items'>,
  now: number = Date.now(),
): OpenUpload[] {
  const own = new Set(state.items.map((item) => item.objectKey))
  return open.filter((session) => !own.has(session.objectKey) && now - stoppedAt(session) > LATELY_MS)
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
