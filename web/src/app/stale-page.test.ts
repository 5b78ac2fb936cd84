import { expect, test } from 'vitest'
import { PAGE_VERSION, shouldReloadFor } from './stale-page.ts'

test('only a newer server makes the page reload, and only once for each version (R39, R255)', () => {
  expect(shouldReloadFor(PAGE_VERSION, null)).toBe(false)
  expect(shouldReloadFor(PAGE_VERSION - 1, null)).toBe(false)
  expect(shouldReloadFor(PAGE_VERSION + 1, null)).toBe(true)
  expect(shouldReloadFor(PAGE_VERSION + 1, String(PAGE_VERSION + 1))).toBe(false)
  expect(shouldReloadFor(PAGE_VERSION + 2, String(PAGE_VERSION + 1))).toBe(true)
})
