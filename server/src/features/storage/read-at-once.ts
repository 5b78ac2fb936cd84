import type { Context } from '../../context.ts'
import { unhurried } from '../../db/database.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { readNow } from './read-again.ts'

/** Those that are being read, however many ask for one. */
const under = new Set<string>()

/** Reads an object that looked wrong to a reader, behind his back; what cannot be read now waits for the next round. */
export function readAtOnce(ctx: Context, object: StoredObject): void {
  if (ctx.config.scrubDays === 0 || under.has(object.key)) return
  under.add(object.key)
  unhurried(() => readNow(ctx, object))
    .catch((err: unknown) => ctx.log.warn({ err, key: object.key }, 'what looked damaged could not be read'))
    .finally(() => under.delete(object.key))
}
