import type { Context } from '../../context.ts'
import { allSettledSequentially } from '../../jobs/all-settled.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { purgeDetached } from '../../tree/purge.ts'
import { refund } from '../../tree/quota.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { BIN_QUEUE } from './admin.ts'
import * as store from './store.ts'
import { secondExpiry } from './trash.ts'

/** Time's work on the bin: 30 days with the person, then 30 with the administrators, then gone, unless held (C12). */
export const trashJobs = (ctx: Context): JobQueue[] => [
  { name: BIN_QUEUE, cron: '10 * * * *', run: async () => void (await expire(ctx)) },
]

const ENTRIES_A_STEP = 500

export async function expire(
  ctx: Context,
  step = ENTRIES_A_STEP,
): Promise<{ handedOver: number; purged: number }> {
  return { handedOver: await handOver(ctx, step), purged: await purge(ctx, step) }
}

async function handOver(ctx: Context, step: number): Promise<number> {
  let count = 0
  let failed: unknown
  for (let last: string | undefined; ; ) {
    const due = await store.expiredEntries(ctx.db.reader, 'person', ctx.now(), step, last)
    const spaces = Map.groupBy(due, (entry) => entry.spaceId)
    await allSettledSequentially(spaces, ([spaceId, entries]) =>
      ctx.db.transact(async (tx) => {
        await lockSpace(tx, spaceId)
        const freed = await store.toSecondStage(
          tx,
          entries.map((entry) => entry.id),
          secondExpiry(ctx),
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

/** Goes on behind what is held, however much that is. */
async function purge(ctx: Context, step: number): Promise<number> {
  let count = 0
  let failed: unknown
  for (let last: string | undefined; ; ) {
    const due = await store.expiredEntries(ctx.db.reader, 'administrators', ctx.now(), step, last)
    await allSettledSequentially(due, async ({ fileId }) => {
      if (await store.isHeld(ctx.db.reader, fileId)) return
      // The entry goes with the top row, which is removed last: a run cut short goes on next time.
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
