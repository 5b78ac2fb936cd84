import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serveHealth } from './health.ts'
import { createHttp } from './http.ts'

const MOMENT_MS = 1000

let app: ReturnType<typeof createHttp>
const shutdown = { isShuttingDown: false }
const isReady = vi.fn<() => Promise<void>>()
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  isReady.mockReset().mockResolvedValue()
  app = createHttp(pino({ level: 'silent' }), [], [])
  serveHealth(app, shutdown, isReady)
  await app.ready()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const many = (url: string) => Promise.all(Array.from({ length: 40 }, () => app.inject({ url })))
const moment = () => vi.advanceTimersByTime(MOMENT_MS)

it('readiness is looked at once a second, however many ask', async () => {
  for (const { statusCode } of await many('/readyz')) expect(statusCode).toBe(200)
  isReady.mockRejectedValue(new Error('the store is away'))
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect(isReady).toHaveBeenCalledTimes(1)
  moment()
  for (const { statusCode } of await many('/readyz')) expect(statusCode).toBe(503)
  expect(isReady).toHaveBeenCalledTimes(2)
  isReady.mockResolvedValue()
  moment()
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  // What balancers must know is not a second old.
  shutdown.isShuttingDown = true
  expect((await app.inject('/readyz')).statusCode).toBe(503)
})

it('figures are collected once a second, however many ask', async () => {
  const texts = new Set((await many('/metrics')).map(({ body }) => body))
  expect(texts.size).toBe(1)
  moment()
  const [later] = await many('/metrics')
  expect(texts.has(later?.body ?? '')).toBe(false)
})
