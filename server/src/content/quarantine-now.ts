import type { Context } from '../context.ts'
import { runInBackground } from '../db/database.ts'
import type { StoredObject } from '../objects/stores.ts'
import { quarantineAndRecheck } from './scrub.ts'

/**
 * Quarantines an object whose bytes were wrong during a download. It must be quarantined before this resolves: a client whose
 * connection was cut resumes the download. The object is then read again in the background and released if it is intact.
 */
export async function quarantineOnRead(ctx: Context, object: StoredObject): Promise<void> {
  const warn = (err: unknown) =>
    ctx.log.warn({ err, key: object.key }, 'content that looked damaged could not be read again')
  const readAgain = await quarantineAndRecheck(ctx, object).catch(warn)
  if (readAgain) runInBackground(readAgain).catch(warn)
}
