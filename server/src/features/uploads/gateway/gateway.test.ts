import { createSecretKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OBJECTS_PATH } from '@clouddisk/contract/uploads'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collect } from '../../../../test/object-store-conformance.ts'
import { newId } from '../../../db/ids.ts'
import { createHttp } from '../../../http/http.ts'
import { type DiskOptions, type DiskStore, openDiskStore } from '../../../objects/disk.ts'
import { partRangeOf } from '../../../objects/port.ts'
import { Stores } from '../../../objects/stores.ts'
import { type GatewaySession, objectGateway } from './gateway.ts'
import { readObjectCall } from './object-call.ts'
import { ObjectSigner } from './sign.ts'

const OWNER = newId()
const PART = 64 * 1024
const content = randomBytes(2.5 * PART)

let folder: string
let store: DiskStore
let session: GatewaySession | undefined
/** What the gateway is answered instead of a session. */
let fault: Error | undefined
/** Whether the person who holds an authorization is still signed in. */
let isSignedIn: boolean
/** Resolved when the gateway asks for a session. */
let asked: PromiseWithResolvers<void> | undefined
let key: string
let now: Date
let origin: string
let close: () => Promise<unknown>
const signer = new ObjectSigner(createSecretKey(randomBytes(32)), () => now)

async function serve(options: Partial<DiskOptions> = {}, silentMs = 30_000): Promise<void> {
  await close?.()
  store = await openDiskStore({ folder, keepFree: 0, ...options })
  const log = pino({ level: 'silent' })
  const findSession = async (wanted: string) => {
    asked?.resolve()
    if (fault) throw fault
    return session?.key === wanted ? session : undefined
  }
  const app = createHttp(
    log,
    [],
    [
      objectGateway({
        stores: new Stores(store),
        signer,
        ownerOf: async (holder) => (isSignedIn ? { id: holder } : undefined),
        findSession,
        log,
        silentMs,
      }),
    ],
  )
  await app.listen({ port: 0 })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const opened = store
  close = async () => {
    await app.close()
    await opened.close()
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-gateway-'))
  now = new Date()
  fault = undefined
  isSignedIn = true
  key = newId()
  session = { key, bucket: 'clouddisk', ownerId: OWNER, size: content.length, partSize: PART }
  close = async () => undefined
  await serve()
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true })
})

const endUpload = () => {
  session = undefined
}
const signOut = () => {
  isSignedIn = false
}

interface Sent {
  body?: Buffer | string
  signed?: string
  headers?: Record<string, string>
  owner?: string
}

function headersFor(verb: string, uri: string, { signed = uri, owner = OWNER, headers = {} }: Sent = {}) {
  const call = readObjectCall(verb, signed)
  if (!call) return headers
  const { authorization, date } = signer.sign({
    call,
    holder: owner,
    contentType: headers['content-type'] ?? '',
  })
  return { authorization, 'x-amz-date': date, ...headers }
}

async function call(verb: string, suffix: string, sent: Sent = {}) {
  const uri = `/clouddisk/${key}${suffix}`
  const response = await fetch(origin + OBJECTS_PATH + uri, {
    method: verb,
    headers: headersFor(verb, uri, sent),
    ...(sent.body !== undefined && {
      body: typeof sent.body === 'string' ? Buffer.from(sent.body) : sent.body,
    }),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    code: /<Code>(.*?)<\/Code>/.exec(text)?.[1],
    headers: response.headers,
  }
}

const partBytes = (n: number) => {
  const range = partRangeOf({ size: content.length, partSize: PART }, n)
  return range ? content.subarray(range.position, range.position + range.length) : Buffer.alloc(PART)
}
const begin = async () => /<UploadId>(.*?)<\/UploadId>/.exec((await call('POST', '?uploads')).text)?.[1] ?? ''
const put = (uploadId: string, n: number | string, body: Buffer = partBytes(Number(n)), sent: Sent = {}) =>
  call('PUT', `?partNumber=${n}&uploadId=${uploadId}`, { body, ...sent })
const list = (uploadId: string, more = '') => call('GET', `?uploadId=${uploadId}${more}`)
const completeXml = (etags: readonly (string | null)[]) =>
  `<CompleteMultipartUpload>${etags
    .map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    .join('')}</CompleteMultipartUpload>`
const complete = (uploadId: string, body: string) => call('POST', `?uploadId=${uploadId}`, { body })
const putAll = async (uploadId: string) => {
  const etags: (string | null)[] = []
  for (const n of [1, 2, 3]) etags.push((await put(uploadId, n)).headers.get('etag'))
  return etags
}

/** What a server says to bytes that no honest client would send. */
async function raw(head: string, body: Buffer | string = '', end = false): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(head)
  socket.write(body)
  if (end) socket.end()
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return answer
}

function rawHead(verb: string, suffix: string, headers: Record<string, string>): string {
  const uri = `/clouddisk/${key}${suffix}`
  const all = { host: 'localhost', ...headersFor(verb, uri), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${verb} ${OBJECTS_PATH}${uri} HTTP/1.1\r\n${lines.join('')}\r\n`
}

describe('the object gateway', () => {
  it('takes an object in parts, as S3 would', async () => {
    const uploadId = await begin()
    const etags = await putAll(uploadId)
    const listed = await list(uploadId)
    expect([...listed.text.matchAll(/<PartNumber>(\d)<\/PartNumber>/g)].map(([, n]) => n)).toEqual([
      '1',
      '2',
      '3',
    ])
    expect([...listed.text.matchAll(/<Size>(\d+)<\/Size>/g)].map(([, n]) => Number(n))).toEqual([
      PART,
      PART,
      PART / 2,
    ])
    expect(listed.text).toContain('<IsTruncated>false</IsTruncated>')
    const completed = await complete(uploadId, completeXml(etags))
    expect(completed.status).toBe(200)
    expect(completed.text).toMatch(/<ETag>&quot;[0-9a-f]{8}-3&quot;<\/ETag>/)
    expect(await store.stat(key)).toMatchObject({ key, size: content.length })
    expect((await store.digest({ key, etag: null })).size).toBe(content.length)
  })

  it('lists parts a page at a time', async () => {
    const uploadId = await begin()
    await putAll(uploadId)
    const page = await list(uploadId, '&max-parts=1&part-number-marker=1')
    expect(page.text).toMatch(
      /<NextPartNumberMarker>2<\/NextPartNumberMarker>.*<IsTruncated>true<\/IsTruncated>/,
    )
    expect((await list(uploadId, '&max-parts=x')).code).toBe('InvalidArgument')
  })

  it('takes a small object at once', async () => {
    session = { key, bucket: 'clouddisk', ownerId: OWNER, size: 10, partSize: PART }
    const body = randomBytes(10)
    expect((await call('PUT', '', { body })).status).toBe(200)
    expect((await call('PUT', '', { body })).status).toBe(200)
    expect((await call('PUT', '', { body: randomBytes(10) })).status).toBe(409)
    expect((await call('PUT', '', { body: randomBytes(11) })).code).toBe('EntityTooLarge')
  })

  it('refuses a large object at once', async () => {
    expect(await call('PUT', '', { body: content })).toMatchObject({ status: 400, code: 'EntityTooLarge' })
  })

  it('answers the same part again, and other bytes with 409', async () => {
    const uploadId = await begin()
    const first = await put(uploadId, 1)
    expect((await put(uploadId, 1)).headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await put(uploadId, 1, randomBytes(PART))).toMatchObject({
      status: 409,
      code: 'PartAlreadyExists',
    })
  })

  it('lets a client that lost the answer to complete go on', async () => {
    const uploadId = await begin()
    await complete(uploadId, completeXml(await putAll(uploadId)))
    const listed = await list(uploadId)
    const etags = [...listed.text.matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, etag = '']) => etag)
    expect(etags).toHaveLength(3)
    expect((await complete(uploadId, completeXml(etags))).status).toBe(200)
    expect((await put(uploadId, 1)).status).toBe(404)
  })

  it('refuses parts of wrong number, length or upload', async () => {
    const uploadId = await begin()
    for (const n of ['0', '4', '-1', '1.5', 'x', '']) {
      expect(await put(uploadId, n, partBytes(1))).toMatchObject({ status: 400, code: 'InvalidArgument' })
    }
    expect(await put(uploadId, 1, partBytes(3))).toMatchObject({ status: 400, code: 'EntityTooLarge' })
    expect(await put(uploadId, 3, partBytes(1))).toMatchObject({ status: 400, code: 'EntityTooLarge' })
    expect(await put('f'.repeat(32), 1)).toMatchObject({ status: 404, code: 'NoSuchUpload' })
    expect((await list(uploadId)).text).not.toContain('<Part>')
  })

  it('refuses to complete what is not all there, in order, as received', async () => {
    const uploadId = await begin()
    const etags = await putAll(uploadId)
    const bodies = {
      InvalidPart: [
        completeXml(etags.slice(0, 2)),
        completeXml([...etags, etags[0] ?? '']),
        completeXml([etags[1] ?? '', etags[0] ?? '', etags[2] ?? '']),
        completeXml(etags).replace('>2<', '>1<'),
      ],
      MalformedXML: [
        '',
        'x',
        '<a/>',
        '<CompleteMultipartUpload/>',
        '<CompleteMultipartUpload><Part/></CompleteMultipartUpload>',
        completeXml(etags).replace('>2<', '>two<'),
        completeXml(etags).replace('</Part>', ''),
        `<!DOCTYPE x [<!ENTITY a "b">]>${completeXml(etags)}`,
        completeXml(etags).replace('</Part>', '<?a b?></Part>'),
        // Within its bytes, but no list of three parts.
        `<CompleteMultipartUpload>${'<a/>'.repeat(500)}</CompleteMultipartUpload>`,
        completeXml(etags).replace('</Part>', `${'<b/>'.repeat(200)}</Part>`),
        randomBytes(200).toString('latin1'),
      ],
      // Not even asked for: three parts never take so much.
      MaxMessageLengthExceeded: [' '.repeat(6000), ' '.repeat(5_000_000)],
    }
    for (const [code, wrong] of Object.entries(bodies)) {
      for (const body of wrong) expect(await complete(uploadId, body)).toMatchObject({ status: 400, code })
    }
    expect(await store.stat(key)).toBeUndefined()
    const prolog = '<?xml version="1.0" encoding="UTF-8"?>'
    const checksums = '<ChecksumCRC32>AAAAAA==</ChecksumCRC32><ChecksumSHA256>AAAA</ChecksumSHA256></Part>'
    const full = `${prolog}${completeXml(etags).replaceAll('</Part>', checksums)}`
    expect((await complete(uploadId, full)).status).toBe(200)
  })

  it('throws an upload away', async () => {
    const uploadId = await begin()
    await put(uploadId, 1)
    expect((await call('DELETE', '?uploadId=other')).status).toBe(404)
    expect((await call('DELETE', `?uploadId=${uploadId}`)).status).toBe(204)
    expect(await put(uploadId, 2)).toMatchObject({ status: 404, code: 'NoSuchUpload' })
    expect(await collect(store.incoming())).toEqual([])
  })

  it('opens nothing without the authorization of this very call', async () => {
    const uploadId = await begin()
    const uri = `/clouddisk/${key}?partNumber=1&uploadId=${uploadId}`
    const other = uri.replace('partNumber=1', 'partNumber=2')
    const wrong: Sent[] = [
      { signed: other },
      { signed: uri.replace(key, newId()) },
      { headers: { authorization: 'garbage' } },
      { headers: { authorization: '', 'x-amz-date': '' } },
      { headers: { 'x-amz-date': '20200101T000000Z' } },
    ]
    for (const sent of wrong) expect((await put(uploadId, 1, partBytes(1), sent)).status).toBe(403)
    now = new Date(now.getTime() - 601_000)
    const old = headersFor('PUT', uri)
    now = new Date(now.getTime() + 601_000)
    expect(await put(uploadId, 1, partBytes(1), { headers: old })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    })
    expect((await list(uploadId)).text).not.toContain('<Part>')
  })

  it('knows an upload only while its session is open, and only as its owner', async () => {
    const uploadId = await begin()
    expect((await put(uploadId, 1, partBytes(1), { owner: newId() })).status).toBe(404)
    session = undefined
    expect(await put(uploadId, 1)).toMatchObject({ status: 404, code: 'NoSuchUpload' })
  })

  it('asks for the session and its person again once the body is there', async () => {
    const uploadId = await begin()
    const xml = completeXml(await putAll(uploadId))
    const endsWhileSending = async (head: string, body: Buffer, end = endUpload) => {
      const was = session
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      asked = Promise.withResolvers()
      socket.write(head)
      socket.write(body.subarray(0, 5))
      await asked.promise
      end()
      socket.write(body.subarray(5))
      await once(socket, 'close')
      session = was
      isSignedIn = true
      return answer
    }
    const head = (verb: string, suffix: string, body: Buffer) =>
      rawHead(verb, suffix, { 'content-length': `${body.length}`, connection: 'close' })
    const body = Buffer.from(xml)
    expect(await endsWhileSending(head('POST', `?uploadId=${uploadId}`, body), body)).toMatch(
      /^HTTP\/1.1 404 /,
    )
    expect(await store.stat(key)).toBeUndefined()
    key = newId()
    session = { key, bucket: 'clouddisk', ownerId: OWNER, size: 10, partSize: PART }
    const small = randomBytes(10)
    expect(await endsWhileSending(head('PUT', '', small), small)).toMatch(/^HTTP\/1.1 404 /)
    expect(await endsWhileSending(head('PUT', '', small), small, signOut)).toMatch(/^HTTP\/1.1 403 /)
    expect(await store.stat(key)).toBeUndefined()
  })

  it('reads no object to anybody', async () => {
    const uploadId = await begin()
    await complete(uploadId, completeXml(await putAll(uploadId)))
    expect((await call('GET', '')).status).toBe(403)
    expect((await call('HEAD', '')).status).toBe(403)
    expect((await call('DELETE', '')).status).toBe(400)
    expect((await call('PATCH', '')).status).toBe(405)
    const options = await call('OPTIONS', '')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, PUT, GET, DELETE, OPTIONS'])
  })

  it('keeps nothing of a part that is cut short', async () => {
    const uploadId = await begin()
    const suffix = `?partNumber=1&uploadId=${uploadId}`
    await raw(rawHead('PUT', suffix, { 'content-length': `${PART}` }), partBytes(1).subarray(0, 1000), true)
    expect((await list(uploadId)).text).not.toContain('<Part>')
    expect((await put(uploadId, 1)).status).toBe(200)
  })

  it('needs a length', async () => {
    const suffix = `?partNumber=1&uploadId=${await begin()}`
    const chunked = rawHead('PUT', suffix, { 'transfer-encoding': 'chunked', connection: 'close' })
    expect(await raw(chunked, '5\r\nhello\r\n0\r\n\r\n')).toMatch(/^HTTP\/1.1 411 .*MissingContentLength/s)
    const none = rawHead('PUT', suffix, { connection: 'close' })
    expect(await raw(none)).toMatch(/^HTTP\/1.1 411 /)
  })

  it('invites the body of a sender that asks first, and only when it will be taken', async () => {
    const uploadId = await begin()
    const head = (n: number) =>
      rawHead('PUT', `?partNumber=${n}&uploadId=${uploadId}`, {
        'content-length': `${PART}`,
        expect: '100-continue',
        connection: 'close',
      })
    expect(await raw(head(1), partBytes(1))).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
    expect(await raw(head(9), partBytes(1))).toMatch(/^HTTP\/1.1 400 /)
  })

  it('tells a refused sender why, though the body is still coming', async () => {
    const uploadId = await begin()
    const head = rawHead('PUT', `?partNumber=1&uploadId=${uploadId}`, { 'content-length': '50000000' })
    expect(await raw(head, randomBytes(3_000_000), true)).toMatch(/^HTTP\/1.1 400 .*EntityTooLarge/s)
  })

  it('cuts off a sender that goes quiet', async () => {
    await serve({ timeouts: { stallMs: 50 } })
    const uploadId = await begin()
    const head = rawHead('PUT', `?partNumber=1&uploadId=${uploadId}`, { 'content-length': `${PART}` })
    expect(await raw(head, partBytes(1).subarray(0, 10))).toMatch(/^HTTP\/1.1 408 .*RequestTimeout/s)
    expect((await list(uploadId)).text).not.toContain('<Part>')
  })

  it('tells of a store that says nothing as one that is away', async () => {
    const uploadId = await begin()
    await serve({}, 50)
    store.begin = store.listParts = () => new Promise<never>(() => undefined)
    const away = { status: 503, code: 'ServiceUnavailable' }
    expect(await call('POST', '?uploads')).toMatchObject(away)
    expect(await list(uploadId)).toMatchObject(away)
  })

  it('takes so many bodies of one person at a time, and does not let others wait for them', async () => {
    const uploadId = await begin()
    const head = rawHead('PUT', `?partNumber=1&uploadId=${uploadId}`, { 'content-length': `${PART}` })
    const lines = Array.from({ length: 64 }, () => {
      const line = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined)
      line.write(head)
      return line
    })
    await expect.poll(() => put(uploadId, 2)).toMatchObject({ status: 503, code: 'SlowDown' })
    const own = session
    session = { key, bucket: 'clouddisk', ownerId: 'other', size: content.length, partSize: PART }
    const theirs = await call('PUT', `?partNumber=2&uploadId=${uploadId}`, {
      owner: 'other',
      body: partBytes(2),
    })
    expect(theirs.status).toBe(200)
    session = own
    for (const line of lines) line.destroy()
    await expect.poll(() => put(uploadId, 2)).toMatchObject({ status: 200 })
  })

  it('says that the disk is full, and goes on', async () => {
    const uploadId = await begin()
    await serve({ keepFree: Number.MAX_SAFE_INTEGER })
    expect(await put(uploadId, 1)).toMatchObject({ status: 507, code: 'InsufficientStorage' })
    await serve()
    expect((await put(uploadId, 1)).status).toBe(200)
  })

  it('asks to send again later while the database is too busy', async () => {
    const uploadId = await begin()
    fault = new Error('timeout exceeded when trying to connect')
    const busy = await put(uploadId, 1)
    expect([busy.status, busy.code, busy.headers.get('retry-after')]).toEqual([503, 'SlowDown', '2'])
    fault = new Error('broken')
    expect(await put(uploadId, 1)).toMatchObject({ status: 500, code: 'InternalError' })
    fault = undefined
    expect((await put(uploadId, 1)).status).toBe(200)
  })

  it('does not go on reading a body that a call which has succeeded has no use for', async () => {
    const head = rawHead('POST', '?uploads', { 'content-length': '1000000000' })
    expect(await raw(head, 'what for')).toMatch(/^HTTP\/1.1 200 .*connection: close.*<UploadId>/s)
  }, 10_000)

  it('survives garbage', async () => {
    for (const path of [
      '',
      '/',
      '/%',
      '/..%2f',
      `/clouddisk/${'x'.repeat(300)}`,
      '/a/b?uploads&uploads',
      '/a/b?%%%',
    ]) {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
        const response = await fetch(`${origin}${OBJECTS_PATH}/${path}`, { method })
        expect(response.status).toBeLessThan(500)
        await response.arrayBuffer()
      }
    }
  })
})
