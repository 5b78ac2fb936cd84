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
  expect(rates.of('one', 5000)).toBeCloseTo(10_000_000, -5)
  receive(5000, 10_000, 1000)
  expect(rates.of('one', 10_000)).toBeCloseTo(1_000_000, -5)
})

test('a download that has begun has no rate yet, and one that is over none any more', () => {
  const rates = new Rates()
  rates.note('one', 0, 1000)
  expect(rates.of('one', 0)).toBe(0)
  rates.note('one', 500, 2000)
  expect(rates.of('one', 500)).toBe(2000)
  rates.forget('one')
  expect(rates.of('one', 500)).toBe(0)
})

test('a download whose connection is silent has a rate of 0 after three seconds (R63)', () => {
  const rates = new Rates()
  rates.note('one', 0, 0)
  rates.note('one', 1000, 2000)
  expect(rates.of('one', 2500)).toBe(2000)
  expect(rates.of('one', 4500)).toBe(0)
})
