import pLimit, { type LimitFunction } from 'p-limit'
import { refuse } from '../errors/refusal.ts'

const RETRY_SECONDS = 2
const tooMany = () => refuse('too_many_calls', { retryAfter: RETRY_SECONDS })

/**
 * Limits concurrent work for each key. Excess work waits; it is refused with `too_many_calls` if too much waits already.
 * Waiting work must not hold shared resources such as database connections.
 */
export class ConcurrencyLimiter {
  readonly #lines = new Map<string, LimitFunction>()
  readonly #atOnce: number
  readonly #waitingMax: number

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** Does not start `work` if `isAborted` when its turn comes. */
  async run<T>(key: string, isAborted: () => boolean, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? pLimit(this.#atOnce)
    this.#lines.set(key, line)
    if (line.pendingCount >= this.#waitingMax) tooMany()
    try {
      return await line(() => (isAborted() ? tooMany() : work()))
    } finally {
      if (line.activeCount + line.pendingCount === 0) this.#lines.delete(key)
    }
  }
}
