import pLimit, { type LimitFunction } from 'p-limit'
import { refuse } from '../errors/refusal.ts'

const RETRY_SECONDS = 2
const tooMany = () => refuse('too_many_calls', { retryAfter: RETRY_SECONDS })

/**
 * Some work at a time for each key; more waits in line, and what would wait behind too many is refused. Who waits here
 * holds nothing that others need, a database connection least of all.
 */
export class ConcurrencyLimiter {
  readonly #lines = new Map<string, LimitFunction>()
  readonly #atOnce: number
  readonly #waitingMax: number

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** What nobody waits for any more when its turn comes is not begun. */
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
