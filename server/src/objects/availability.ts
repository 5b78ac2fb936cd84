import { StoreUnavailable } from './port.ts'
import type { Stores } from './stores.ts'

const MAX_OBJECT_FAILURES = 5

/** Runs work over several buckets and skips those that become unavailable until the next run. */
export class AvailabilityGuard {
  readonly #stores: Stores
  readonly #objectFailures = new Map<string, number>()
  #buckets: readonly string[]
  readonly #onUnavailable: (bucket: string, error: StoreUnavailable) => void

  constructor(stores: Stores, onUnavailable: (bucket: string, error: StoreUnavailable) => void) {
    this.#stores = stores
    this.#buckets = stores.buckets
    this.#onUnavailable = onUnavailable
  }

  get buckets(): readonly string[] {
    return this.#buckets
  }

  has(bucket: string): boolean {
    return this.#buckets.includes(bucket)
  }

  /** Excludes a bucket that is known to be unavailable. */
  exclude(bucket: string): void {
    this.#buckets = this.#buckets.filter((object) => object !== bucket)
  }

  /**
   * Like `try` for one object: if the bucket itself responds, only this object fails. After a few such objects, each of which may
   * have taken minutes, the bucket is excluded.
   */
  tryObject<T>(bucket: string, work: () => Promise<T>): Promise<T | undefined> {
    return this.try(bucket, async () => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        const failures = (this.#objectFailures.get(bucket) ?? 0) + 1
        this.#objectFailures.set(bucket, failures)
        await this.#stores.of(bucket).check()
        if (failures > MAX_OBJECT_FAILURES) throw error
        throw new Error('the store answers, but not for this object', { cause: error })
      }
    })
  }

  /** Returns undefined if the bucket is unavailable, and excludes it from then on. */
  async try<T>(bucket: string, work: () => Promise<T>): Promise<T | undefined> {
    if (!this.has(bucket)) return undefined
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      this.exclude(bucket)
      this.#onUnavailable(bucket, error)
      return undefined
    }
  }
}
