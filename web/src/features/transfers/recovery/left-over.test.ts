import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { item } from '../testing/items.ts'
import { session } from '../testing/sessions.ts'
import { leftOver, quietIn } from './left-over.ts'

const PART = LIMITS.partTimeoutMs / 1000
const came = { receiveTime: '2026-11-20T00:00:00Z' }
const items = [item('a', { objectKey: 'own' })]
const keys = (...open: ReturnType<typeof session>[]) =>
  leftOver(open, { items }).map(({ objectKey }) => objectKey)

test('what this browser lists, and what may still be on its way, is not left over', () => {
  expect(
    keys(
      session('own', { quietSeconds: 10 * PART }),
      session('elsewhere', { quietSeconds: 61 }),
      session('going on', { quietSeconds: 60 }),
    ),
  ).toEqual(['elsewhere'])
})

test('while another browser is at work, what rests may be waiting there for its turn', () => {
  const [rests, stopped] = [
    session('rests', { quietSeconds: PART }),
    session('stopped', { quietSeconds: PART + 1 }),
  ]
  expect(keys(rests, stopped, session('works', { ...came, quietSeconds: 5 }))).toEqual(['stopped'])
  expect(keys(rests, stopped, session('works no more', { ...came, quietSeconds: 61 }))).toHaveLength(3)
})

test('it is told when the latest of the others will have been quiet for long enough', () => {
  const open = [
    session('own', { quietSeconds: 1 }),
    session('a', { quietSeconds: 20 }),
    session('b', { quietSeconds: 45 }),
  ]
  expect(quietIn(open, { items })).toBe(41)
  expect(quietIn([session('own'), session('a', { quietSeconds: 61 })], { items })).toBeUndefined()
})
