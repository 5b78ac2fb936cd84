import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { TokenBucket, type TokenClock, tokenClock } from '../../objects/token-bucket.ts'
import * as store from './store.ts'

/** Limits each person's upload and download bandwidth across all their transfers. */

export type Direction = 'up' | 'down'
type BandwidthSubject = Pick<Actor, 'personId' | 'speedLimit' | 'link'>

interface PersonBuckets {
  readonly up: TokenBucket
  readonly down: TokenBucket
  running: number
}

/** Buckets are kept this long after the last transfer; by then they are as full as new ones. */
const CACHE_MS = 1000

export class BandwidthLimiter {
  readonly #ctx: Context
  readonly #clock: TokenClock
  readonly #byPerson = new Map<string, PersonBuckets>()
  #reading: Promise<void> | undefined
  #again = false

  constructor(ctx: Context, clock: TokenClock = tokenClock) {
    this.#ctx = ctx
    this.#clock = clock
    // Runs on each change of a person, also during transfers.
    ctx.sessionCache.onInvalidate(() => this.#changed())
  }

  /** Runs one transfer within the person's limit. */
  async run<T>(
    person: BandwidthSubject,
    direction: Direction,
    transfer: (pace: TokenBucket) => Promise<T>,
  ): Promise<T> {
    const id = keyOf(person)
    const kept = this.#of(person)
    kept.running++
    try {
      return await transfer(kept[direction])
    } finally {
      kept.running--
      if (kept.running === 0) this.#letGo(id, kept)
    }
  }

  #of(person: BandwidthSubject): PersonBuckets {
    const id = keyOf(person)
    const rate = effectiveSpeed(this.#ctx, person.speedLimit)
    const known = this.#byPerson.get(id)
    if (known) {
      setRate(known, rate)
      return known
    }
    const kept = {
      up: new TokenBucket(rate, this.#clock),
      down: new TokenBucket(rate, this.#clock),
      running: 0,
    }
    this.#byPerson.set(id, kept)
    return kept
  }

  #letGo(id: string, kept: PersonBuckets): void {
    if (kept.up.isUnlimited) this.#byPerson.delete(id)
    else
      this.#clock.after(CACHE_MS, () => {
        if (kept.running === 0 && this.#byPerson.get(id) === kept) this.#byPerson.delete(id)
      })
  }

  /** Concurrent changes share one read. */
  #changed(): void {
    if (this.#byPerson.size === 0) return
    this.#again = this.#reading !== undefined
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
      if (this.#again) this.#changed()
    })
  }

  async #read(): Promise<void> {
    try {
      const limits = await store.speedLimits(this.#ctx.db.reader, [...this.#byPerson.keys()])
      for (const { personId, speedLimit } of limits) {
        const kept = this.#byPerson.get(personId)
        if (kept) setRate(kept, effectiveSpeed(this.#ctx, speedLimit))
      }
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'changed speed limits could not be applied to running transfers')
    }
  }
}

/** Visitors of a link share its own, so that they do not slow its owner down. */
const keyOf = ({ personId, link }: BandwidthSubject): string => link?.id ?? personId

function setRate({ up, down }: PersonBuckets, rate: number | null): void {
  up.setRate(rate)
  down.setRate(rate)
}

/** Bytes per second: the lower of the person's limit and the general one; null without limits. */
export function effectiveSpeed({ config }: Context, own: number | null | undefined): number | null {
  const { speedLimit: everybody } = config
  if (own == null) return everybody
  return everybody === null ? own : Math.min(own, everybody)
}

/** The limit as reported to clients, which apply it to each part. */
export const syncSpeedOf = (ctx: Context, { speedLimit }: Actor): number =>
  Math.min(ctx.config.limits.syncSpeed, effectiveSpeed(ctx, speedLimit) ?? Number.POSITIVE_INFINITY)
