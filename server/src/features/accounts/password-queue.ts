/**
 * Limits concurrency per key to a limit that is read on each entry. Further calls wait in order of arrival and read the
 * limit again when woken; they fail if reading it throws.
 */
export class AdmissionGate {
  readonly #inside = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #waitingMax: number
  /** How many slots were released, of all keys. */
  #released = 0

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax
  }

  /**
   * Waits for a slot. Returns a function that releases it.
   * @param roomFor the current limit; called again after each wait, may throw.
   * @param onFull called if too many wait already; throws.
   */
  async enter(key: string, roomFor: () => Promise<number>, onFull: () => never): Promise<() => void> {
    try {
      let room: number
      let released: number
      // A call that left while the limit was read may not be in it yet, though its slot is free: the limit is read again.
      do {
        released = this.#released
        room = await roomFor()
        if (this.#insideOf(key) >= room) {
          await this.#wait(key, onFull)
          released = -1
        }
      } while (released !== this.#released)
      this.#inside.set(key, this.#insideOf(key) + 1)
      if (this.#insideOf(key) < room) this.#wake(key)
    } catch (error) {
      // Wake the next waiting call instead.
      this.#wake(key)
      throw error
    }
    return () => {
      this.#released++
      const others = this.#insideOf(key) - 1
      if (others > 0) this.#inside.set(key, others)
      else this.#inside.delete(key)
      this.#wake(key)
    }
  }

  #insideOf(key: string): number {
    return this.#inside.get(key) ?? 0
  }

  #wait(key: string, onFull: () => never): Promise<void> {
    const line = this.#waiting.get(key) ?? []
    if (line.length >= this.#waitingMax) onFull()
    this.#waiting.set(key, line)
    return new Promise((resolve) => line.push(resolve))
  }

  #wake(key: string): void {
    const line = this.#waiting.get(key)
    line?.shift()?.()
    if (line?.length === 0) this.#waiting.delete(key)
  }
}
