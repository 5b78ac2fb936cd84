import type { Context } from '../context.ts'
import type { JobQueue } from '../jobs/jobs.ts'
import { mendFromBackup } from './repair-source.ts'

export const backupJobs = (ctx: Context): JobQueue[] => {
  const { repairFrom } = ctx.config
  if (repairFrom === undefined) return []
  return [{ name: 'repair-from-backup', cron: '35 * * * *', run: () => heal(ctx, repairFrom) }]
}

/** Mends from backups what is damaged or seems lost; where it has none of it, that is looked for again in an hour. */
async function heal(ctx: Context, place: string): Promise<void> {
  const { mended } = await mendFromBackup(place, ctx, { explain: false })
  if (mended.size > 0) ctx.log.warn({ mended: mended.size, place }, 'repaired content from backups')
}
