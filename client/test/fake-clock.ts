import type { Clock } from '../src/uploads/ports.ts'

/** A clock that the test advances. Runs due timers in order, including those that they start. */
export class FakeClock implements Clock {
  #now = 1_000_000
  #next = 1
  readonly #timers = new Map<number, { at: number; run: () => void }>()

  now = (): number => this.#now

  after = (ms: number, run: () => void): (() => void) => {
    const id = this.#next++
    this.#timers.set(id, { at: this.#now + ms, run })
    return () => this.#timers.delete(id)
  }

  get waiting(): number {
    return this.#timers.size
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await flushPromises()
    for (let due = this.#due(end); due; due = this.#due(end)) {
      this.#now = due.at
      this.#timers.delete(due.id)
      due.run()
      await flushPromises()
    }
    this.#now = end
  }

  #due(end: number): { id: number; at: number; run: () => void } | undefined {
    return [...this.#timers]
      .map(([id, timer]) => ({ id, ...timer }))
      .filter(({ at }) => at <= end)
      .sort((a, b) => a.at - b.at || a.id - b.id)[0]
  }
}

/** Lets all pending promise callbacks run. */
const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
