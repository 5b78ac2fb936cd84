import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteUnusedDevices } from './devices.ts'
import * as store from './store.ts'
import { LONGEST_FORGET_MS, THROTTLE_POLICIES } from './throttle.ts'
import { deleteExpiredTokens } from './token-store.ts'

/** Deletes expired sessions and reset counters of failed attempts. */
export const accountJobs = (ctx: Context): JobQueue[] => [
  { name: 'cleanup-sessions', cron: '17 * * * *', run: () => deleteExpiredSessions(ctx) },
]

const SIGN_IN_RETENTION_MS = Math.max(...Object.values(THROTTLE_POLICIES).map((count) => count.forgetMs))

/** Expired tokens are listed for as long, so that their owners see why a program fails. */
const EXPIRED_TOKENS_MS = 30 * DAY
/** Without a session; signed in again within this time, they are shown with what local sync uploaded last. */
const UNUSED_DEVICES_MS = 90 * DAY

export async function deleteExpiredSessions(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  await store.deleteExpired(ctx.db.reader, ctx.now(), {
    signIns: new Date(now - SIGN_IN_RETENTION_MS),
    others: new Date(now - LONGEST_FORGET_MS),
  })
  await deleteUnusedDevices(ctx.db.reader, new Date(now - UNUSED_DEVICES_MS))
  await deleteExpiredTokens(ctx.db.reader, new Date(now - EXPIRED_TOKENS_MS))
}

/** Number of expired sessions not yet deleted, and when the oldest expired. */
export async function expiredSessionCount({
  db,
  now,
}: Context): Promise<{ count: number; since: Date | null }> {
  const { count, since } = await db.reader
    .selectFrom('session')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('expires_at').as('since')])
    .where('expires_at', '<=', now())
    .executeTakeFirstOrThrow()
  return { count: Number(count), since }
}
