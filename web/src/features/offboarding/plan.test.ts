import { describe, expect, it } from 'vitest'
import { daysUntil } from './plan.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour)

describe('days until a purge', () => {
  it('are those of the calendar, whatever the hour', () => {
    expect(daysUntil(at(22, 23).toISOString(), at(22, 1))).toBe(0)
    expect(daysUntil(at(23, 10).toISOString(), at(22, 11))).toBe(1)
    expect(daysUntil(at(23, 1).toISOString(), at(22, 23))).toBe(1)
    expect(daysUntil(at(29, 10).toISOString(), at(22, 11))).toBe(7)
    expect(daysUntil(at(21, 23).toISOString(), at(22, 1))).toBe(-1)
  })
})
