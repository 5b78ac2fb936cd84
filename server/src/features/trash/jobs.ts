import type { Context } from '../../context.ts'
import { allSettledSequentially } from '../../jobs/all-settled.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { purgeDetached } from '../../tree/purge.ts'
import { refund } from '../../tree/quota.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { EXPIRE_TRASH_QUEUE } from './admin.ts'
import * as store from './store.ts'
import { adminTrashExpiry } from './trash.ts'

/**
 * Expires the trash: 30 days in the user's stage, 30 days in the administrators' stage, then purged unless
 * held (C12).
 */
export const trashJobs = (ctx: Context): JobQueue[] => [
  { name: EXPIRE_TRASH_QUEUE, cron: '10 * * * *', run: async () => void (await expireTrash(ctx)) },
]

const BATCH_SIZE = 500

export async function expireTrash(
  ctx: Context,
  batchSize = BATCH_SIZE,
): Promise<{ handedOver: number; purged: number }> {
  return { handedOver: await expireUserTrash(ctx, batchSize), purged: await expireAdminTrash(ctx, batchSize) }
}

async function expireUserTrash(ctx: Context, step: number): Promise<number> {
  let count = 0
  let failed: unknown
  for (let last: string | undefined; ; ) {
    const due = await store.expiredEntries(ctx.db.reader, 'person', ctx.now(), step, last)
    const spaces = Map.groupBy(due, (entry) => entry.spaceId)
    await allSettledSequentially(spaces, ([spaceId, entries]) =>
      ctx.db.transact(async (tx) => {
        await lockSpace(tx, spaceId)
        const freed = await store.moveToAdminTrash(
          tx,
          entries.map((entry) => entry.id),
          adminTrashExpiry(ctx),
        )
        await refund(tx, spaceId, freed)
        count += entries.length
      }),
    ).catch((error) => {
      failed = error
    })
    last = due.at(-1)?.id
    if (last) continue
    if (failed) throw failed
    return count
  }
}

/** Continues after held entries, however many there are. */
async function expireAdminTrash(ctx: Context, step: number): Promise<number> {
  let count = 0
  let failed: unknown
  for (let last: string | undefined; ; ) {
    const due = await store.expiredEntries(ctx.db.reader, 'administrators', ctx.now(), step, last)
    await allSettledSequentially(due, async ({ fileId }) => {
      if (await store.hasHold(ctx.db.reader, fileId)) return
      // The entry is deleted with the top row, which goes last: an interrupted run continues next time.
      await purgeDetached(ctx, [fileId])
      count++
    }).catch((error) => {
      failed = error
    })
    last = due.at(-1)?.id
    if (last) continue
    if (failed) throw failed
    return count
  }
}
