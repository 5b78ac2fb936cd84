import type { Clock } from '@clouddisk/client/uploads/ports'

/** A clock on the wall that a test sets, and timers that go by the time that passes, whatever the clock shows. */
export class WallClock implements Clock {
  #passed = 0
  #shown = 0
  #next = 1
  readonly #timers = new Map<number, { at: number; run: () => void }>()

  now = (): number => this.#shown + this.#passed

  after = (ms: number, run: () => void): (() => void) => {
    const id = this.#next++
    this.#timers.set(id, { at: this.#passed + ms, run })
    return () => this.#timers.delete(id)
  }

  /** @param local in the time zone of this computer. */
  set(local: string): void {
    this.#shown = new Date(local).getTime() - this.#passed
  }

  /** As by hand, or by a sleep, in which no time passes for programs. */
  shift(ms: number): void {
    this.#shown += ms
  }

  /** Timers that have not fired. */
  get timers(): number {
    return this.#timers.size
  }

  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      const [due] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)
      if (!due) break
      const [id, { at, run }] = due
      this.#passed = Math.max(this.#passed, at)
      this.#timers.delete(id)
      run()
    }
    this.#passed = end
  }
}
