// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findHelper } from './find-helper.ts'

const PORTS = { httpPort: 11_456, websocketPort: 10_010 }
const asked: string[] = []
const frames: string[] = []
let answer: (url: string) => Promise<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  frames.length = 0
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const code = await answer(url)
    return { json: async () => ({ code }) }
  })
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => undefined }),
    body: { append: ({ src }: { src: string }) => frames.push(src) },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const find = () => findHelper(PORTS, new AbortController().signal)

it('finds a client that runs, today’s or an older one, without starting it (R208)', async () => {
  answer = async () => 0
  expect(await find()).toBe(true)
  expect(asked).toEqual(['http://127.0.0.1:11456/checkClouddiskPluginOnline'])
  answer = async (url) => (url.endsWith('/checkClouddiskPlugin') ? 0 : 1)
  expect(await find()).toBe(true)
  expect(frames).toEqual([])
})

it('starts one that does not answer, five times at intervals of 1 s, and gives up (R120)', async () => {
  const found = find()
  await vi.advanceTimersByTimeAsync(0)
  expect(frames).toEqual(['clouddisk://'])
  await vi.advanceTimersByTimeAsync(999)
  expect(frames).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4001)
  expect(await found).toBe(false)
  expect(frames).toHaveLength(5)
  expect(asked).toHaveLength(12)
})

it('goes on once the started client answers (R120)', async () => {
  const found = find()
  await vi.advanceTimersByTimeAsync(1500)
  answer = async () => 0
  await vi.advanceTimersByTimeAsync(500)
  expect(await found).toBe(true)
  expect(frames).toHaveLength(2)
})
