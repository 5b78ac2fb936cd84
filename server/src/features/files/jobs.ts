import { CHANGES_KEPT_DAYS } from '@clouddisk/contract/changes'
import { DAY } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { pruneChanges } from '../../db/changes.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { type ResumableJobs, resumeJobs as resume, resumeStalledJobs } from '../../jobs/resume-jobs.ts'
import { purgeDetached } from '../../tree/purge.ts'
import { COPY_QUEUE, isCopyRunning, runCopy } from './copy-job.ts'
import { FILE_MOVE_QUEUE, runFileMove } from './move-job.ts'

/** Concurrent copies; one per person, so that nobody waits behind another person's copies. */
const COPIES_AT_ONCE = { concurrency: 6, groupConcurrency: 1 }
/** Each move locks two spaces until it ends. */
const MOVES_AT_ONCE = { concurrency: 2, groupConcurrency: 1 }

const RESUMABLE: readonly ResumableJobs[] = [
  { kind: 'copy', queue: COPY_QUEUE, isRunning: isCopyRunning },
  { kind: 'move', queue: FILE_MOVE_QUEUE, isRunning: isCopyRunning },
]

export const fileJobs = (ctx: Context): JobQueue[] => [
  {
    name: COPY_QUEUE,
    longRunning: COPIES_AT_ONCE,
    run: ({ jobId }, lastTry) => runCopy(ctx, String(jobId), lastTry),
  },
  {
    name: FILE_MOVE_QUEUE,
    longRunning: MOVES_AT_ONCE,
    run: ({ jobId }, lastTry) => runFileMove(ctx, String(jobId), lastTry),
  },
  { name: 'resume-copies', cron: '* * * * *', run: () => enqueueStalledJobs(ctx) },
  { name: 'cleanup-files', cron: '40 3 * * *', run: async () => void (await removeLeftovers(ctx)) },
]

/** Restarts copies and moves that a previous process left open. */
export async function resumeJobs(ctx: Context): Promise<void> {
  for (const jobs of RESUMABLE) await resume(ctx, jobs)
}

/** Enqueues open jobs that no process runs, e.g. after a database outage. */
export async function enqueueStalledJobs(ctx: Context): Promise<void> {
  for (const jobs of RESUMABLE) await resumeStalledJobs(ctx, jobs)
}

const JOBS_KEPT = '30 days'
const CHANGES_KEPT_MS = CHANGES_KEPT_DAYS * DAY

/** Removes copies that were built but not attached, and old jobs and changes. */
export async function removeLeftovers(ctx: Context): Promise<number> {
  const removed = await purgeDetached(ctx, await leftoverTops(ctx))
  await sql`delete from copy_row where job_id in (select id from job where ended_at is not null)`.execute(
    ctx.db.reader,
  )
  await sql`delete from job where ended_at < now() - ${JOBS_KEPT}::interval`.execute(ctx.db.reader)
  const before = new Date(ctx.now().getTime() - CHANGES_KEPT_MS)
  await ctx.db.transact((tx) => pruneChanges(tx, before))
  return removed
}

async function leftoverTops(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from file f
    where f.parent_id is null
      and not exists (select from space s where s.root_id = f.id)
      and not exists (select from trash t where t.file_id = f.id)
      and f.id::text not in (
        select item ->> 'copyId' from job, jsonb_array_elements(job.input -> 'items') as item
        where job.kind in ('copy', 'extract') and job.state in ('queued', 'running')
      )`.execute(ctx.db.reader)
  return rows.map((row) => row.id)
}
