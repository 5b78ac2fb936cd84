import type { JOB_KINDS } from '@clouddisk/contract/jobs'
import { SECOND } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Starts people's jobs again that a server left open when it ended. */

export interface ResumableJobs {
  readonly kind: (typeof JOB_KINDS)[number]
  readonly queue: string
  /** Whether this process runs the job. */
  readonly isRunning: (jobId: string) => boolean
}

/** Newer jobs are about to start by themselves. */
const STALLED_AFTER_MS = 20 * SECOND

/** At the start of a server; the queue entries of the previous process are dropped. */
export async function resumeJobs(ctx: Context, jobs: ResumableJobs): Promise<void> {
  await ctx.jobs.clear(jobs.queue)
  await enqueueOpen(ctx, jobs)
}

/** Periodically: jobs that have been open for a while and run nowhere here. */
export const resumeStalledJobs = (ctx: Context, jobs: ResumableJobs): Promise<void> =>
  enqueueOpen(ctx, jobs, new Date(ctx.now().getTime() - STALLED_AFTER_MS))

async function enqueueOpen(
  ctx: Context,
  { kind, queue, isRunning }: ResumableJobs,
  createdBefore?: Date,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const open = await tx
      .selectFrom('job')
      .select(['id', 'person_id'])
      .where('kind', '=', kind)
      .where('state', 'in', ['queued', 'running'])
      .where('created_at', '<', createdBefore ?? sql<Date>`'infinity'`)
      .orderBy('created_at')
      .execute()
    for (const { id, person_id } of open)
      if (!isRunning(id)) await ctx.jobs.send(tx, queue, { jobId: id }, { key: id, group: person_id })
  })
}
