import { throttled } from '../../config/throttled-log.ts'
import type { Context } from '../../context.ts'
import { Listener } from '../../db/listener.ts'

const CHANNEL = 'clouddisk_business_config'

/** Takes up what other servers change, by a database notification (migration 0096); without a connection, every second. */
export function followBusinessConfig(ctx: Context): { close(): Promise<void> } {
  const warn = throttled((silent: number, err: unknown) =>
    ctx.log.warn(
      { err, silent },
      'changes of the business configuration could not be read; retrying every second',
    ),
  )
  return new Listener(ctx.db.pool, CHANNEL, () => void takeUp(ctx).catch(warn), warn)
}

/** Sessions and running transfers are judged by the new values too. */
export async function takeUp(ctx: Context): Promise<void> {
  if (await ctx.businessConfig.refresh(ctx.db.reader)) ctx.sessionCache.invalidate()
}
