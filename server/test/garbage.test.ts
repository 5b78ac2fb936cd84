// @module-tag long
import { createFolder } from '@clouddisk/contract/files'
import type { Method } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Got, sendBare } from './bare.ts'
import { requestTo, type Sent, spellings } from './nasty.ts'
import type { Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/** Garbage to any call: never a 5xx, never a hang, the envelope always right, and what is refused changes nothing. */

let world: World
let person: Person
let real: string[]
beforeAll(async () => {
  world = await openWorld()
  person = await world.person('tester')
  const { instanceId } = await person.call(createFolder, { instanceName: 'folder' })
  const file = await person.upload(instanceId, 'file.txt', Buffer.from('content'))
  real = [instanceId, file.instanceId, person.user.rootId]
})
afterAll(() => world.close())

function send(sent: Sent, token: string | null = person.token): Promise<Got> {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  return sendBare(world.baseUrl, { ...sent, headers: { ...authorization, ...sent.headers } })
}

/** Requests a call; GARBAGE_RUNS for more. */
const RUNS = Number(process.env.GARBAGE_RUNS ?? 50)
const TRACE = 'garbage-trace'
const STATUSES = [200, 302, 303, 400, 401, 403, 404, 405, 413, 415, 429]

/** What holds for every answer. */
function expectSane(got: Got, sent: Sent): void {
  const about = `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 300)} → ${got.text.slice(0, 300)}`
  expect(STATUSES, about).toContain(got.status)
  if ([302, 303].includes(got.status) || got.headers['content-type']?.startsWith('text/event-stream')) return
  if (got.headers['content-disposition']?.startsWith('attachment') && got.status === 200) return
  expect(got.headers['content-type'], about).toContain('application/json')
  const envelope = JSON.parse(got.text)
  expect(Object.keys(envelope).sort(), about).toEqual(['data', 'errcode', 'errmsg', 'traceId'])
  expect(envelope, about).toMatchObject({
    errcode: expect.any(Number),
    errmsg: expect.any(String),
    traceId: TRACE,
  })
  expect(got.headers.traceid).toBe(TRACE)
  if (got.status !== 200) expect(envelope.errcode, about).not.toBe(0)
  if (envelope.errcode !== 0) expect(envelope.errmsg, about).not.toBe('')
  if (got.status === 400) expect([20001, 20002], about).toContain(envelope.errcode)
  expect(got.text).not.toMatch(/node_modules|at \w+ \(|postgres|select |insert /i)
}

const TABLES = [
  'person',
  'space',
  'file',
  'file_version',
  'blob',
  'trash',
  'favorite',
  'upload',
  'job',
  'file_grant',
  'change',
]
async function fingerprint(): Promise<string> {
  const parts = TABLES.map(
    (table) => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t)`,
  )
  const { rows } = await world.ctx.db.pool.query(`select ${parts.join(` || `)} as print`)
  return rows[0].print
}

/** Sends it, looks at the answer, and whether something refused has changed anything. */
async function probe(sent: Sent, token?: string | null): Promise<Got> {
  const before = await fingerprint()
  const got = await send({ ...sent, headers: { traceid: TRACE, ...sent.headers } }, token)
  expectSane(got, sent)
  const refused = got.status >= 400 || (got.text.startsWith('{') && JSON.parse(got.text).errcode !== 0)
  if (refused) expect(await fingerprint(), `${sent.method} ${sent.path} ${sent.body}`).toBe(before)
  return got
}

describe('garbage', () => {
  it.each(ROUTES.map((route) => [route.name, route] as const))(
    'to %s is refused in an orderly way',
    async (name, route) => {
      // What ends the session is asked without one.
      const token = ['logout', 'revokeSessions', 'changePassword'].includes(name) ? null : undefined
      await fc.assert(
        fc.asyncProperty(requestTo(route, real), async (sent) => void (await probe(sent, token))),
        { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 60_000 },
      )
    },
    120_000,
  )

  it('leaves the server and its data in order', async () => {
    expect(await world.doctor()).toEqual([])
    expect((await send({ method: 'GET', path: '/readyz' })).status).toBe(200)
    expect(await person.list()).toEqual(expect.any(Array))
  })
})

/** Two calls may share a path by method (C14). */
const methodsAt = (path: string): Method[] =>
  ROUTES.filter((route) => spellings(route).includes(path)).flatMap((route) => [...route.methods])

describe('a wrong method', () => {
  it.each(ROUTES.map((route) => [route.name, route] as const))('on %s is 405', async (_name, route) => {
    for (const path of spellings(route)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (methodsAt(path).includes(method as Method)) continue
        const body = method === 'GET' ? '' : '{}'
        const got = await probe({ method, path, body, headers: { 'content-type': 'application/json' } })
        expect([got.status, JSON.parse(got.text).errcode], `${method} ${path}`).toEqual([405, 20405])
      }
    }
  })

  it('of any kind is never a fault of ours', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'COPY', 'LOCK', 'SEARCH', 'REPORT', 'PURGE', 'QUERY'])
      for (const path of ['/disk/api/instance/page', '/disk/', '/'])
        expect([400, 404, 405], `${method} ${path}`).toContain((await probe({ method, path })).status)
  })
})

describe('an unknown address', () => {
  it.each([
    ['GET', '/disk/api'],
    ['GET', '/disk/api/'],
    ['GET', '/disk/api/nothing'],
    ['POST', '/disk/api/instance/page/more'],
    ['POST', '/disk/api/instance'],
    ['POST', '/disk/API/instance/page'],
    ['POST', '/disk/personalFile'],
    ['GET', '/disk/assets/nothing.js'],
    ['GET', '/elsewhere'],
    ['DELETE', '/'],
    ['GET', '/disk/api/job/a/b/c'],
  ])('%s %s is 404', async (method, path) => {
    const got = await probe({ method, path })
    expect([got.status, JSON.parse(got.text).errcode]).toEqual([404, 20404])
  })

  it.each([
    '/disk/api/%zz',
    '/%',
    '/disk/api/job/%E0%A4%A',
    '/disk/%c0%ae',
    `/disk/api/job/${'x'.repeat(5000)}`,
    '//disk/api',
    '/disk/api/../api/instance/page',
  ])('%s is an orderly refusal', async (path) => {
    const got = await probe({ method: 'GET', path })
    expect([400, 404, 405]).toContain(got.status)
  })
})

describe('a body', () => {
  const page = { method: 'POST', path: '/disk/api/instance/page' }

  it('that is too large is 413, announced or not', async () => {
    const large = JSON.stringify({ keyword: 'x'.repeat(5 * 1024 * 1024) })
    for (const headers of [
      { 'content-type': 'application/json', 'content-length': String(large.length) },
      { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(large.length) },
    ]) {
      const got = await probe({ ...page, headers, body: large })
      expect([got.status, JSON.parse(got.text).errcode]).toEqual([413, 20413])
    }
  })

  it('that is no JSON is 400, of an unknown kind 415', async () => {
    for (const text of ['{', '{"a":}', 'nonsense', '{"parentId":"0"']) {
      const got = await probe({ ...page, headers: { 'content-type': 'application/json' }, body: text })
      expect([got.status, JSON.parse(got.text).errcode], text).toEqual([400, 20002])
    }
    const got = await probe({ ...page, headers: { 'content-type': 'image/png' }, body: 'x' })
    expect([got.status, JSON.parse(got.text).errcode]).toEqual([415, 20415])
  })

  it('is taken alike as JSON, as a form and from the query', async () => {
    const answers = [
      await probe({
        ...page,
        headers: { 'content-type': 'application/json' },
        body: '{"pageSize":7,"parentId":"0","stranger":1}',
      }),
      await probe({ ...page, headers: { 'content-type': 'application/json' }, body: '{"pageSize":"7"}' }),
      await probe({
        ...page,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'pageSize=7&parentId=0&stranger=1',
      }),
      await probe({ ...page, path: `${page.path}?pageSize=7&parentId=0&t=123` }),
    ]
    for (const got of answers) expect(got.text).toBe(answers[0]?.text)
  })

  it('that names the fault names the field and the reason', async () => {
    const got = await probe({
      ...page,
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: '{"pageSize":0}',
    })
    expect(JSON.parse(got.text)).toMatchObject({
      errcode: 20001,
      data: { field: 'pageSize', reason: 'range' },
    })
  })

  it('of a folder tree that folds together at every level is answered as quickly as any', async () => {
    const chain = (depth: number): object[] =>
      depth === 0
        ? []
        : [
            { instanceName: 'a', children: chain(depth - 1) },
            { instanceName: 'a', children: [{ instanceName: 'a' }] },
          ]
    const got = await probe({
      method: 'POST',
      path: '/disk/api/instance/batchCreateFolder',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instanceName: 'fold', children: chain(90) }),
    })
    expect(JSON.parse(got.text).errcode).toBe(0)
  })
})
