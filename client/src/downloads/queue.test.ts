import type { DownloadItem } from '@clouddisk/contract/downloads'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeClock } from '../../test/fake-clock.ts'
import { ApiError, NetworkError } from '../http/errors.ts'
import type { Api } from '../uploads/ports.ts'
import { createDownloadQueue } from './queue.ts'
import { type DownloadQueue, downloadCounts } from './state.ts'

const file = (id: string): DownloadItem => ({
  instanceId: id,
  classifierId: 'File',
  fileSize: 10,
  instanceName: `${id}.txt`,
  folderPath: '',
})

let clock: FakeClock
let answer: (route: string, input: Record<string, unknown>) => unknown
let opened: { url: string; fail: (shown: string) => void; close: ReturnType<typeof vi.fn> }[]
const failed = vi.fn()
const finished = vi.fn()
let queue: DownloadQueue

beforeEach(() => {
  vi.clearAllMocks()
  clock = new FakeClock()
  opened = []
  answer = (_, { instanceId }) => `https://files/${instanceId}`
  const api = (async (route: { name: string }, input: Record<string, unknown>) =>
    answer(route.name, input)) as unknown as Api
  let made = 0
  queue = createDownloadQueue({
    api,
    clock,
    newId: () => `d${++made}`,
    hooks: { failed, finished },
    open(url, fail) {
      const close = vi.fn()
      opened.push({ url, fail, close })
      return close
    },
  })
  queue.setUser('lin')
})

const counts = () => downloadCounts(queue.snapshot())

test('files start one after the other and count as done once the browser has them', async () => {
  queue.add([file('a'), file('b')])
  await clock.advance(0)
  expect(opened.map(({ url }) => url)).toEqual(['https://files/a'])
  expect(counts()).toEqual({ waiting: 1, started: 1, done: 0, failed: 0 })
  await clock.advance(280)
  expect(opened).toHaveLength(2)
  await clock.advance(3000)
  expect(counts()).toEqual({ waiting: 0, started: 0, done: 2, failed: 0 })
  expect(finished).toHaveBeenCalledWith(
    expect.objectContaining({ filename: 'a.txt', transferType: 'download', parentNames: '-', fileId: 'a' }),
  )
})

test('a frame is removed after ten minutes, not before (R206, R252)', async () => {
  queue.add([file('a')])
  await clock.advance(599_999)
  expect(opened[0]?.close).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(opened[0]?.close).toHaveBeenCalledOnce()
})

test('a refused URL fails with the server’s message, the next file starts, and a retry works', async () => {
  answer = (_, { instanceId }) => {
    if (instanceId === 'a') throw new ApiError({ code: 90000, message: 'gone', httpStatus: 200 })
    return `https://files/${instanceId}`
  }
  const [id] = queue.add([file('a'), file('b')])
  await clock.advance(5000)
  expect(counts()).toMatchObject({ failed: 1, done: 1 })
  expect(failed.mock.calls[0]?.[1]).toMatchObject({ name: 'not_found', message: 'gone' })
  answer = () => 'https://files/again'
  queue.retry([id ?? ''])
  await clock.advance(5000)
  expect(opened.at(-1)?.url).toBe('https://files/again')
  expect(counts().failed).toBe(0)
})

test('no response fails as a network error', async () => {
  answer = () => {
    throw new NetworkError('no')
  }
  queue.add([file('a')])
  await clock.advance(0)
  expect(failed.mock.calls[0]?.[1]).toMatchObject({ name: 'unreachable', message: null })
})

test('an error page in the frame fails the download', async () => {
  queue.add([file('a')])
  await clock.advance(0)
  opened[0]?.fail('<h1>502 Bad Gateway</h1>')
  await clock.advance(5000)
  expect(counts()).toMatchObject({ failed: 1, done: 0 })
  expect(failed.mock.calls[0]?.[1]).toMatchObject({ name: 'unreachable', message: null })
  expect(finished).not.toHaveBeenCalled()
})

test('nothing starts offline or signed out, and a 401 waits for the sign-in', async () => {
  queue.setOnline(false)
  queue.add([file('a')])
  await clock.advance(1000)
  expect(opened).toHaveLength(0)
  answer = () => {
    throw new ApiError({ code: 401, message: '', httpStatus: 401 })
  }
  queue.setOnline(true)
  await clock.advance(1000)
  expect(counts()).toMatchObject({ waiting: 1, failed: 0 })
  answer = () => 'https://files/a'
  queue.setUser('lin')
  await clock.advance(1000)
  expect(opened).toHaveLength(1)
})

test('a selection is downloaded as one archive with the server’s file name', async () => {
  answer = (route, { instanceIds }) => {
    expect([route, instanceIds]).toEqual(['getArchiveUrl', ['a', 'b']])
    return { url: 'https://files/zip', fileName: '2 items.zip', fileCount: 7, fileSize: 70 }
  }
  queue.addArchive([file('a'), file('b')])
  await clock.advance(0)
  expect(queue.snapshot().downloads).toMatchObject([
    { instanceName: '2 items.zip', fileSize: 70, status: 'started' },
  ])
})

test('another user’s list starts empty, the same user’s stays', async () => {
  queue.setOnline(false)
  queue.add([file('a')])
  queue.setUser(null)
  queue.setUser('lin')
  expect(counts().waiting).toBe(1)
  queue.setUser('wu')
  expect(counts().waiting).toBe(0)
})

test('a removed download is not started', async () => {
  const ids = queue.add([file('a'), file('b')])
  queue.remove(ids.slice(1))
  await clock.advance(5000)
  expect(opened).toHaveLength(1)
})
