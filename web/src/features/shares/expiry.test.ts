import { describe, expect, test } from 'vitest'
import { expiryTime } from './expiry.ts'

const now = new Date(2026, 10, 22, 15, 4)

describe('when a share ends', () => {
  test('never, or at the end of the day some days on, over the month’s end too', () => {
    expect(expiryTime({ preset: 'forever', day: '' }, now)).toBeNull()
    expect(expiryTime({ preset: '7', day: '' }, now)).toEqual(new Date(2026, 10, 29, 23, 59, 59, 999))
    expect(expiryTime({ preset: '30', day: '' }, now)).toEqual(new Date(2026, 11, 22, 23, 59, 59, 999))
  })

  test('on a day of one’s choice, today at the earliest', () => {
    expect(expiryTime({ preset: 'custom', day: '2026-11-22' }, now)).toEqual(
      new Date(2026, 10, 22, 23, 59, 59, 999),
    )
    expect(expiryTime({ preset: 'custom', day: '2026-11-21' }, now)).toBeUndefined()
    expect(expiryTime({ preset: 'custom', day: 'soon' }, now)).toBeUndefined()
  })

  test('no later than the access of who gives it', () => {
    const latest = new Date(2026, 11, 1, 12)
    expect(expiryTime({ preset: 'forever', day: '' }, now, latest)).toEqual(latest)
    expect(expiryTime({ preset: '7', day: '' }, now, latest)).toEqual(new Date(2026, 10, 29, 23, 59, 59, 999))
    expect(expiryTime({ preset: '30', day: '' }, now, latest)).toEqual(latest)
    expect(expiryTime({ preset: 'custom', day: '2026-11-21' }, now, latest)).toBeUndefined()
    expect(expiryTime({ preset: 'custom', day: '2027-01-01' }, now, latest)).toEqual(latest)
  })
})
