import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteDissolvedGroups } from './dissolve.ts'
import { processHandovers } from './handover.ts'

/** Time's work on groups: handovers that were agreed to or waited too long, and groups whose time is over. */
export const groupJobs = (ctx: Context): JobQueue[] => [
  { name: 'process-handovers', cron: '* * * * *', run: () => processHandovers(ctx) },
  { name: 'delete-dissolved-groups', cron: '*/5 * * * *', run: () => deleteDissolvedGroups(ctx) },
]
