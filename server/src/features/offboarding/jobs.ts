import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { LEAVER_QUEUE, tendLeavers } from './offboarding.ts'

export const leaverJobs = (ctx: Context): JobQueue[] => [
  { name: LEAVER_QUEUE, cron: '*/5 * * * *', run: () => tendLeavers(ctx) },
]
