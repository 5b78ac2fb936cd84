import type { Change } from '@clouddisk/contract/changes'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeClock } from '../../test/fake-clock.ts'
import type { Client } from '../http/call.ts'
import { ApiError, NetworkError } from '../http/errors.ts'
import { type ChangeBatch, createChangeFollower, type OpenStream } from './follow.ts'

const change = (id: string): Change => ({
  kind: 'file.created',
  parentIds: ['p'],
  instanceId: id,
  actorId: null,
  time: '2026-11-20T00:00:00.000Z',
})

let clock: FakeClock
let streams: { url: string; event(data: string): void; error(): void; close: ReturnType<typeof vi.fn> }[]
let polled: string[]
let page: (cursor: string | undefined) => unknown
let delivered: ChangeBatch[]

beforeEach(() => {
  clock = new FakeClock()
  streams = []
  polled = []
  delivered = []
  page = (cursor) => ({ list: [], cursor: cursor ?? 'now', more: false })
})

const openStream: OpenStream = (url, on) => {
  const stream = { url, ...on, close: vi.fn() }
  streams.push(stream)
  return stream
}

function follow(stream: OpenStream | null = openStream) {
  const client = {
    urlOf: (_: unknown, { cursor }: { cursor?: string }) => `stream:${cursor ?? ''}`,
    call: async (_: unknown, { cursor }: { cursor?: string }) => {
      polled.push(cursor ?? '')
      return page(cursor)
    },
  } as unknown as Pick<Client, 'call' | 'urlOf'>
  const follower = createChangeFollower({ client, openStream: stream, clock, random: () => 1 })
  follower.subscribe((batch) => delivered.push(batch))
  follower.start()
  return follower
}

const send = (index: number, cursor: string, ...ids: string[]) =>
  streams[index]?.event(JSON.stringify({ list: ids.map(change), cursor }))
const ids = () => delivered.flatMap(({ changes }) => changes.map(({ instanceId }) => instanceId))

test('changes in quick succession are delivered together', async () => {
  follow()
  send(0, 'c1')
  await clock.advance(100)
  delivered = []
  send(0, 'c2', 'a')
  send(0, 'c3', 'b')
  expect(delivered).toHaveLength(0)
  await clock.advance(100)
  expect(delivered).toEqual([{ changes: [change('a'), change('b')], gap: false }])
})

test('the start is a gap: changes between loading the page and the first cursor are not delivered', async () => {
  follow()
  send(0, 'c1')
  await clock.advance(100)
  expect(delivered).toEqual([{ changes: [], gap: true }])
})

test('a broken stream is closed, missed changes are polled, and a new stream starts at the latest cursor', async () => {
  follow()
  send(0, 'c1', 'a')
  page = () => ({ list: [change('b')], cursor: 'c2', more: false })
  streams[0]?.error()
  expect(streams[0]?.close).toHaveBeenCalled()
  await clock.advance(1000)
  expect(polled).toEqual(['c1'])
  expect(streams.map(({ url }) => url)).toEqual(['stream:', 'stream:c2'])
  send(1, 'c3', 'c')
  await clock.advance(100)
  expect(ids()).toEqual(['a', 'b', 'c'])
})

test('late events of an old stream are ignored', async () => {
  follow()
  streams[0]?.error()
  await clock.advance(1000)
  send(0, 'old', 'x')
  await clock.advance(100)
  expect(ids()).toEqual([])
})

test('without working streams it polls every five seconds', async () => {
  let n = 0
  page = () => ({ list: [change(`p${++n}`)], cursor: `c${n}`, more: false })
  follow((url, on) => {
    const stream = openStream(url, on)
    setImmediate(on.error)
    return stream
  })
  await clock.advance(30_000)
  expect(polled.length).toBeGreaterThanOrEqual(6)
  expect(polled.slice(0, 3)).toEqual(['', 'c1', 'c2'])
  expect(ids().slice(0, 3)).toEqual(['p1', 'p2', 'p3'])
})

test('without EventSource it polls from the start, page by page', async () => {
  page = (cursor) =>
    cursor === undefined
      ? { list: [change('a')], cursor: 'c1', more: true }
      : { list: cursor === 'c1' ? [change('b')] : [], cursor: 'c2', more: false }
  follow(null)
  await clock.advance(5100)
  expect(polled).toEqual(['', 'c1', 'c2'])
  expect(ids()).toEqual(['a', 'b'])
})

test('a cursor unknown to the server is a gap', async () => {
  follow()
  send(0, 'old', 'a')
  await clock.advance(100)
  page = (cursor) => {
    if (cursor === undefined) return { list: [], cursor: 'new', more: false }
    throw new ApiError({ code: 20001, message: '', details: { field: 'cursor' }, httpStatus: 400 })
  }
  streams[0]?.error()
  await clock.advance(2000)
  send(1, 'new')
  await clock.advance(100)
  expect(delivered.at(-1)).toEqual({ changes: [], gap: true })
  expect(streams[1]?.url).toBe('stream:')
})

test('without network it backs off, and retry connects at once', async () => {
  page = () => {
    throw new NetworkError('no')
  }
  const follower = follow(null)
  await clock.advance(6900)
  expect(polled).toHaveLength(3)
  await clock.advance(100_000)
  const before = polled.length
  expect(before).toBeLessThan(9)
  page = () => ({ list: [], cursor: 'c', more: false })
  follower.retry()
  await clock.advance(0)
  expect(polled).toHaveLength(before + 1)
})

test('it stops after a sign-out, and start continues from the same cursor', async () => {
  const follower = follow()
  send(0, 'c1', 'a')
  page = () => {
    throw new ApiError({ code: 401, message: '', httpStatus: 401 })
  }
  streams[0]?.error()
  await clock.advance(100_000)
  expect(streams).toHaveLength(1)
  follower.start()
  expect(streams[1]?.url).toBe('stream:c1')
  follower.stop()
  expect(streams[1]?.close).toHaveBeenCalled()
})
