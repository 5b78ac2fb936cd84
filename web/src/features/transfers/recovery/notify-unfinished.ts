import { hashKey } from '@tanstack/react-query'
import { queryClient } from '../../../lib/query-client.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { t } from '../strings.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import {
  fetchOpenUploads,
  openUploadsQuery,
  secondsUntilQuiet,
  stoppedAt,
  unfinishedElsewhere,
} from './unfinished.ts'
import { unfinishedDialog } from './unfinished-dialog-state.ts'

/**
 * Notifies of uploads that another browser left unfinished: once by a toast, and in the header while there
 * are any.
 */

/** Updates the count shown by the header's button and the panel. */
export function trackUnfinished(uploads: SharedQueue): void {
  const count = () => {
    const open = queryClient.getQueryData(openUploadsQuery.queryKey) ?? []
    unfinishedDialog.setCount(open.length === 0 ? 0 : unfinishedElsewhere(open, uploads.snapshot()).length)
  }
  uploads.subscribe(count)
  queryClient.getQueryCache().subscribe(({ query }) => query.queryHash === UNFINISHED_HASH && count())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible')
      void queryClient.fetchQuery(openUploadsQuery).catch(() => undefined)
  })
}

const UNFINISHED_HASH = hashKey(openUploadsQuery.queryKey)

/**
 * Shows the notice once. Sessions of a browser that was just left do not count as stopped yet, so the server
 * is asked again later.
 */
export async function notifyUnfinished(uploads: SharedQueue, userId: string, again = true): Promise<void> {
  await uploads.ready()
  const open = await fetchOpenUploads()
  const left = unfinishedElsewhere(open, uploads.snapshot())
  const seconds = secondsUntilQuiet(open, uploads.snapshot())
  if (again && seconds !== undefined)
    setTimeout(() => void notifyUnfinished(uploads, userId, false), seconds * 1000)
  const newest = left.map(stoppedAt).sort().at(-1)
  const known = `clouddisk.leftOverTold.${userId}`
  if (newest === undefined || newest <= (readStored(known) ?? '')) return
  writeStored(known, newest)
  unfinishedDialog.showToast(t('unfinishedUploads', { count: left.length }), t('view'))
}
