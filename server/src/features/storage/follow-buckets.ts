import { throttled } from '../../config/throttled-log.ts'
import type { Context } from '../../context.ts'
import { Listener } from '../../db/listener.ts'

const CHANNEL = 'clouddisk_buckets'

/**
 * Keeps what this server knows of buckets as the rows are, whichever server or command line changes them (migration
 * 0035). While notices cannot be heard the rows are read every second.
 */
export function followBucketRows(ctx: Context): { close(): Promise<void> } {
  const warn = throttled((silent: number, err: unknown) =>
    ctx.log.warn({ err, silent }, 'bucket changes are polled every second: listening to the database failed'),
  )
  return new Listener(ctx.db.pool, CHANNEL, () => void ctx.stores.refresh().catch(warn), warn)
}
