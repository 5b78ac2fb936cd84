import { refuse } from '../../errors/refusal.ts'

const RETRY_SECONDS = 10

/** So many at a time for each key; whoever comes beyond that is told to come again. */
export class Places {
  readonly #taken = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  async within(key: string, work: () => Promise<void>): Promise<void> {
    const taken = this.#taken.get(key) ?? 0
    if (taken >= this.#most) refuse('too_many_calls', { retryAfter: RETRY_SECONDS })
    this.#taken.set(key, taken + 1)
    try {
      await work()
    } finally {
      const left = (this.#taken.get(key) ?? 1) - 1
      if (left === 0) this.#taken.delete(key)
      else this.#taken.set(key, left)
    }
  }
}
