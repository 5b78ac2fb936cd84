import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { tendLeavers } from './leavers.ts'

export const leaverJobs = (ctx: Context): JobQueue[] => [
  { name: 'tend-leavers', cron: '*/5 * * * *', run: () => tendLeavers(ctx) },
]
