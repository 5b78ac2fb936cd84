import type { Context } from '../../context.ts'
import { lookAgain } from '../../objects/look-again.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { healWith, quarantine, type Source } from './damage.ts'
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
  const now = await store.openFault(ctx.db.reader, fault.id)
  if (now?.damagedAt) return true
  const mismatch = now && (await lookAgain(ctx.stores, now))
  if (now && !mismatch) await store.forgetFault(ctx.db.reader, now.id)
  return now !== undefined && mismatch !== undefined && (await quarantine(ctx, now, mismatch))
}

/**
 * Reads content again beside which equal bytes came just now, and mends it from them where it is damaged. False where it
 * is still not whole: they are the only ones then.
 */
export async function mendFromEqual(ctx: Context, id: string, came: StoredObject): Promise<boolean> {
  const { reader } = ctx.db
  const [content] = await store.contentsNamed(reader, [id])
  if (content) {
    const mismatch = await lookAgain(ctx.stores, content)
    if (!mismatch) return true
    if (!(await store.noteFault(reader, content, mismatch, ctx.now()))) return false
  }
  const fault = await store.openFault(reader, id)
  if (!fault) return false
  const source = { store: ctx.stores.of(came.bucket), key: came.key, etag: came.etag }
  if (await mendWith(ctx, fault, source)) return true
  // It read right the second time.
  return (await store.contentsNamed(reader, [id])).length > 0 && !(await store.openFault(reader, id))
}
