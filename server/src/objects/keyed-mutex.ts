/** Serializes work on one key; different keys run concurrently. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const result = before.then(work, work)
    this.#tails.set(key, result)
    const over = () => {
      if (this.#tails.get(key) === result) this.#tails.delete(key)
    }
    result.then(over, over)
    return result
  }
}
