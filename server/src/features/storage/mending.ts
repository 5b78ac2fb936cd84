import type { Context } from '../../context.ts'
import { unhurried } from '../../db/database.ts'
import { eachAlone } from '../../jobs/each.ts'
import { Answering } from '../../objects/answering.ts'
import { lookAgain, type Mismatch } from '../../objects/look-again.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { healWith, quarantine, type Source, settle } from './damage.ts'
import { removeUnnamed, type Spare, sparesIn } from './loose.ts'
import * as store from './reading-store.ts'
import { tellAdministrators } from './telling.ts'

/** What is mended at once: from a copy that lies in none of our buckets, or from what came again. */

/** Content that is damaged or seems lost. */
export const faultsToMend = ({ db }: Context): Promise<store.OpenFault[]> => store.openFaults(db.reader)

/** Has the row name a copy of this source; false where it was not damaged after all, or the source is. */
export async function mendWith(ctx: Context, fault: store.OpenFault, source: Source): Promise<boolean> {
  return (await isDamaged(ctx, fault)) && healWith(ctx, fault, source)
}

/** What only seemed lost need not wait where there is a copy. */
async function isDamaged(ctx: Context, fault: store.OpenFault): Promise<boolean> {
  if (fault.damagedAt) return true
  const { reader } = ctx.db
  const now = await store.openFault(reader, fault.id)
  if (!now || now.damagedAt) return now !== undefined
  const mismatch = await lookAgain(ctx.stores, now)
  if (!mismatch) {
    await store.forgetFault(reader, now.id)
    return false
  }
  if (await quarantine(ctx, now, mismatch)) return true
  // A reader may have been quicker.
  return Boolean((await store.openFault(reader, now.id))?.damagedAt)
}

/**
 * Reads the content that is used instead of a spare. Where it is not what came its row names the spare from then on; else
 * that goes. StoreAway: nothing is known of it, and the spare stays.
 */
export async function useSpare(ctx: Context, { id, ...spare }: Spare): Promise<void> {
  for (let wrong = await wrongNow(ctx, id); wrong; wrong = await wrongNow(ctx, id)) {
    // By somebody who was quicker.
    if (wrong.content.key === spare.key) return
    if (await settle(ctx, wrong.content, spare, wrong.mismatch)) return tellAdministrators(ctx)
  }
  await removeUnnamed(ctx, spare)
}

/** A spare that nobody has come to by then: whoever kept it was killed, or a store was away. */
const SPARE_LATE_MS = 3600 * 1000

/** Reads what spares wait for, bucket by bucket. */
export async function useSpares(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - SPARE_LATE_MS)
  const answering = new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'a bucket is away: what waits for its content stays'),
  )
  await eachAlone(ctx.stores.buckets, async (bucket) => {
    const spares = await sparesIn(ctx, bucket, before)
    await eachAlone(spares, (spare) => answering.try(bucket, () => unhurried(() => useSpare(ctx, spare))))
  })
}

/** Equal bytes came, and have a row of their own: content that is not what came is mended by a copy of them. */
export async function mendFromTwin(ctx: Context, id: string, twin: StoredObject): Promise<void> {
  const wrong = await wrongNow(ctx, id)
  if (!wrong) return
  const source = { ...twin, store: ctx.stores.of(twin.bucket) }
  if (await healWith(ctx, wrong.content, source, wrong)) await tellAdministrators(ctx)
}

/** What is wrong with content when it is read now; undefined where nothing is, or nobody uses it any more. */
async function wrongNow(
  ctx: Context,
  id: string,
): Promise<{ content: store.Content; mismatch: Mismatch } | undefined> {
  const content = await store.contentNow(ctx.db.reader, id)
  const mismatch = content && (await lookAgain(ctx.stores, content))
  return mismatch && { content, mismatch }
}
