import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { deleteUnused } from './store.ts'

/**
 * A label that no file has is not suggested. It is kept for a while, so that it has its color when it is used again; a file
 * in the recycle bin keeps its labels.
 */
const UNUSED_KEPT_MS = 90 * DAY

export const labelJobs = (ctx: Context): JobQueue[] => [
  { name: 'cleanup-labels', cron: '35 3 * * *', run: () => deleteUnusedLabels(ctx) },
]

export const deleteUnusedLabels = (ctx: Context): Promise<void> =>
  deleteUnused(ctx.db.reader, new Date(ctx.now().getTime() - UNUSED_KEPT_MS))
