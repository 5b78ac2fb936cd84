import { describe, expect, it } from 'vitest'
import { filterOf, readSearch, viewSearch, viewText } from './filter.ts'

const now = new Date(2026, 10, 22, 15, 30)

describe('what narrows the log', () => {
  it('is the last seven days at first, and no time where that is meant', () => {
    expect(readSearch({}, now)).toMatchObject({ from: '2026-11-16', to: '', page: 1, pageSize: 20 })
    expect(readSearch({ from: 'any' }, now).from).toBe('')
    expect(readSearch({ from: 'nonsense', size: '7', page: 'x' }, now)).toMatchObject({
      from: '',
      page: 1,
      pageSize: 20,
    })
  })

  it('includes the last day to its end, in local time', () => {
    const filter = filterOf(readSearch({ from: '2026-11-13', to: '2026-11-20', result: 'refused' }, now))
    expect(filter).toEqual({
      startTime: new Date(2026, 10, 13).toISOString(),
      endTime: new Date(2026, 10, 21).toISOString(),
      result: 'refused',
    })
  })

  it('is kept as a view and comes back as it was', () => {
    const search = { q: '10% & more', from: 'any', device: 'web', page: '3' }
    expect(viewSearch(viewText(search))).toMatchObject({ q: '10% & more', from: 'any', device: 'web' })
    expect(viewText(search)).not.toContain('page')
    expect(viewSearch('')).toMatchObject({ q: undefined, from: undefined })
  })
})
