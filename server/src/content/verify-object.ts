import { type ObjectStore, StoreUnavailable } from '../objects/port.ts'
import type { Stores } from '../objects/stores.ts'
import {
  type ExpectedObject,
  type ObjectMismatch,
  type ObjectReading,
  verifyObject,
} from '../objects/verify-object.ts'

export interface SeenMismatch extends ObjectMismatch {
  /** The store did not give this one out, though it answers: that says nothing of the bytes. */
  readonly isUnavailable?: true
}

/** Undefined where it is as it came. StoreAway where the whole store is, and nothing is known of what lies there. */
export async function verifyStored(
  stores: Stores,
  content: ExpectedObject,
  reading?: ObjectReading,
): Promise<SeenMismatch | undefined> {
  try {
    const mismatch = await verifyObject(stores, content, reading)
    // Where its bucket is not there either nothing is known of it.
    if (mismatch?.wrong === 'missing') await mustBeThere(stores.of(content.bucket))
    return mismatch
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    await stores.of(content.bucket).check()
    return { wrong: 'unreadable', says: 'are refused by the store', isUnavailable: true }
  }
}

async function mustBeThere(bucket: ObjectStore): Promise<void> {
  await bucket.check().catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error
  })
}
