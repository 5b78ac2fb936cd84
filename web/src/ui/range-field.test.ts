import { expect, test } from 'vitest'
import { normalizeRange } from './range-field.tsx'

test('days are compared as days, however they are typed, and handed on in one way', () => {
  expect(normalizeRange({ from: '2026-9-1', to: '2026-10-1' })).toEqual({
    from: '2026-09-01',
    to: '2026-10-01',
  })
  expect(normalizeRange({ from: '2026/11/20', to: '2026-9-1' })).toBeUndefined()
  expect(normalizeRange({ from: '2026.9.1', to: '' })).toEqual({ from: '2026-09-01', to: '' })
  expect(normalizeRange({ from: '2026-09-01', to: '2026-09-01' })).toEqual({
    from: '2026-09-01',
    to: '2026-09-01',
  })
})
