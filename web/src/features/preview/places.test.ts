import { beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.mock('../../lib/storage.ts', () => ({
  readStored: (key: string) => stored.get(key),
  writeStored: (key: string, value: string) => stored.set(key, value),
}))
const { clockOf, keepPlace, placeOf } = await import('./places.ts')
beforeEach(() => stored.clear())

it('keeps the latest 500 places, and none near the beginning or the end', () => {
  keepPlace('a', 30.7, 100)
  expect(placeOf('a')).toBe(30)
  keepPlace('a', 97, 100)
  expect(placeOf('a')).toBeUndefined()
  keepPlace('a', 3, 100)
  expect(placeOf('a')).toBeUndefined()
  for (let n = 0; n <= 500; n++) keepPlace(`v${n}`, 10, 100)
  expect(placeOf('v0')).toBeUndefined()
  expect(placeOf('v1')).toBe(10)
  stored.set('clouddisk.preview.places', 'broken')
  expect(placeOf('v1')).toBeUndefined()
})

it('writes times as players do', () => {
  expect([0, 61, 754, 3723].map(clockOf)).toEqual(['0:00', '1:01', '12:34', '1:02:03'])
})
