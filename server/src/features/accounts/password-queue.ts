/**
 * Lets so many in at a time for each key as there is room for then; the others wait, the first one first. Whoever waits
 * looks again how much room there is, and leaves where there is none for him any more.
 */
export class AdmissionGate {
  readonly #inside = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #waitingMax: number

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax
  }

  /**
   * Answers what leaves again. `roomFor` may refuse by throwing, and is asked anew after each wait.
   * @param onFull too many wait already: throws.
   */
  async enter(key: string, roomFor: () => Promise<number>, onFull: () => never): Promise<() => void> {
    try {
      let room = await roomFor()
      while (this.#insideOf(key) >= room) {
        await this.#wait(key, onFull)
        room = await roomFor()
      }
      this.#inside.set(key, this.#insideOf(key) + 1)
      if (this.#insideOf(key) < room) this.#wake(key)
    } catch (error) {
      // It was this one's turn to look: now it is the next one's.
      this.#wake(key)
      throw error
    }
    return () => {
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
