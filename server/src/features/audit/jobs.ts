import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { EXPORT_QUEUE, forgetOld, run } from './exports.ts'

export const auditJobs = (ctx: Context): JobQueue[] => [
  {
    name: EXPORT_QUEUE,
    longRunning: { concurrency: 1, groupConcurrency: 1 },
    run: ({ jobId }, lastTry) => run(ctx, String(jobId), lastTry),
  },
  { name: 'expire-log-exports', cron: '20 4 * * *', run: async () => void (await forgetOld(ctx)) },
]
