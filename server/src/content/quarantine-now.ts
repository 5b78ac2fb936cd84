import type { Context } from '../context.ts'
import { runInBackground } from '../db/database.ts'
import type { StoredObject } from '../objects/stores.ts'
import { quarantineAndRecheck } from './scrub.ts'

/**
 * An object that somebody was about to be given wrong. Nobody is given it any more, in part either, once this has ended: a
 * reader whose line was cut asks for the rest by itself, and would have the whole. It is then read again behind his back, and
 * given out again where the reading alone was at fault.
 */
export async function quarantineOnRead(ctx: Context, object: StoredObject): Promise<void> {
  const warn = (err: unknown) =>
    ctx.log.warn({ err, key: object.key }, 'content that looked damaged could not be read again')
  const readAgain = await quarantineAndRecheck(ctx, object).catch(warn)
  if (readAgain) runInBackground(readAgain).catch(warn)
}
