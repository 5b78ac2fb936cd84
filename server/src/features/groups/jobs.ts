import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { endDissolved } from './dissolve.ts'
import { tendHandovers } from './handover.ts'

/** Time's work on groups: handovers that were agreed to or waited too long, and groups whose time is over. */
export const groupJobs = (ctx: Context): JobQueue[] => [
  { name: 'process-handovers', cron: '* * * * *', run: () => tendHandovers(ctx) },
  { name: 'delete-dissolved-groups', cron: '*/5 * * * *', run: () => endDissolved(ctx) },
]
