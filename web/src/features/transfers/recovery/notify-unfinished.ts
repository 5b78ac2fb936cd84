import { hashKey } from '@tanstack/react-query'
import { queryClient } from '../../../lib/query-client.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { t } from '../strings.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { askOpenUploads, leftOver, openUploadsQuery, quietIn, stoppedAt } from './unfinished.ts'
import { leftOverWindow } from './unfinished-dialog-state.ts'

/** That another browser has left uploads: said once, and shown for as long as there are any. */

/** The header's button and the panel tell of it for as long as there is any. */
export function followLeftOver(uploads: SharedQueue): void {
  const count = () => {
    const open = queryClient.getQueryData(openUploadsQuery.queryKey) ?? []
    leftOverWindow.setCount(open.length === 0 ? 0 : leftOver(open, uploads.snapshot()).length)
  }
  uploads.subscribe(count)
  queryClient.getQueryCache().subscribe(({ query }) => query.queryHash === LEFT_HASH && count())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible')
      void queryClient.fetchQuery(openUploadsQuery).catch(() => undefined)
  })
}

const LEFT_HASH = hashKey(openUploadsQuery.queryKey)

/**
 * What another browser has left is told of once. Whoever comes from that one to this comes sooner than that can be known,
 * so the server is asked once more.
 */
export async function tellOfLeftOver(uploads: SharedQueue, userId: string, again = true): Promise<void> {
  await uploads.ready()
  const open = await askOpenUploads()
  const left = leftOver(open, uploads.snapshot())
  const seconds = quietIn(open, uploads.snapshot())
  if (again && seconds !== undefined)
    setTimeout(() => void tellOfLeftOver(uploads, userId, false), seconds * 1000)
  const newest = left.map(stoppedAt).sort().at(-1)
  const known = `clouddisk.leftOverTold.${userId}`
  if (newest === undefined || newest <= (readStored(known) ?? '')) return
  writeStored(known, newest)
  leftOverWindow.tell(t('leftOverTold', { count: left.length }), t('see'))
}
