import type { Context } from '../../context.ts'
import { lookAgain } from '../../objects/look-again.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { healWith, quarantine, type Source, settle } from './damage.ts'
import { loosen } from './loose.ts'
import * as store from './reading-store.ts'

/** What is mended at once: from a copy that lies in none of our buckets, or from what came again. */

/** Content that is damaged or seems lost. */
export const faultsToMend = ({ db }: Context): Promise<store.OpenFault[]> => store.openFaults(db.reader)

/** Has the row name a copy of this source; false where it was not damaged after all, or the source is. */
export async function mendWith(ctx: Context, fault: store.OpenFault, source: Source): Promise<boolean> {
  if (fault.damagedAt === null && !(await isDamaged(ctx, fault))) return false
  return healWith(ctx, fault, source)
}

/** What only seemed lost need not wait where there is a copy. */
async function isDamaged(ctx: Context, fault: store.OpenFault): Promise<boolean> {
  const { reader } = ctx.db
  const now = await store.openFault(reader, fault.id)
  if (!now || now.damagedAt) return now !== undefined
  const mismatch = await lookAgain(ctx.stores, now)
  if (!mismatch) await store.forgetFault(reader, now.id)
  if (!mismatch) return false
  if (await quarantine(ctx, now, mismatch)) return true
  // A reader may have been quicker.
  return Boolean((await store.openFault(reader, now.id))?.damagedAt)
}

/**
 * Reads content again beside which equal bytes came just now, that have no row. Where it is damaged its row names those from
 * then on: true. StoreAway: nothing is known of it.
 */
export async function mendByWhatCame(ctx: Context, id: string, came: StoredObject): Promise<boolean> {
  const fault = await faultNow(ctx, id)
  if (!(fault && (fault.damagedAt !== null || (await isDamaged(ctx, fault))))) return false
  await loosen(ctx, came)
  return settle(ctx, fault, came)
}

/** The same where they have a row of their own: it is mended by a copy. */
export async function mendFromTwin(ctx: Context, id: string, twin: StoredObject): Promise<void> {
  const fault = await faultNow(ctx, id)
  if (fault) await mendWith(ctx, fault, { ...twin, store: ctx.stores.of(twin.bucket) })
}

/** What is wrong with it when it is read now. */
async function faultNow(ctx: Context, id: string): Promise<store.OpenFault | undefined> {
  const { reader } = ctx.db
  const [content] = await store.contentsNamed(reader, [id])
  if (content) {
    const mismatch = await lookAgain(ctx.stores, content)
    if (!(mismatch && (await store.noteFault(reader, content, mismatch, ctx.now())))) return undefined
  }
  return store.openFault(reader, id)
}
