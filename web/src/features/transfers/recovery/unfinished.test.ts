import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { item } from '../testing/items.ts'
import { session } from '../testing/sessions.ts'
import { secondsUntilQuiet, unfinishedElsewhere } from './unfinished.ts'

const PART = LIMITS.partTimeoutMs / 1000
const came = { receiveTime: '2026-11-20T00:00:00Z' }
const items = [item('a', { objectKey: 'own' })]
const keys = (...open: ReturnType<typeof session>[]) =>
  unfinishedElsewhere(open, { items }).map(({ objectKey }) => objectKey)

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

test('a slow line, or a tight limit, has its parts come as late as that', () => {
  const MB = 1024 ** 2
  const large = { ...came, partSize: 8 * MB, fileSize: 1000 * MB, receivedSize: 80 * MB }
  const slow = { ...large, createTime: '2026-11-19T23:46:40Z' }
  expect(keys(session('800 s for 80 MB', { ...slow, quietSeconds: 480 }))).toEqual([])
  expect(keys(session('800 s for 80 MB', { ...slow, quietSeconds: 481 }))).toHaveLength(1)
  const limited = { ...large, receiveTime: null, receivedSize: 0, syncSpeed: MB / 4 }
  expect(keys(session('limited', { ...limited, quietSeconds: 192 }))).toEqual([])
  expect(keys(session('limited', { ...limited, quietSeconds: 193 }))).toHaveLength(1)
  const crawls = { ...limited, syncSpeed: 1024, quietSeconds: PART + 1 }
  expect(keys(session('never longer than one part may take', crawls))).toHaveLength(1)
})

test('it is told when all of the others will have been quiet for long enough', () => {
  const open = [
    session('own', { quietSeconds: 1 }),
    session('a', { quietSeconds: 20 }),
    session('b', { quietSeconds: 45 }),
  ]
  expect(secondsUntilQuiet(open, { items })).toBe(41)
  expect(secondsUntilQuiet([session('own'), session('a', { quietSeconds: 61 })], { items })).toBeUndefined()
})
