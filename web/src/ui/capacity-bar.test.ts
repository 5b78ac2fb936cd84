import { expect, test } from 'vitest'
import { capacityLevel, capacityShare, usedOfTotal } from './capacity-bar.tsx'

const GB = 2 ** 30

test.each([
  [0, 'neutral'],
  [0.75, 'neutral'],
  [0.7501, 'warn'],
  [0.9, 'warn'],
  [0.9001, 'danger'],
  [1, 'danger'],
] as const)('%d is %s', (share, level) => {
  expect(capacityLevel(share)).toBe(level)
})

test('a share never leaves its bar', () => {
  expect(capacityShare(120, 100)).toBe(1)
  expect(capacityShare(-1, 100)).toBe(0)
  expect(capacityShare(0, 0)).toBe(1)
})

test('the unit stands once where both have it', () => {
  expect(usedOfTotal(42.6 * GB, 100 * GB)).toBe('42.6 / 100 GB')
  expect(usedOfTotal(316 * GB, 400 * GB)).toBe('316 / 400 GB')
  expect(usedOfTotal(0, 20 * GB)).toBe('0 / 20 GB')
  expect(usedOfTotal(5, 20 * GB)).toBe('5 B / 20 GB')
})
