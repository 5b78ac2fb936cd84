import { expect, it } from 'vitest'
import { rangesOf } from './row-ranges.ts'

it('puts rows that follow each other together', () => {
  expect(rangesOf([2, 3, 4, 7, 9, 10], ', ')).toBe('2–4, 7, 9–10')
  expect(rangesOf([5], '、')).toBe('5')
  expect(rangesOf([], '、')).toBe('')
})
