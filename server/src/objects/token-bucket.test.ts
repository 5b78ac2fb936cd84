import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StillClock } from '../../test/pace-clock.ts'
import { TokenBucket } from './token-bucket.ts'

/** At which both can ask again within the time that a turn takes. */
const SLOW = fc.integer({ min: 2000, max: 10_000_000 })
const RATE = fc.integer({ min: 2000, max: 500_000_000 })

/** A sender that always has more bytes, in pieces of `size`. Records what was sent, and when. */
function startSender(bucket: TokenBucket, clock: StillClock, size: number) {
  const passed: { at: number; bytes: number }[] = []
  let stopped = false
  const ask = () => {
    bucket.take(size, () => {
      passed.push({ at: clock.now(), bytes: size })
      // Not synchronously, as with real transfers.
      if (!stopped) queue.push(ask)
    })
  }
  const queue = [ask]
  return {
    passed,
    bytes: () => passed.reduce((sum, { bytes }) => sum + bytes, 0),
    stop: () => {
      stopped = true
    },
    work: () => {
      for (let next = queue.shift(); next; next = queue.shift()) next()
    },
  }
}

/** Lets them send for so long. */
function run(clock: StillClock, senders: readonly { work(): void }[], ms: number): void {
  const end = clock.now() + ms
  const work = () => {
    for (const sender of senders) sender.work()
  }
  work()
  while (clock.now() < end) {
    clock.advance(Math.min(1, end - clock.now()))
    work()
  }
}

describe('TokenBucket', () => {
  it('lets no more through, in any time, than its rate and one burst', () => {
    fc.assert(
      fc.property(
        RATE,
        fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 4 }),
        (rate, sizes) => {
          const clock = new StillClock()
          const bucket = new TokenBucket(rate, clock)
          const senders = sizes.map((size) =>
            startSender(bucket, clock, Math.max(size, Math.ceil(rate / 500))),
          )
          run(clock, senders, 400)
          const all = senders.flatMap(({ passed }) => passed).sort((a, b) => a.at - b.at)
          // What a sender has been counted for before it may go counts with the last that it asked for.
          const largest = Math.max(...all.map(({ bytes }) => bytes), 0) * senders.length
          for (let from = 0; from < all.length; from += 7) {
            let sum = 0
            for (let to = from; to < all.length; to++) {
              sum += all[to]?.bytes ?? 0
              const ms = (all[to]?.at ?? 0) - (all[from]?.at ?? 0)
              expect(sum).toBeLessThanOrEqual((rate * ms) / 1000 + bucket.burst + largest + 1)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('lets exactly its rate and one burst through where pieces are a turn or less', () => {
    fc.assert(
      fc.property(RATE, fc.integer({ min: 1, max: 4 }), (rate, count) => {
        const clock = new StillClock()
        const bucket = new TokenBucket(rate, clock)
        const senders = Array.from({ length: count }, () => startSender(bucket, clock, bucket.slice))
        run(clock, senders, 3000)
        const sum = senders.reduce((all, sender) => all + sender.bytes(), 0)
        const most = rate * 3 + bucket.burst
        expect(sum).toBeLessThanOrEqual(most + 1)
        // A turn that is not whole yet waits, and so does one of each that is being counted.
        expect(sum).toBeGreaterThan(most - rate * 0.01 - bucket.slice * (count + 1))
      }),
      { numRuns: 60 },
    )
  })

  it('gives two transfers the same, whatever they ask for at a time', () => {
    fc.assert(
      fc.property(SLOW, fc.integer({ min: 1, max: 40 }), (rate, factor) => {
        const clock = new StillClock()
        const bucket = new TokenBucket(rate, clock)
        const [small, large] = [
          startSender(bucket, clock, bucket.slice),
          startSender(bucket, clock, bucket.slice * factor),
        ]
        run(clock, [small, large], 6000)
        // One that asks for much has the burst at the begin alone.
        const slack = bucket.burst + bucket.slice * (factor + 2)
        expect(Math.abs(small.bytes() - large.bytes())).toBeLessThanOrEqual(slack)
      }),
      { numRuns: 60 },
    )
  })

  it('does not delay without a rate, and releases waiting callers when the rate is removed', () => {
    const clock = new StillClock()
    const bucket = new TokenBucket(null, clock)
    let through = 0
    for (let i = 0; i < 100; i++) bucket.take(1_000_000_000, () => through++)
    expect(through).toBe(100)
    bucket.setRate(10_000)
    bucket.take(1_000_000, () => through++)
    clock.advance(10_000)
    expect(through).toBe(100)
    bucket.setRate(null)
    expect(through).toBe(101)
    expect(clock.isAwaited).toBe(false)
  })

  it('is faster or slower from the moment that its rate is another', () => {
    const clock = new StillClock()
    const bucket = new TokenBucket(100_000, clock)
    const sender = startSender(bucket, clock, bucket.slice)
    run(clock, [sender], 1000)
    const before = sender.bytes()
    bucket.setRate(1_000_000)
    run(clock, [sender], 1000)
    const faster = sender.bytes() - before
    expect(faster).toBeGreaterThan(900_000)
    bucket.setRate(10_000)
    run(clock, [sender], 1000)
    expect(sender.bytes() - before - faster).toBeLessThan(10_000 + bucket.burst + 2000)
  })

  it('forgets who leaves, and goes on with the others', () => {
    const clock = new StillClock()
    const bucket = new TokenBucket(10_000, clock)
    const done: string[] = []
    const leave = bucket.take(1_000_000, () => done.push('left'))
    bucket.take(20_000, () => done.push('stayed'))
    leave()
    clock.advance(4000)
    expect(done).toEqual(['stayed'])
    expect(clock.isAwaited).toBe(false)
    bucket.take(1_000_000, () => done.push('never'))()
    expect(clock.isAwaited).toBe(false)
  })
})
