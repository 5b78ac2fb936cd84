import { type ObjectStore, StoreUnavailable } from '../objects/port.ts'
import type { Stores } from '../objects/stores.ts'
import {
  type ExpectedObject,
  type ObjectMismatch,
  type ObjectReading,
  verifyObject,
} from '../objects/verify-object.ts'

export interface SeenMismatch extends ObjectMismatch {
  /** The store responds but refuses this object, which says nothing about its bytes. */
  readonly isUnavailable?: true
}

/** Undefined if the object is intact. Throws StoreUnavailable if the bucket cannot be reached; the state of the object is then unknown. */
export async function verifyStored(
  stores: Stores,
  content: ExpectedObject,
  reading?: ObjectReading,
): Promise<SeenMismatch | undefined> {
  try {
    const mismatch = await verifyObject(stores, content, reading)
    // A missing bucket says nothing about the object.
    if (mismatch?.kind === 'missing') await mustBeThere(stores.of(content.bucket))
    return mismatch
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    await stores.of(content.bucket).check()
    return { kind: 'unreadable', message: 'are refused by the store', isUnavailable: true }
  }
}

async function mustBeThere(bucket: ObjectStore): Promise<void> {
  await bucket.check().catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error
  })
}
