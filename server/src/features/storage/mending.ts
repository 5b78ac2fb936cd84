import type { Context } from '../../context.ts'
import { lookAgain } from '../../objects/look-again.ts'
import { healWith, quarantine, type Source } from './damage.ts'
import * as store from './reading-store.ts'

/** What an administrator has mended at once, from a copy that lies in none of our buckets. */

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
