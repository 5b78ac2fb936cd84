import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { nextOccurrence } from './schedule.ts'

/** When a daily time comes next, by the clock of this computer (R166, C18, G28). */

beforeAll(() => void vi.stubEnv('TZ', 'America/New_York'))
afterAll(() => void vi.unstubAllEnvs())

it.each([
  ['07:15', '2026-03-02T07:14:59', '2026-03-02T07:15:00'],
  ['07:15', '2026-03-02T07:15:00', '2026-03-03T07:15:00'],
  ['00:00', '2026-03-02T23:59:59', '2026-03-03T00:00:00'],
  ['24:00', '2026-03-02T12:00:00', '2026-03-03T00:00:00'],
  // Clocks go from 02:00 to 03:00.
  ['02:30', '2026-03-07T12:00:00', '2026-03-08T03:30:00'],
  ['02:30', '2026-03-08T12:00:00', '2026-03-09T02:30:00'],
  // Clocks go back from 02:00 to 01:00: the first 01:30.
  ['01:30', '2026-10-31T12:00:00', '2026-11-01T01:30:00'],
])('%s comes after %s at %s', (time, after, next) => {
  expect(new Date(nextOccurrence(time, new Date(after).getTime())).toString()).toBe(new Date(next).toString())
})
