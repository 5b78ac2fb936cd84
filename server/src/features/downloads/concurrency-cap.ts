import { refuse } from '../../errors/refusal.ts'

const RETRY_SECONDS = 10

/** Runs at most `max` at a time per key; refuses more with `too_many_calls`. */
export class ConcurrencyCap {
  readonly #running = new Map<string, number>()
  readonly #max: number

  constructor(most: number) {
    this.#max = most
  }

  async run(key: string, work: () => Promise<void>): Promise<void> {
    const taken = this.#running.get(key) ?? 0
    if (taken >= this.#max) refuse('too_many_calls', { retryAfter: RETRY_SECONDS })
    this.#running.set(key, taken + 1)
    try {
      await work()
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1
      if (left === 0) this.#running.delete(key)
      else this.#running.set(key, left)
    }
  }
}
