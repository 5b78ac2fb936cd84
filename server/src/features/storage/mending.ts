import type { Context } from '../../context.ts'
import { unhurried } from '../../db/database.ts'
import { eachAlone } from '../../jobs/each.ts'
import { Answering } from '../../objects/answering.ts'
import { lookAgain, type Mismatch } from '../../objects/look-again.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { healWith, quarantine, type Source, settle } from './damage.ts'
import { look } from './looking.ts'
import { dropSpare, lateSpares, type Spare } from './loose.ts'
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
 * Reads the content that is used instead of a spare. Where it is not what came its row names the spare from then on, which was
 * read then too. False: nobody needs that. StoreAway: nothing is known of one of them, and the spare stays.
 */
export async function useSpare(ctx: Context, { id, ...spare }: Spare): Promise<boolean> {
  for (let wrong = await wrongNow(ctx, id); wrong; wrong = await wrongNow(ctx, id)) {
    const { content, mismatch } = wrong
    // By somebody who was quicker.
    if (content.key === spare.key) return true
    // Its removal may have been done and not heard of. What cannot be read now may be later.
    const fault = await look(ctx.stores, { ...content, ...spare })
    if (fault?.wrong === 'unreadable') return true
    if (fault) break
    if (await settle(ctx, content, spare, { mismatch, spareFor: id })) {
      await tellAdministrators(ctx)
      return true
    }
  }
  return false
}

/** Reads what spares wait for that nobody has come to. */
export async function useSpares(ctx: Context): Promise<void> {
  const answering = new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'a bucket is away: spares of what lies there stay'),
  )
  for (let after = ''; ; ) {
    const spares = await lateSpares(ctx, after)
    await eachAlone(spares, ({ contentBucket, ...spare }) =>
      answering.try(contentBucket, () => unhurried(() => useOrDrop(ctx, spare))),
    )
    const last = spares.at(-1)
    if (!last) return
    after = last.key
  }
}

async function useOrDrop(ctx: Context, spare: Spare): Promise<void> {
  if (!(await useSpare(ctx, spare))) await dropSpare(ctx, spare)
}

/** Equal bytes came, and have a row of their own: content that is not what came is mended by a copy of them. */
export async function mendFromTwin(ctx: Context, id: string, twin: StoredObject): Promise<void> {
  const wrong = await wrongNow(ctx, id)
  if (!wrong) return
  const source = { ...twin, store: ctx.stores.of(twin.bucket) }
  if (await healWith(ctx, wrong.content, source, wrong)) await tellAdministrators(ctx)
}

/**
 * What is wrong with content when it is read now; undefined where nothing is, or nobody uses it any more. Twice, so that no fault
 * of the moment is taken for one of the content.
 */
async function wrongNow(
  ctx: Context,
  id: string,
): Promise<{ content: store.Content; mismatch: Mismatch } | undefined> {
  const content = await store.contentNow(ctx.db.reader, id)
  if (!content || !(await look(ctx.stores, content))) return undefined
  const mismatch = await look(ctx.stores, content)
  return mismatch && { content, mismatch }
}
