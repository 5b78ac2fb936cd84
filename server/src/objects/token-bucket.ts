export interface TokenClock {
  /** Monotonic ms. */
  now(): number
  /** Calls `run` in `ms`; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const tokenClock: TokenClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Capacity of the bucket, as seconds of the rate. */
const BURST = 0.25
/** Callers are served in turns of a slice, in seconds of the rate, so that none waits for all of another's bytes. */
const SLICE = 0.02
/** Limits of a slice in bytes. */
const SLICE_MIN = 1024
const SLICE_MAX = 256 * 1024

interface Waiting {
  left: number
  readonly done: () => void
}

/** Limits the bandwidth of one person's transfers in one direction. */
export class TokenBucket {
  readonly #clock: TokenClock
  #rate: number | null
  #tokens: number
  #at: number
  readonly #waiting: Waiting[] = []
  #timer: (() => void) | undefined

  /** `rate` in bytes per second; null: unlimited. */
  constructor(rate: number | null, clock: TokenClock = tokenClock) {
    this.#clock = clock
    this.#rate = rate
    this.#at = clock.now()
    this.#tokens = this.burst
  }

  get isUnlimited(): boolean {
    return this.#rate === null
  }

  get rate(): number | null {
    return this.#rate
  }

  /** Bytes that may be taken at once after a pause. */
  get burst(): number {
    return this.#rate === null ? 0 : Math.max(SLICE_MIN, this.#rate * BURST)
  }

  /** Bytes to take at a time. */
  get slice(): number {
    return this.#rate === null
      ? SLICE_MAX
      : Math.min(SLICE_MAX, Math.max(SLICE_MIN, Math.floor(this.#rate * SLICE)))
  }

  /** Also applies to waiting callers. */
  setRate(rate: number | null): void {
    if (rate === this.#rate) return
    this.#refill()
    this.#rate = rate
    this.#tokens = Math.min(this.#tokens, this.burst)
    this.#serve()
  }

  /**
   * Calls `done` when the bytes may be transferred, possibly before this returns. Returns a function that cancels; tokens taken
   * until then are not returned.
   */
  take(bytes: number, done: () => void): () => void {
    if (this.#rate === null || bytes <= 0) {
      done()
      return () => undefined
    }
    const waiting = { left: bytes, done }
    this.#waiting.push(waiting)
    if (this.#timer === undefined) this.#serve()
    return () => {
      const at = this.#waiting.indexOf(waiting)
      if (at >= 0) this.#waiting.splice(at, 1)
      if (this.#waiting.length === 0) this.#cancelTimer()
    }
  }

  #refill(): void {
    const now = this.#clock.now()
    if (this.#rate !== null)
      this.#tokens = Math.min(this.burst, this.#tokens + (this.#rate * (now - this.#at)) / 1000)
    this.#at = now
  }

  #cancelTimer(): void {
    this.#timer?.()
    this.#timer = undefined
  }

  /** Serves slices in turn while there are tokens, then sets a timer for the next one. */
  #serve(): void {
    this.#cancelTimer()
    this.#refill()
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const bytes = this.#rate === null ? first.left : Math.min(first.left, this.slice)
      if (this.#rate !== null) {
        if (this.#tokens < bytes) {
          this.#wakeFor(bytes, this.#rate)
          return
        }
        this.#tokens -= bytes
      }
      this.#waiting.shift()
      first.left -= bytes
      if (first.left > 0) this.#waiting.push(first)
      else first.done()
      // `done` may have called `take`, which has served the others.
      if (this.#timer !== undefined) return
    }
  }

  #wakeFor(bytes: number, rate: number): void {
    // At least the resolution of the clock.
    const ms = Math.max(1, Math.ceil(((bytes - this.#tokens) / rate) * 1000))
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = undefined
      this.#serve()
    })
  }
}
