import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { currentUser, login } from '@clouddisk/contract/accounts'
import { streamChanges } from '@clouddisk/contract/changes'
import { removeInstances } from '@clouddisk/contract/files'
import { queryJob } from '@clouddisk/contract/jobs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Client, type ClientOptions, createClient } from './call.ts'
import { ApiError, NetworkError, TimeoutError } from './errors.ts'

/** Uses a real HTTP server, for real headers, bodies and broken connections. */

interface Seen {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}
let server: Server
let base: string
let seen: Seen[]
let answer: (response: ServerResponse, request: Seen) => void

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const ok = (data: unknown) => ({ errcode: 0, errmsg: '', data, traceId: 'trace-1' })
const client = (options: ClientOptions = {}): Client => createClient({ baseUrl: base, ...options })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  )

beforeEach(async () => {
  seen = []
  answer = (response) => json(response, 200, ok({}))
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const entry = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', base),
      headers: request.headers,
      body,
    }
    seen.push(entry)
    answer(response, entry)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

test('a POST sends JSON and the common headers, and returns the data', async () => {
  answer = (response) => json(response, 200, ok({ token: 'T' }))
  const reply = await client({ language: () => 'en-US', userName: () => '林晓' }).call(login, {
    userName: 'lin',
    password: 'x',
  })
  expect(reply.token).toBe('T')
  const [request] = seen
  expect(request?.method).toBe('POST')
  expect(request?.url.pathname).toBe('/disk/api/user/login')
  expect(JSON.parse(request?.body ?? '')).toEqual({ userName: 'lin', password: 'x' })
  expect(request?.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    'accept-language': 'en-US',
    username: encodeURIComponent('林晓'),
  })
  expect(request?.headers.traceid).toMatch(/^[0-9a-f]{32}$/)
  expect(request?.headers.authorization).toBeUndefined()
})

test('a GET carries its fields and the timestamp t in the query, path parameters in the path', async () => {
  await client({ token: () => 'secret' }).call(queryJob, { jobId: 'a/b' })
  const [request] = seen
  expect(request?.url.pathname).toBe('/disk/api/job/a%2Fb')
  expect([...(request?.url.searchParams.keys() ?? [])]).toEqual(['t'])
  expect(request?.headers.authorization).toBe('Bearer secret')
  expect(request?.body).toBe('')
})

test('undefined fields are not sent', async () => {
  await client().call(removeInstances, { instanceIds: ['1'], fileSharingId: undefined } as never)
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ instanceIds: ['1'] })
})

test('urlOf names a stream without the timestamp', () => {
  expect(client().urlOf(streamChanges, { cursor: 'a b' })).toBe(`${base}/disk/api/changes/stream?cursor=a+b`)
})

test('a business error is an ApiError with name, details and trace', async () => {
  answer = (response) =>
    json(response, 200, { errcode: 50002, errmsg: 'full', data: { missing: 7 }, traceId: 'trace-2' })
  expect(await failure(client().call(currentUser, {}))).toMatchObject({
    name: 'quota_full',
    code: 50002,
    message: 'full',
    details: { missing: 7 },
    traceId: 'trace-2',
    httpStatus: 200,
    retryable: false,
  })
})

test('a response of a proxy is a retryable error with the status as its code', async () => {
  answer = (response) => response.writeHead(502).end('<html>bad gateway</html>')
  const error = await failure(client().call(currentUser, {}))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ name: 'unknown', code: 502, retryable: true })
})

test('a 200 without an envelope is an error', async () => {
  answer = (response) => response.writeHead(200).end('<html>sign in to the wifi</html>')
  expect(await failure(client().call(currentUser, {}))).toMatchObject({ name: 'internal', retryable: true })
})

test('no response in time is a TimeoutError, a broken connection a NetworkError', async () => {
  answer = () => {}
  expect(await failure(client().call(currentUser, {}, { timeoutMs: 20 }))).toBeInstanceOf(TimeoutError)
  answer = (response) => response.destroy()
  expect(await failure(client().call(currentUser, {}))).toBeInstanceOf(NetworkError)
})

test('an aborted call rejects with the reason of the abort', async () => {
  const stop = new AbortController()
  answer = () => stop.abort(new Error('changed my mind'))
  expect(await failure(client().call(currentUser, {}, { signal: stop.signal }))).toMatchObject({
    message: 'changed my mind',
  })
})

test('a 401 reaches the handler once, and not at all when quiet', async () => {
  answer = (response) => json(response, 401, { errcode: 401, errmsg: 'gone', data: null, traceId: '' })
  const page = client()
  const handler = vi.fn()
  page.setUnauthorizedHandler(handler)
  await failure(page.call(currentUser, {}, { quiet: true }))
  expect(handler).not.toHaveBeenCalled()
  expect(await failure(page.call(currentUser, {}))).toMatchObject({ name: 'not_signed_in' })
  expect(handler).toHaveBeenCalledOnce()
})

test('a link visitor’s 401 refreshes the session three times, then fails (C9)', async () => {
  answer = (response) => json(response, 401, { errcode: 401, errmsg: '', data: null, traceId: '' })
  const refresh = vi.fn(async () => true)
  const visitor = client({ refresh })
  await failure(visitor.call(currentUser, {}))
  expect(refresh).toHaveBeenCalledTimes(3)
  expect(seen).toHaveLength(4)
  answer = (response) =>
    json(response, seen.length === 5 ? 401 : 200, { ...ok({}), errcode: seen.length === 5 ? 401 : 0 })
  await visitor.call(currentUser, {})
  expect(refresh).toHaveBeenCalledTimes(4)
})

test('reachable requests healthz and never throws', async () => {
  expect(await client().reachable()).toBe(true)
  expect(seen[0]?.url.pathname).toBe('/healthz')
  answer = (response) => response.destroy()
  expect(await client().reachable()).toBe(false)
})
