import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { OFFBOARDING_QUEUE, processOffboardings } from './offboarding.ts'

export const offboardingJobs = (ctx: Context): JobQueue[] => [
  { name: OFFBOARDING_QUEUE, cron: '*/5 * * * *', run: () => processOffboardings(ctx) },
]
