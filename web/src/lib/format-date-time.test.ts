import { expect, test } from 'vitest'
import { formatDateTime, formatFullDateTime, timeInSentence } from './format-date-time.ts'

// Local times throughout: what a person sees depends on where they are.
const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).toISOString()
const now = new Date(2026, 10, 20, 16, 45)

test.each([
  [at(2026, 11, 20, 16, 42), '今天 16:42', 'Today 16:42'],
  [at(2026, 11, 20, 0, 0), '今天 00:00', 'Today 00:00'],
  [at(2026, 11, 19, 23, 59), '昨天 23:59', 'Yesterday 23:59'],
  [at(2026, 11, 18, 19, 2), '11-18 19:02', '18 Nov 19:02'],
  [at(2026, 1, 1, 8, 5), '01-01 08:05', '1 Jan 08:05'],
  [at(2025, 12, 31, 23, 0), '2025-12-31', '31 Dec 2025'],
])('%s', (iso, zh, en) => {
  expect(formatDateTime(iso, now, 'zh-CN')).toBe(zh)
  expect(formatDateTime(iso, now, 'en-US')).toBe(en)
})

test('yesterday is the day before, also at the turn of the year', () => {
  expect(formatDateTime(at(2025, 12, 31, 20, 15), new Date(2026, 0, 1, 0, 5), 'zh-CN')).toBe('昨天 20:15')
})

test('the server’s clock may be a little ahead', () => {
  expect(formatDateTime(at(2026, 11, 20, 16, 50), now, 'en-US')).toBe('Today 16:50')
})

test('what is missing or no time says so', () => {
  for (const value of [null, undefined, '', 'soon']) expect(formatDateTime(value, now, 'zh-CN')).toBe('--')
})

test.each([
  [at(2026, 11, 20, 16, 42), '今天 16:42', 'today at 16:42'],
  [at(2026, 11, 19, 23, 59), '昨天 23:59', 'yesterday at 23:59'],
  [at(2026, 11, 18, 19, 2), '11-18 19:02', '18 Nov at 19:02'],
  [at(2025, 12, 31, 23, 0), '2025-12-31', '31 Dec 2025'],
])('after other words: %s', (iso, zh, en) => {
  expect(timeInSentence(iso, now, 'zh-CN')).toBe(zh)
  expect(timeInSentence(iso, now, 'en-US')).toBe(en)
})

test('in full', () => {
  expect(formatFullDateTime(at(2026, 11, 18, 19, 2), 'zh-CN')).toBe('2026-11-18 19:02')
  expect(formatFullDateTime(at(2026, 11, 18, 19, 2), 'en-US')).toBe('18 Nov 2026 19:02')
})
