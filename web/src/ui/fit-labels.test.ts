import { describe, expect, it } from 'vitest'
import { fitLabels } from './fit-labels.ts'

describe('labels in little space', () => {
  const shown = (room: number, ...widths: number[]) => fitLabels(widths, { room, gap: 4, more: 20 })

  it('are all shown where they fit without the number of the others', () => {
    expect([shown(108, 50, 54), shown(107, 50, 54)]).toEqual([2, 1])
    expect(shown(100, 100)).toBe(1)
  })

  it('leave room for the number of those that are left out', () => {
    expect([shown(74, 50, 50, 50), shown(128, 50, 50, 50), shown(127, 50, 50, 50)]).toEqual([1, 2, 1])
  })

  it('are one at least, and none of none', () => {
    expect([shown(10, 50, 50), shown(10), shown(0, 1)]).toEqual([1, 0, 1])
  })
})
