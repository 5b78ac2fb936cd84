import pLimit, { type LimitFunction } from 'p-limit'
import { refuse } from '../errors/refusal.ts'

const RETRY_SECONDS = 2
const tooMany = () => refuse('too_many_calls', { retryAfter: RETRY_SECONDS })

/**
 * Limits concurrent work for each key. Excess work waits; it is refused with `too_many_calls` if too much waits already.
 * Waiting work must not hold shared resources such as database connections.
 */
export class ConcurrencyLimiter {
  readonly #limits = new Map<string, LimitFunction>()
  readonly #concurrency: number
  readonly #maxWaiting: number

  constructor(concurrency: number, maxWaiting: number) {
    this.#concurrency = concurrency
    this.#maxWaiting = maxWaiting
  }

  /** Refuses `work` without starting it if it is aborted while it waits. */
  async run<T>(key: string, isAborted: () => boolean, work: () => Promise<T>): Promise<T> {
    const limit = this.#limits.get(key) ?? pLimit(this.#concurrency)
    this.#limits.set(key, limit)
    if (limit.pendingCount >= this.#maxWaiting) tooMany()
    try {
      return await limit(() => (isAborted() ? tooMany() : work()))
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(key)
    }
  }
}
