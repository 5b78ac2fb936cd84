import { expect, test } from 'vitest'
import { bytesOfGb, bytesOfRate, endOfTypedDay, gbText, isPast, rateText } from './fields.ts'

const GB = 1024 ** 3

test.each([
  ['100', 100 * GB],
  ['84.2', Math.round(84.2 * GB)],
  [' 0 ', 0],
  ['0,5', GB / 2],
])('%j GB', (text, bytes) => {
  expect(bytesOfGb(text)).toBe(bytes)
})

test.each(['', '-1', '1e3', 'ten', '1.', '99999999999999'])('%j is no size', (text) => {
  expect(bytesOfGb(text)).toBeUndefined()
})

test('sizes and rates are written short', () => {
  expect(gbText(100 * GB)).toBe('100')
  expect(gbText(64 * 1024 * 1024)).toBe('0.0625')
  expect(rateText(1.5 * 1024 * 1024)).toBe('1.5')
  expect(rateText(64 * 1024)).toBe('0.0625')
  expect(bytesOfRate('1.5')).toBe(1.5 * 1024 * 1024)
})

test('a day is valid through its last moment', () => {
  expect(endOfTypedDay('2027-06-30')).toBe(new Date(2027, 5, 30, 23, 59, 59, 999).toISOString())
  expect(endOfTypedDay('2027-06-31')).toBeUndefined()
  const noon = new Date(2027, 5, 30, 12)
  expect(isPast('2027-06-30', noon)).toBe(false)
  expect(isPast('2027-06-29', noon)).toBe(true)
})
