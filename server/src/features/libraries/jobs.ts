import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteOldDrafts } from './value-store.ts'

/** Values of uploads that never came. */
export const libraryJobs = (ctx: Context): JobQueue[] => [
  { name: 'delete-library-drafts', cron: '17 * * * *', run: () => deleteOldDrafts(ctx.db.reader) },
]
