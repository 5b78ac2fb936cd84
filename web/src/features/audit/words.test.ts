import { expect, it } from 'vitest'
import { entryTime } from './words.ts'

it('tells the year of an entry where it is not this one, and in full', () => {
  const now = new Date(2026, 10, 22)
  const told = (year: number, full?: boolean) =>
    entryTime(new Date(year, 2, 4, 10, 0, 7).toISOString(), full, now)
  expect(told(2026)).toBe('03-04 10:00:07')
  expect(told(2025)).toBe('2025-03-04 10:00:07')
  expect(told(2026, true)).toBe('2026-03-04 10:00:07')
})
