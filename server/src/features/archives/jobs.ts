import { SECOND } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { EXTRACT_QUEUE } from './extract-input.ts'
import { isExtractionRunning, runExtraction } from './extract-job.ts'

/** One at a time is unpacked and stored on a server; the others wait for its lane, and can be cancelled meanwhile. */
const AT_ONCE = { concurrency: 3, groupConcurrency: 1 }

export const archiveJobs = (ctx: Context): JobQueue[] => [
  {
    name: EXTRACT_QUEUE,
    longRunning: AT_ONCE,
    run: ({ jobId }, lastTry) => runExtraction(ctx, String(jobId), lastTry),
  },
  { name: 'resume-extractions', cron: '* * * * *', run: () => enqueueStalled(ctx) },
]

/** Restarts extractions that a previous process left open; its queue entries are dropped. */
export async function resumeExtractions(ctx: Context): Promise<void> {
  await ctx.jobs.clear(EXTRACT_QUEUE)
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
      .where('kind', '=', 'extract')
      .where('state', 'in', ['queued', 'running'])
      .where('created_at', '<', askedBefore ?? sql<Date>`'infinity'`)
      .orderBy('created_at')
      .execute()
    for (const { id, person_id } of jobs)
      if (!isExtractionRunning(id))
        await ctx.jobs.send(tx, EXTRACT_QUEUE, { jobId: id }, { key: id, group: person_id })
  })
}
