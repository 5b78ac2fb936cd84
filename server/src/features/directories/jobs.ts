import { MINUTE } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { runDirectory } from './run.ts'
import { DIRECTORY_QUEUE } from './runs.ts'
import { startScheduled } from './schedule.ts'
import { removeEmptyDepartments } from './scim/empty-departments.ts'
import { applyPending } from './scim/pending.ts'

/** On one server; of one directory one after the other. */
const AT_ONCE = { concurrency: 2, groupConcurrency: 1 }
/** Without a sign of life for so long, a run has died with its server. */
const DEAD_MS = MINUTE

export const directoryJobs = (ctx: Context): JobQueue[] => [
  { name: DIRECTORY_QUEUE, longRunning: AT_ONCE, run: ({ runId }) => runDirectory(ctx, String(runId)) },
  {
    name: 'fail-dead-directory-runs',
    everySeconds: 20,
    run: () => failDeadRuns(ctx, new Date(ctx.now().getTime() - DEAD_MS)),
  },
  { name: 'apply-scim-groups', everySeconds: 10, run: () => applyPending(ctx) },
  { name: 'remove-empty-scim-departments', cron: '25 2 * * *', run: () => removeEmptyDepartments(ctx) },
  { name: 'start-directory-runs', cron: '* * * * *', run: () => startScheduled(ctx) },
]

/** What such a run has changed stays, each person as a whole; the next one goes on. */
async function failDeadRuns(ctx: Context, aliveBefore: Date): Promise<void> {
  await ctx.db.reader
    .updateTable('directory_run')
    .set({
      state: 'failed',
      runner: null,
      error: JSON.stringify({ name: 'directory_interrupted', details: {} }),
      ended_at: ctx.now(),
    })
    .where('state', 'in', ['reading', 'applying'])
    .where('alive_at', '<', aliveBefore)
    .execute()
  await ctx.db.reader
    .deleteFrom('directory_entry')
    .where('run_id', 'not in', (db) =>
      db.selectFrom('directory_run').select('id').where('state', 'in', ['reading', 'applying']),
    )
    .execute()
}

/** At the start of a server that has the database alone: whatever was running has died with the process before. */
export async function endInterruptedRuns(ctx: Context): Promise<void> {
  await failDeadRuns(ctx, new Date(ctx.now().getTime() + MINUTE))
  await ctx.jobs.clear(DIRECTORY_QUEUE)
  await ctx.db.transact(async (tx) => {
    const queued = await tx
      .selectFrom('directory_run')
      .select(['id', 'directory_id'])
      .where('state', '=', 'queued')
      .execute()
    for (const { id, directory_id } of queued)
      await ctx.jobs.send(tx, DIRECTORY_QUEUE, { runId: id }, { key: id, group: directory_id })
  })
}
