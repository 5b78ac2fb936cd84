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
  // The header tells of it for as long as the page is open.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** What is open now; nothing where the server does not say. */
export const askOpenUploads = (): Promise<readonly OpenUpload[]> =>
  queryClient.fetchQuery({ ...openUploadsQuery, staleTime: 0 }).catch(() => [])

/** Parts of most lines come more often than this: after it the sender has probably gone. */
export const QUIET_SECONDS = 60
/** One part may take so long: after it the sender has gone. */
const GONE_SECONDS = LIMITS.partTimeoutMs / 1000

const isQuiet = ({ quietSeconds }: OpenUpload): boolean => quietSeconds > QUIET_SECONDS
export const hasStopped = ({ quietSeconds }: OpenUpload): boolean => quietSeconds > GONE_SECONDS

/** When the latest of it came, its beginning where nothing has; ISO 8601. */
export const stoppedAt = ({ createTime, receiveTime }: OpenUpload): string => receiveTime ?? createTime

type Own = Pick<UploadState, 'items'>

function elsewhere(open: readonly OpenUpload[], { items }: Own): OpenUpload[] {
  const own = new Set(items.map((item) => item.objectKey))
  return open.filter((session) => !own.has(session.objectKey))
}

/** Where another browser is at work right now, what rests may be waiting for its turn there. */
export function leftOver(open: readonly OpenUpload[], own: Own): OpenUpload[] {
  const others = elsewhere(open, own)
  const busy = others.some((session) => session.receiveTime !== null && !isQuiet(session))
  return others.filter(busy ? hasStopped : isQuiet)
}

/** In how many seconds something of another browser will have been quiet for long enough; undefined: nothing is. */
export function quietIn(open: readonly OpenUpload[], own: Own): number | undefined {
  const young = elsewhere(open, own).filter((session) => !isQuiet(session))
  if (young.length === 0) return undefined
  return QUIET_SECONDS + 1 - Math.min(...young.map(({ quietSeconds }) => quietSeconds))
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
