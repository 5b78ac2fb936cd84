import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import * as store from './store.ts'
import { THROTTLE_POLICIES } from './throttle.ts'

/** Deletes expired sessions and reset counters of failed attempts. */
export const accountJobs = (ctx: Context): JobQueue[] => [
  { name: 'cleanup-sessions', cron: '17 * * * *', run: () => deleteExpiredSessions(ctx) },
]

const FAILURE_RETENTION_MS = Math.max(...Object.values(THROTTLE_POLICIES).map((count) => count.forgetMs))

export const deleteExpiredSessions = (ctx: Context): Promise<void> =>
  store.deleteExpired(ctx.db.reader, ctx.now(), new Date(ctx.now().getTime() - FAILURE_RETENTION_MS))

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
