import type { Context } from '../../context.ts'
import { recordChanges } from '../../db/changes.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { notifyShareStopped } from './notices.ts'
import * as store from './store.ts'

/** Entries end by themselves (access/ asks by the time of the call); this forgets them and tells who is concerned. */
export const shareJobs = (ctx: Context): JobQueue[] => [
  { name: 'expire-shares', cron: '* * * * *', run: async () => void (await deleteExpiredShares(ctx)) },
]

const ENTRIES_PER_STEP = 500

/** Answers how many shared files had entries that have ended. */
export async function deleteExpiredShares(ctx: Context, step = ENTRIES_PER_STEP): Promise<number> {
  for (let count = 0; ; ) {
    const ended = await deleteExpiredStep(ctx, step)
    count += ended
    if (ended === 0) return count
  }
}

async function deleteExpiredStep(ctx: Context, step: number): Promise<number> {
  return ctx.db.transact(async (tx) => {
    const due = await store.expiredFiles(tx, ctx.now(), step)
    const fileIds = due.map((file) => file.id)
    const ended = await withSpaceLocks(tx, fileIds, () => store.deleteExpired(tx, fileIds, ctx.now()))
    const gone = Map.groupBy(ended, (entry) => entry.fileId)
    await store.deleteEmptyShares(tx, fileIds)
    const files = due.filter((file) => gone.has(file.id))
    await recordChanges(
      tx,
      files.map((file) => ({
        kind: 'share.ended' as const,
        spaceId: file.spaceId,
        principalIds: gone.get(file.id)?.map((entry) => entry.principalId),
        fileId: file.id,
        parentIds: [file.parentId],
        actorId: null,
        details: { name: file.name, expired: true },
      })),
    )
    for (const file of files)
      await notifyShareStopped(ctx, tx, undefined, { ...file, to: gone.get(file.id) ?? [] })
    return due.length
  })
}
