/** How fast bytes may pass: a bucket of them for all of one person's transfers in one direction. */

export interface TokenClock {
  /** ms, only ever growing. */
  now(): number
  /** Calls `run` in `ms`; what it answers calls that off. */
  after(ms: number, run: () => void): () => void
}

export const tokenClock: TokenClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** What may pass at once after a pause, as seconds of the rate. */
const BURST = 0.25
/** Those who wait take turns of this many seconds of the rate, so that none waits for another's whole. */
const TURN = 0.02
/** Bytes of a turn, however slow or fast. */
const TURN_MIN = 1024
const TURN_MAX = 256 * 1024

interface Waiting {
  left: number
  readonly done: () => void
}

/** A token bucket that callers wait at, in turns. With no rate nothing waits. */
export class TokenBucket {
  readonly #clock: TokenClock
  #rate: number | null
  #tokens: number
  #at: number
  readonly #waiting: Waiting[] = []
  #stop: (() => void) | undefined

  /** `rate` in bytes a second; null lets everything through. */
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

  /** Bytes that pass at once after a pause: one turn at least. */
  get burst(): number {
    return this.#rate === null ? 0 : Math.max(TURN_MIN, this.#rate * BURST)
  }

  /** Bytes that are best asked for at a time. */
  get slice(): number {
    return this.#rate === null
      ? TURN_MAX
      : Math.min(TURN_MAX, Math.max(TURN_MIN, Math.floor(this.#rate * TURN)))
  }

  /** In force at once, for those who wait already too. */
  setRate(rate: number | null): void {
    if (rate === this.#rate) return
    this.#refill()
    this.#rate = rate
    this.#tokens = Math.min(this.#tokens, this.burst)
    this.#serve()
  }

  /**
   * Calls `done` once `bytes` may have passed, which may be at once, before this has ended. What it answers calls that
   * off; what was counted until then stays counted.
   */
  take(bytes: number, done: () => void): () => void {
    if (this.#rate === null || bytes <= 0) {
      done()
      return () => undefined
    }
    const waiting = { left: bytes, done }
    this.#waiting.push(waiting)
    if (this.#stop === undefined) this.#serve()
    return () => {
      const at = this.#waiting.indexOf(waiting)
      if (at >= 0) this.#waiting.splice(at, 1)
      if (this.#waiting.length === 0) this.#rest()
    }
  }

  #refill(): void {
    const now = this.#clock.now()
    if (this.#rate !== null)
      this.#tokens = Math.min(this.burst, this.#tokens + (this.#rate * (now - this.#at)) / 1000)
    this.#at = now
  }

  #rest(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** One turn after the other, as far as the bytes reach; goes on when there are enough for the next one. */
  #serve(): void {
    this.#rest()
    this.#refill()
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const wanted = this.#rate === null ? first.left : Math.min(first.left, this.slice)
      if (this.#rate !== null) {
        if (this.#tokens < wanted) {
          this.#wakeFor(wanted, this.#rate)
          return
        }
        this.#tokens -= wanted
      }
      this.#waiting.shift()
      first.left -= wanted
      if (first.left > 0) this.#waiting.push(first)
      else first.done()
      // Whoever was let through may have asked again at once, and been served by that.
      if (this.#stop !== undefined) return
    }
  }

  #wakeFor(wanted: number, rate: number): void {
    // A millisecond at least: what is missing may be less than a clock can tell.
    const ms = Math.max(1, Math.ceil(((wanted - this.#tokens) / rate) * 1000))
    this.#stop = this.#clock.after(ms, () => {
      this.#stop = undefined
      this.#serve()
    })
  }
}
