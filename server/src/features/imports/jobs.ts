import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { type ResumableJobs, resumeJobs, resumeStalledJobs } from '../../jobs/resume-jobs.ts'
import { IMPORT_QUEUE } from './import-input.ts'
import { isImportRunning, runImport } from './import-job.ts'
import { removeOldImports } from './report.ts'

/** On one server; of one person one after the other. */
const AT_ONCE = { concurrency: 3, groupConcurrency: 1 }

const IMPORTS: ResumableJobs = { kind: 'import', queue: IMPORT_QUEUE, isRunning: isImportRunning }

export const importJobs = (ctx: Context): JobQueue[] => [
  {
    name: IMPORT_QUEUE,
    longRunning: AT_ONCE,
    run: ({ jobId }, lastTry) => runImport(ctx, String(jobId), lastTry),
  },
  { name: 'resume-imports', cron: '* * * * *', run: () => resumeStalledJobs(ctx, IMPORTS) },
  { name: 'remove-old-imports', cron: '25 3 * * *', run: () => removeOldImports(ctx) },
]

/** Restarts imports that a previous process left open. */
export const resumeImports = (ctx: Context): Promise<void> => resumeJobs(ctx, IMPORTS)
