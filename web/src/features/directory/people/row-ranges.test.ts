import { expect, it } from 'vitest'
import { formatRowRanges } from './row-ranges.ts'

it('puts rows that follow each other together', () => {
  expect(formatRowRanges([2, 3, 4, 7, 9, 10], ', ')).toBe('2–4, 7, 9–10')
  expect(formatRowRanges([5], '、')).toBe('5')
  expect(formatRowRanges([], '、')).toBe('')
})
