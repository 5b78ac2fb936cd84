import { SECOND } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { IMPORT_QUEUE } from './import-input.ts'
import { isImportRunning, runImport } from './import-job.ts'
import { removeOldImports } from './report.ts'

/** On one server; of one person one after the other. */
const AT_ONCE = { concurrency: 3, groupConcurrency: 1 }

export const importJobs = (ctx: Context): JobQueue[] => [
  {
    name: IMPORT_QUEUE,
    longRunning: AT_ONCE,
    run: ({ jobId }, lastTry) => runImport(ctx, String(jobId), lastTry),
  },
  { name: 'resume-imports', cron: '* * * * *', run: () => enqueueStalled(ctx) },
  { name: 'remove-old-imports', cron: '25 3 * * *', run: () => removeOldImports(ctx) },
]

/** Restarts imports that a previous process left open; its queue entries are dropped. */
export async function resumeImports(ctx: Context): Promise<void> {
  await ctx.jobs.clear(IMPORT_QUEUE)
  await enqueueOpen(ctx)
}

/** Newer jobs are about to start by themselves. */
const STALLED_AFTER_MS = 20 * SECOND

const enqueueStalled = (ctx: Context): Promise<void> =>
  enqueueOpen(ctx, new Date(ctx.now().getTime() - STALLED_AFTER_MS))

async function enqueueOpen(ctx: Context, askedBefore?: Date): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const jobs = await tx
      .selectFrom('job')
      .select(['id', 'person_id'])
      .where('kind', '=', 'import')
      .where('state', 'in', ['queued', 'running'])
      .where('created_at', '<', askedBefore ?? sql<Date>`'infinity'`)
      .orderBy('created_at')
      .execute()
    for (const { id, person_id } of jobs)
      if (!isImportRunning(id))
        await ctx.jobs.send(tx, IMPORT_QUEUE, { jobId: id }, { key: id, group: person_id })
  })
}
