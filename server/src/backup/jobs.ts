import type { Context } from '../context.ts'
import type { JobQueue } from '../jobs/jobs.ts'
import { repairFromBackup } from './repair-source.ts'

export const backupJobs = (ctx: Context): JobQueue[] => {
  const { repairFrom } = ctx.config
  if (repairFrom === undefined) return []
  return [{ name: 'repair-from-backup', cron: '35 * * * *', run: () => repairFromBackups(ctx, repairFrom) }]
}

/** Repairs corrupt and missing content from backups; retried in an hour if no backup has it. */
async function repairFromBackups(ctx: Context, place: string): Promise<void> {
  const { repaired } = await repairFromBackup(place, ctx, { explain: false })
  if (repaired.size > 0) ctx.log.warn({ repaired: repaired.size, place }, 'repaired content from backups')
}
