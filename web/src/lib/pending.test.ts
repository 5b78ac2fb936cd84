import { expect, test, vi } from 'vitest'
import { beginPending, hiddenKeys, withPending } from './pending.ts'

vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
const now = () => performance.now()

test('a hidden row is gone from its list only, and back when released', () => {
  const move = beginPending({ hides: [{ list: 'A', ids: ['1', '2'] }] })
  expect(hiddenKeys('A', now())?.('1')).toBe(true)
  expect(hiddenKeys('B', now())).toBeUndefined()
  move.release(['1'])
  expect(hiddenKeys('A', now())?.('1')).toBe(false)
  expect(hiddenKeys('A', now())?.('2')).toBe(true)
  move.release()
  expect(hiddenKeys('A', now())).toBeUndefined()
})

test('overlapping changes roll back exactly', () => {
  const row = { id: '1', name: 'a', star: false }
  const rename = beginPending({ patches: [['1', { name: 'b' }]] })
  const star = beginPending({ patches: [['1', { star: true }]] })
  expect(withPending('1', row, now())).toEqual({ id: '1', name: 'b', star: true })
  rename.release()
  expect(withPending('1', row, now())).toEqual({ id: '1', name: 'a', star: true })
  star.release()
  expect(withPending('1', row, now())).toBe(row)
})

test('a settled change lies only over what was asked for before it', () => {
  const before = now()
  const change = beginPending({ hides: [{ list: 'A', ids: ['1'] }], patches: [['2', { name: 'b' }]] })
  vi.advanceTimersByTime(10)
  change.settle()
  vi.advanceTimersByTime(10)
  expect(hiddenKeys('A', before)?.('1')).toBe(true)
  expect(hiddenKeys('A', now())).toBeUndefined()
  const row = { id: '2', name: 'a' }
  expect(withPending('2', row, before)).toEqual({ id: '2', name: 'b' })
  expect(withPending('2', row, now())).toBe(row)
})

test('the same object comes back while nothing changed for the row', () => {
  const row = { id: '1', name: 'a' }
  const rename = beginPending({ patches: [['1', { name: 'b' }]] })
  const first = withPending('1', row, 0)
  expect(withPending('1', row, 0)).toBe(first)
  const other = beginPending({ patches: [['9', { name: 'z' }]] })
  expect(withPending('1', row, 0)).toBe(first)
  rename.release()
  other.release()
})
