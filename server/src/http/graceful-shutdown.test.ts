import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GracefulShutdown } from './graceful-shutdown.ts'
import { createHttp } from './http.ts'

let app: FastifyInstance
let shutdown: GracefulShutdown
let address: string
let release: () => void
/** What a slow call waits for. */
let held: Promise<void>
let waiting: PromiseWithResolvers<void>
beforeEach(async () => {
  shutdown = new GracefulShutdown()
  app = createHttp(pino({ level: 'silent' }), [], [], shutdown)
  const released = Promise.withResolvers<void>()
  release = released.resolve
  held = released.promise
  waiting = Promise.withResolvers()
  app.get('/quick', async () => 'done')
  app.post('/quick', async () => 'done')
  app.get('/slow', async () => {
    waiting.resolve()
    await held
    return 'done'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  release()
  await app.close()
})

const call = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(address + path, { method, headers })
const ELSEWHERE = { 'clouddisk-elsewhere': '1' }

it('answers all until it leaves, then sends readings elsewhere where there is another server', async () => {
  expect((await call('/quick', 'GET', ELSEWHERE)).status).toBe(200)
  const slow = call('/slow')
  await waiting.promise
  let notified = 0
  shutdown.onStart(() => notified++)
  shutdown.onStart(() => notified++)()
  const stopped = shutdown.shutDown(app.server, { drainMs: 200, finishMs: 60_000 })
  expect([shutdown.isShuttingDown, notified]).toEqual([true, 1])
  const sentOn = await call('/quick', 'GET', ELSEWHERE)
  expect([sentOn.status, sentOn.headers.get('connection')]).toEqual([502, 'close'])
  for (const answer of [await call('/quick'), await call('/quick', 'POST', ELSEWHERE)])
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  // What runs ends, although nobody new comes in.
  await expect.poll(() => app.server.listening).toBe(false)
  await expect(call('/quick')).rejects.toThrow('fetch failed')
  release()
  expect(await (await slow).text()).toBe('done')
  await stopped
})

it('waits for what runs as long as it may, and no longer', async () => {
  const slow = call('/slow').catch((error: Error) => error.message)
  await waiting.promise
  await shutdown.shutDown(app.server, { drainMs: 0, finishMs: 10 })
  release = () => undefined
  await app.close()
  expect(await slow).toBe('fetch failed')
})
