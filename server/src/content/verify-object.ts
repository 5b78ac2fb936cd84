import { type ObjectStore, StoreAway } from '../objects/port.ts'
import type { Stores } from '../objects/stores.ts'
import { type Expected, lookAgain, type Mismatch, type Reading } from '../objects/verify-object.ts'

export interface Seen extends Mismatch {
  /** The store did not give this one out, though it answers: that says nothing of the bytes. */
  readonly withheld?: true
}

/** Undefined where it is as it came. StoreAway where the whole store is, and nothing is known of what lies there. */
export async function look(stores: Stores, content: Expected, reading?: Reading): Promise<Seen | undefined> {
  try {
    const mismatch = await lookAgain(stores, content, reading)
    // Where its bucket is not there either nothing is known of it.
    if (mismatch?.wrong === 'missing') await mustBeThere(stores.of(content.bucket))
    return mismatch
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    await stores.of(content.bucket).check()
    return { wrong: 'unreadable', says: 'are refused by the store', withheld: true }
  }
}

async function mustBeThere(bucket: ObjectStore): Promise<void> {
  await bucket.check().catch((error: unknown) => {
    if (error instanceof StoreAway) throw error
  })
}
