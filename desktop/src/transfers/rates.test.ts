import { expect, test } from 'vitest'
import { Rates } from './rates.ts'

test('the rate of a download is that of the last three seconds, however often its bytes come', () => {
  const rates = new Rates()
  let bytes = 0
  const receive = (from: number, to: number, bytesPerMs: number) => {
    for (let at = from; at < to; at += 0.25) {
      bytes += bytesPerMs / 4
      rates.note('one', at, bytes)
    }
  }
  receive(0, 5000, 10_000)
  expect(rates.of('one')).toBeCloseTo(10_000_000, -5)
  receive(5000, 10_000, 1000)
  expect(rates.of('one')).toBeCloseTo(1_000_000, -5)
})

test('a download that has begun has no rate yet, and one that is over none any more', () => {
  const rates = new Rates()
  rates.note('one', 0, 1000)
  expect(rates.of('one')).toBe(0)
  rates.note('one', 500, 2000)
  expect(rates.of('one')).toBe(2000)
  rates.forget('one')
  expect(rates.of('one')).toBe(0)
})
