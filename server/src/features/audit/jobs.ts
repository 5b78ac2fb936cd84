import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteExpiredExports, EXPORT_QUEUE, runExport } from './exports.ts'

export const auditJobs = (ctx: Context): JobQueue[] => [
  {
    name: EXPORT_QUEUE,
    longRunning: { concurrency: 1, groupConcurrency: 1 },
    run: ({ jobId }, lastTry) => runExport(ctx, String(jobId), lastTry),
  },
  { name: 'expire-log-exports', cron: '20 4 * * *', run: async () => void (await deleteExpiredExports(ctx)) },
]
