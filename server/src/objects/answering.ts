import { StoreAway } from './port.ts'
import type { Stores } from './stores.ts'

/** Buckets that answer while work goes over all of them: what lies in one that is away waits for another run. */
export class Answering {
  #buckets: readonly string[]
  readonly #onAway: (bucket: string, error: StoreAway) => void

  constructor(stores: Stores, onAway: (bucket: string, error: StoreAway) => void) {
    this.#buckets = stores.buckets
    this.#onAway = onAway
  }

  get buckets(): readonly string[] {
    return this.#buckets
  }

  has(bucket: string): boolean {
    return this.#buckets.includes(bucket)
  }

  /** For one that is known to be away. */
  leave(bucket: string): void {
    this.#buckets = this.#buckets.filter((one) => one !== bucket)
  }

  /** Undefined where the bucket is away; it is left alone from then on. */
  async try<T>(bucket: string, work: () => Promise<T>): Promise<T | undefined> {
    if (!this.has(bucket)) return undefined
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error
      this.leave(bucket)
      this.#onAway(bucket, error)
      return undefined
    }
  }
}
