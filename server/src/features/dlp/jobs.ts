import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { checkPending } from './places/pending.ts'

export const dlpJobs = (ctx: Context): JobQueue[] => [
  { name: 'check-pending-files', everySeconds: 2, run: () => checkPending(ctx) },
]
