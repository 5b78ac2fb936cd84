import { expect, test } from 'vitest'
import { byteTicks } from './ticks.ts'

const GB = 1024 ** 3

test('an axis of bytes has round numbers of its unit up to all that is there', () => {
  expect(byteTicks(204.89 * GB)).toEqual([0, 100, 200, 300].map((n) => n * GB))
  expect(byteTicks(4 * GB)).toEqual([0, 1, 2, 3, 4].map((n) => n * GB))
  expect(byteTicks(1500)).toEqual([0, 512, 1024, 1536])
  expect(byteTicks(7)).toEqual([0, 2, 4, 6, 8])
  expect(byteTicks(0)).toEqual([0, 1])
})
