import type { Context } from '../src/context.ts'
import { BandwidthLimiter } from '../src/features/accounts/bandwidth.ts'
import type { TokenClock } from '../src/objects/token-bucket.ts'

interface Alarm {
  readonly at: number
  readonly run: () => void
}

/** A clock that stands until a test moves it. */
export class StillClock implements TokenClock {
  #now = 0
  readonly #alarms = new Set<Alarm>()
  #asked = Promise.withResolvers<void>()

  now = (): number => this.#now

  after = (ms: number, run: () => void): (() => void) => {
    const alarm = { at: this.#now + ms, run }
    this.#alarms.add(alarm)
    this.#asked.resolve()
    return () => this.#alarms.delete(alarm)
  }

  /** Whether somebody waits for time to pass. */
  get isAwaited(): boolean {
    return this.#alarms.size > 0
  }

  /** Ends when somebody waits for time to pass. */
  async awaited(): Promise<void> {
    while (!this.isAwaited) {
      this.#asked = Promise.withResolvers()
      await this.#asked.promise
    }
  }

  /** On to the next moment that somebody waits for; false where nobody does. */
  next(): boolean {
    const [first] = [...this.#alarms].sort((a, b) => a.at - b.at)
    if (!first) return false
    this.#alarms.delete(first)
    this.#now = Math.max(this.#now, first.at)
    first.run()
    return true
  }

  /** Through all that is waited for until then. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const [first] = [...this.#alarms].sort((a, b) => a.at - b.at)
      if (!first || first.at > end) break
      this.next()
    }
    this.#now = end
  }
}

/** Limits bandwidth by this clock instead of the machine's. Call it before the first transfer. */
export function useBandwidthClock(ctx: Context, clock: TokenClock): void {
  Object.assign(ctx, { bandwidth: new BandwidthLimiter(ctx, clock) })
}
