import { expect, test } from 'vitest'
import { timeLeft, timeLeftText } from './time-left.tsx'

const now = Date.parse('2026-11-20T12:00:00Z')
const left = (iso: string) => timeLeft(iso, now)

test('days are whole, amber for a week, red on the last day', () => {
  expect(left('2026-12-20T12:00:00Z')).toEqual({ days: 30, urgency: 'calm' })
  expect(left('2026-11-28T12:00:00Z')).toEqual({ days: 8, urgency: 'calm' })
  expect(left('2026-11-27T12:00:00Z')).toEqual({ days: 7, urgency: 'soon' })
  expect(left('2026-11-22T12:00:00Z')).toEqual({ days: 2, urgency: 'soon' })
  expect(left('2026-11-21T12:00:00Z')).toEqual({ days: 1, urgency: 'last' })
  expect(left('2026-11-21T11:59:59Z')).toEqual({ days: 0, urgency: 'last' })
  expect(left('2026-11-19T00:00:00Z')).toEqual({ days: 0, urgency: 'last' })
})

test('the last day is said so', () => {
  expect(timeLeftText(0)).toBe('不足 1 天')
  expect(timeLeftText(7)).toBe('剩 7 天')
})
