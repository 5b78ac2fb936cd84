import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { createBandwidthLimiter } from './bandwidth.ts'

/** For parts with a start and an end of sending: when the limiter releases each, ms. */
function held(rate: number, ...parts: { began: number; gone: number; bytes: number }[]): number[] {
  let now = 0
  const waits: number[] = []
  const pace = createBandwidthLimiter({
    now: () => now,
    after: (ms) => {
      waits.push(now + ms)
      return () => {}
    },
  })
  return parts.map(({ began, gone, bytes }) => {
    now = gone
    const before = waits.length
    void pace({ rate, bytes, startedAt: began, signal: new AbortController().signal })
    return waits[before] ?? gone
  })
}
const at = (began: number, gone = began, bytes = 1000) => ({ began, gone, bytes })

test('parts in flight share the granted rate, as do the parts after them', () => {
  expect(held(1000, at(0), at(0), at(0), at(1000), at(2000))).toEqual([1000, 2000, 3000, 4000, 5000])
})

test('sequential parts each take the time of their rate, and idle time gives no credit', () => {
  expect(held(1000, at(0), at(1000), at(9000), at(9000))).toEqual([1000, 2000, 10_000, 11_000])
})

test('there is no delay if the network is slower than the rate', () => {
  expect(held(1000, at(0, 5000), at(0, 6000), at(0, 7000), at(7000, 12_000))).toEqual([
    5000, 6000, 7000, 12_000,
  ])
})

test('without a user limit the general rate, if any, applies to each part separately', () => {
  const large = at(0, 0, LIMITS.syncSpeed)
  expect(held(LIMITS.syncSpeed, large, large)).toEqual([1000, 1000])
  expect(held(0, large, large)).toEqual([0, 0])
})

test('a pause ends the delay', async () => {
  let forgotten = 0
  const pace = createBandwidthLimiter({ now: () => 0, after: () => () => void forgotten++ })
  const stop = new AbortController()
  const waiting = pace({ rate: 10, bytes: 1000, startedAt: 0, signal: stop.signal })
  stop.abort()
  await waiting
  expect(forgotten).toBe(1)
})
