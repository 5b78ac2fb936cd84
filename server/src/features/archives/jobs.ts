import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { type ResumableJobs, resumeJobs, resumeStalledJobs } from '../../jobs/resume-jobs.ts'
import { EXTRACT_QUEUE } from './extract-input.ts'
import { isExtractionRunning, runExtraction } from './extract-job.ts'

/** One at a time is unpacked and stored on a server; the others wait for its lane, and can be cancelled meanwhile. */
const AT_ONCE = { concurrency: 3, groupConcurrency: 1 }

const EXTRACTIONS: ResumableJobs = { kind: 'extract', queue: EXTRACT_QUEUE, isRunning: isExtractionRunning }

export const archiveJobs = (ctx: Context): JobQueue[] => [
  {
    name: EXTRACT_QUEUE,
    longRunning: AT_ONCE,
    run: ({ jobId }, lastTry) => runExtraction(ctx, String(jobId), lastTry),
  },
  { name: 'resume-extractions', cron: '* * * * *', run: () => resumeStalledJobs(ctx, EXTRACTIONS) },
]

/** Restarts extractions that a previous process left open. */
export const resumeExtractions = (ctx: Context): Promise<void> => resumeJobs(ctx, EXTRACTIONS)
