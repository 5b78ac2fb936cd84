import { throttled } from '../../config/throttled-log.ts'
import type { Context } from '../../context.ts'
import { Listener } from '../../db/listener.ts'

const CHANNEL = 'clouddisk_buckets'

/**
 * Refreshes this server's buckets when a server or the command line changes their rows, by a database notification
 * (migration 0035). While the notification channel is down, the rows are read every second.
 */
export function followBucketRows(ctx: Context): { close(): Promise<void> } {
  const warn = throttled((silent: number, err: unknown) =>
    ctx.log.warn({ err, silent }, 'bucket changes are polled every second: listening to the database failed'),
  )
  return new Listener(ctx.db.pool, CHANNEL, () => void ctx.stores.refresh().catch(warn), warn)
}
