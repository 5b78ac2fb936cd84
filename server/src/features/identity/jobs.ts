import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteOver } from './store.ts'

/** Deletes sign-ins that were not finished, and assertions that have ended. */
export const identityJobs = (ctx: Context): JobQueue[] => [
  { name: 'cleanup-sign-ins', cron: '47 * * * *', run: () => deleteOver(ctx.db.reader, ctx.now()) },
]
