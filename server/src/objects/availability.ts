import { StoreUnavailable } from './port.ts'
import type { Stores } from './stores.ts'

const FEW = 5

/** Buckets that answer while work goes over all of them: what lies in one that is away waits for another run. */
export class AvailabilityGuard {
  readonly #stores: Stores
  readonly #alone = new Map<string, number>()
  #buckets: readonly string[]
  readonly #onAway: (bucket: string, error: StoreUnavailable) => void

  constructor(stores: Stores, onAway: (bucket: string, error: StoreUnavailable) => void) {
    this.#stores = stores
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
  exclude(bucket: string): void {
    this.#buckets = this.#buckets.filter((object) => object !== bucket)
  }

  /**
   * The same for one object. Where its bucket answers all the same it is that one alone, which fails by itself and keeps none of the
   * others back; after a few, each of which may have taken minutes, the bucket is left.
   */
  one<T>(bucket: string, work: () => Promise<T>): Promise<T | undefined> {
    return this.try(bucket, async () => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        const alone = (this.#alone.get(bucket) ?? 0) + 1
        this.#alone.set(bucket, alone)
        await this.#stores.of(bucket).check()
        if (alone > FEW) throw error
        throw new Error('the store answers, but not for this object', { cause: error })
      }
    })
  }

  /** Undefined where the bucket is away; it is left alone from then on. */
  async try<T>(bucket: string, work: () => Promise<T>): Promise<T | undefined> {
    if (!this.has(bucket)) return undefined
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      this.exclude(bucket)
      this.#onAway(bucket, error)
      return undefined
    }
  }
}
