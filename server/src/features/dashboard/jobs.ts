import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { measureStorage } from './dashboard.ts'

export const dashboardJobs = (ctx: Context): JobQueue[] => [
  { name: 'measure-storage', cron: '*/15 * * * *', run: () => measureStorage(ctx) },
]
