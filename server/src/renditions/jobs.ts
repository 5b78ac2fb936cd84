import type { Context } from '../context.ts'
import type { JobQueue } from '../jobs/jobs.ts'
import { dropUnneeded, enforceBudget } from './evict.ts'

export const renditionJobs = (ctx: Context): JobQueue[] => [
  {
    name: 'evict-renditions',
    // Before the garbage collector, which deletes what this leaves.
    cron: '15 * * * *',
    run: async () => {
      await dropUnneeded(ctx)
      await enforceBudget(ctx)
    },
  },
]
