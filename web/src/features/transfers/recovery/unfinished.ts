import type { UploadItem, UploadState } from '@clouddisk/client/uploads/state'
import { LIMITS } from '@clouddisk/contract/limits'
import { type OpenUpload, queryOpenUploads, recycleObject } from '@clouddisk/contract/uploads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/**
 * Open upload sessions that this browser does not list: started elsewhere, or before its data was cleared.
 * Until they expire (G27) they can be resumed here or discarded.
 */

/** Timeout of the query for open sessions, ms. */
export const OPEN_MS = 5000

export const openUploadsQuery = queryOptions({
  queryKey: ['open-uploads'],
  queryFn: ({ signal }) => call(queryOpenUploads, {}, { signal, quiet: true, timeoutMs: OPEN_MS }),
  staleTime: 60_000,
  // The header shows the count while the page is open.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** The open sessions; empty if the server does not answer. */
export const fetchOpenUploads = (): Promise<readonly OpenUpload[]> =>
  queryClient.fetchQuery({ ...openUploadsQuery, staleTime: 0 }).catch(() => [])

/** Minimum time without received data, s. */
const QUIET_SECONDS = 60
/** Timeout of a part: after it the sender has stopped. */
const GONE_SECONDS = LIMITS.partTimeoutMs / 1000
/** Three parts in flight, and the same again as tolerance. */
const PARTS = 6

/** Seconds without data after which the sender has probably gone, by its rate so far. */
function quietLimitSeconds(session: OpenUpload): number {
  const { partSize, fileSize, syncSpeed, receivedSize, receiveTime, createTime } = session
  const seconds = receiveTime === null ? 0 : (Date.parse(receiveTime) - Date.parse(createTime)) / 1000
  const rate = seconds > 0 && receivedSize ? receivedSize / seconds : Number.POSITIVE_INFINITY
  const parts = (PARTS * Math.min(partSize, fileSize)) / Math.min(syncSpeed, rate)
  return Math.min(GONE_SECONDS, Math.max(QUIET_SECONDS, parts))
}

const isQuiet = (session: OpenUpload): boolean => session.quietSeconds > quietLimitSeconds(session)
export const hasStopped = ({ quietSeconds }: OpenUpload): boolean => quietSeconds > GONE_SECONDS

/** Time of the last received data, else of the creation; ISO 8601. */
export const stoppedAt = ({ createTime, receiveTime }: OpenUpload): string => receiveTime ?? createTime

type OwnUploads = Pick<UploadState, 'items'>

function elsewhere(open: readonly OpenUpload[], { items }: OwnUploads): OpenUpload[] {
  const own = new Set(items.map((item) => item.objectKey))
  return open.filter((session) => !own.has(session.objectKey))
}

/** While another browser is uploading, its quiet sessions may be queued there. */
export function unfinishedElsewhere(open: readonly OpenUpload[], own: OwnUploads): OpenUpload[] {
  const others = elsewhere(open, own)
  const busy = others.some((session) => session.receiveTime !== null && !isQuiet(session))
  return others.filter(busy ? hasStopped : isQuiet)
}

/** Seconds until all sessions of other browsers count as quiet; undefined if they do, or there are none. */
export function secondsUntilQuiet(open: readonly OpenUpload[], own: OwnUploads): number | undefined {
  const active = elsewhere(open, own).filter((session) => !isQuiet(session))
  if (active.length === 0) return undefined
  return 1 + Math.max(...active.map((session) => quietLimitSeconds(session) - session.quietSeconds))
}

/** Sessions that left this browser's list have ended; removes them from the cached query. */
export function forgetFinishedSessions(before: readonly UploadItem[], now: readonly UploadItem[]): void {
  const listed = new Set(now.map(({ objectKey }) => objectKey))
  const ended = new Set(before.map(({ objectKey }) => objectKey).filter((key) => !listed.has(key)))
  if (ended.size === 0) return
  queryClient.setQueryData(openUploadsQuery.queryKey, (open) =>
    open?.filter(({ objectKey }) => !ended.has(objectKey)),
  )
}

/**
 * Discards sessions, except those that another browser has resumed; returns the number discarded. A failure is thrown
 * after the others are discarded.
 */
export async function discardSessions(sessions: readonly OpenUpload[]): Promise<number> {
  const now = await queryClient.fetchQuery({ ...openUploadsQuery, staleTime: 0 })
  const quiet = new Set(now.filter(isQuiet).map(({ objectKey }) => objectKey))
  const failures: unknown[] = []
  const ending = sessions.filter((session) => quiet.has(session.objectKey))
  for (const { objectKey, bucketName } of ending)
    await call(recycleObject, { objectKey, bucketName }).catch((error) => failures.push(error))
  await queryClient.invalidateQueries({ queryKey: openUploadsQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
  if (failures.length > 0) throw failures[0]
  return ending.length
}
