import { expect, test } from 'vitest'
import { pageNumbers } from './pager.tsx'

const shown = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((number) => number ?? '…')
    .join(' ')

test.each([
  [1, 1, '1'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 20, '1 2 3 4 5 … 20'],
  [3, 20, '1 2 3 4 5 … 20'],
  [4, 20, '1 … 3 4 5 … 20'],
  [10, 20, '1 … 9 10 11 … 20'],
  [17, 20, '1 … 16 17 18 … 20'],
  [18, 20, '1 … 16 17 18 19 20'],
  [20, 20, '1 … 16 17 18 19 20'],
])('page %d of %d', (page, pages, wanted) => {
  expect(shown(page, pages)).toBe(wanted)
})

test('the present page, the first and the last are always there, in order and once', () => {
  for (let pages = 1; pages <= 30; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = pageNumbers(page, pages).filter((number) => number !== undefined)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
      expect(numbers.length).toBeLessThanOrEqual(7)
    }
  }
})
