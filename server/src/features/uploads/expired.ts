import type { Context } from '../../context.ts'
import type { AvailabilityGuard } from '../../objects/availability.ts'
import * as store from './store.ts'

/** Uploads past their expiry time. */

const A_STEP = 500

/** The first expired uploads, open or ended. */
export const expiredUploads = (
  { db, now }: Context,
  state: 'open' | 'ended',
  buckets: readonly string[],
  limit = A_STEP,
): Promise<store.Upload[]> => store.expiredUploads(db.reader, state, now(), buckets, limit)

/** Expired uploads that have ended, in reachable buckets; each once, even if it cannot be deleted. */
export async function* expiredEnded(
  { db, now }: Context,
  guard: AvailabilityGuard,
): AsyncIterable<store.Upload> {
  for (let after = ''; ; ) {
    const ended = await store.expiredUploads(db.reader, 'ended', now(), guard.buckets, A_STEP, after)
    yield* ended
    const last = ended.at(-1)
    if (!last) return
    after = last.key
  }
}
