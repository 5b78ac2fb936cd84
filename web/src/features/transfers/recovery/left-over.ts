import type { UploadItem, UploadState } from '@clouddisk/client/uploads/state'
import { LIMITS } from '@clouddisk/contract/limits'
import { type OpenUpload, queryOpenUploads, recycleObject } from '@clouddisk/contract/uploads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/**
 * Uploads that the server keeps open and this browser does not list: begun elsewhere, or before its data was cleared.
 * Until they expire (G27) their person goes on with them here, or lets go of the space that they hold.
 */

/** The server is asked for open sessions this long at most, so that a slow one holds nothing up, ms. */
export const OPEN_MS = 5000

export const openUploadsQuery = queryOptions({
  queryKey: ['open-uploads'],
  queryFn: ({ signal }) => call(queryOpenUploads, {}, { signal, quiet: true, timeoutMs: OPEN_MS }),
  staleTime: 60_000,
  retry: false,
})

/** What is open now; nothing where the server does not say. */
export const askOpenUploads = (): Promise<readonly OpenUpload[]> =>
  queryClient.fetchQuery({ ...openUploadsQuery, staleTime: 0 }).catch(() => [])

/** One part may take so long: of what is quiet for less something may be on its way elsewhere. */
const QUIET_SECONDS = LIMITS.partTimeoutMs / 1000

const isQuiet = ({ quietSeconds }: OpenUpload): boolean => quietSeconds > QUIET_SECONDS

/** When the latest of it came, its beginning where nothing has; ISO 8601. */
export const stoppedAt = ({ createTime, receiveTime }: OpenUpload): string => receiveTime ?? createTime

export function leftOver(open: readonly OpenUpload[], state: Pick<UploadState, 'items'>): OpenUpload[] {
  const own = new Set(state.items.map((item) => item.objectKey))
  return open.filter((session) => !own.has(session.objectKey) && isQuiet(session))
}

/** What this browser has had in its list and has no more is over: it is not left by another. */
export function forgetEnded(before: readonly UploadItem[], now: readonly UploadItem[]): void {
  const listed = new Set(now.map(({ objectKey }) => objectKey))
  const ended = new Set(before.map(({ objectKey }) => objectKey).filter((key) => !listed.has(key)))
  if (ended.size === 0) return
  queryClient.setQueryData(openUploadsQuery.queryKey, (open) =>
    open?.filter(({ objectKey }) => !ended.has(objectKey)),
  )
}

/** Throws them away, but for what has gone on elsewhere since they were listed; one that fails keeps none back. */
export async function discard(sessions: readonly OpenUpload[]): Promise<void> {
  const now = await queryClient.fetchQuery({ ...openUploadsQuery, staleTime: 0 })
  const quiet = new Set(now.filter(isQuiet).map(({ objectKey }) => objectKey))
  const failures: unknown[] = []
  for (const { objectKey, bucketName } of sessions.filter((session) => quiet.has(session.objectKey)))
    await call(recycleObject, { objectKey, bucketName }).catch((error) => failures.push(error))
  await queryClient.invalidateQueries({ queryKey: openUploadsQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
  if (failures.length > 0) throw failures[0]
}
