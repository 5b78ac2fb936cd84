import { connect } from 'node:net'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Got, sendBare } from './bare.ts'
import { pathWord, type Sent } from './nasty.ts'
import type { Person } from './person.ts'
import { authorize, initiate, openUpload, putAll, save } from './transfer.ts'
import { openWorld, type World } from './world.ts'

/** Garbage to the doors beside the framework (object calls, downloads) and below HTTP: never a fault of ours. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person('tester')
})
afterAll(() => world.close())

const send = (sent: Sent): Promise<Got> => sendBare(world.baseUrl, sent)

describe('below HTTP', () => {
  it.each([
    'nonsense\r\n\r\n',
    'GET /disk/ HTTP/9.9\r\n\r\n',
    'GET  HTTP/1.1\r\n\r\n',
    'GET /disk/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'POST /disk/api/instance/page HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'POST /disk/api/instance/page HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    `GET /disk/ HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'GET /disk/ HTTP/1.1\r\n\r\n',
    '\u0000\u0001\u0002\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
  ])('%j ends the line and nothing else', async (raw) => {
    const { hostname, port } = new URL(world.baseUrl)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        // An answer is enough; the line may stay open for more.
        socket.end()
      })
      socket.on('error', () => resolve(text))
      socket.on('close', () => resolve(text))
      socket.write(raw, 'latin1')
      if (!raw.endsWith('\r\n\r\n')) socket.end()
    })
    expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
    expect((await send({ method: 'GET', path: '/healthz' })).status).toBe(200)
  })
})

describe('garbage beside the framework', () => {
  const noFault = (got: Got, about: string) => {
    expect(got.status, about).toBeGreaterThanOrEqual(200)
    expect(got.status, about).toBeLessThan(500)
    expect(got.text).not.toMatch(/node_modules|at \w+ \(/)
  }

  it('to object addresses is never a fault of ours', async () => {
    const piece = fc.oneof(pathWord, fc.constantFrom('clouddisk', '..', '%', '%zz', person.user.rootId))
    const sent = fc.record({
      method: fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'),
      path: fc
        .tuple(
          piece,
          piece,
          fc.constantFrom(
            '',
            '?uploads',
            '?uploadId=x',
            '?partNumber=1&uploadId=x',
            '?partNumber=-1&uploadId=%00',
            '?uploadId=',
            '?max-parts=x&uploadId=y',
          ),
        )
        .map(([a, b, c]) => `/disk/objects/${a}/${b}${c}`),
      headers: fc.constantFrom<Record<string, string>>(
        {},
        { authorization: 'nonsense' },
        { authorization: 'CLOUDDISK-HMAC-SHA256 Credential=x, Signature=y' },
        { 'x-amz-date': 'yesterday' },
      ),
      body: fc.constantFrom('', 'x', '<', '<CompleteMultipartUpload>'),
    })
    await fc.assert(
      fc.asyncProperty(sent, async (one) =>
        noFault(
          await send({ ...one, body: one.method === 'GET' || one.method === 'HEAD' ? '' : one.body }),
          JSON.stringify(one),
        ),
      ),
      { numRuns: 150, endOnFailure: true },
    )
  })

  it('as the list of parts to put together is refused, and the upload can still be finished', async () => {
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'p')
    const upload = { parentId: '0', name: 'parts.bin', bytes, hashes: 'after' as const }
    const check = await openUpload(person, upload)
    const uploadId = await initiate(person, check)
    const part = (number: string, etag: string) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`
    const lists = [
      '',
      '<',
      '<a/>',
      '<CompleteMultipartUpload/>',
      part('1', '"x"'),
      `<CompleteMultipartUpload>${part('1', '"x"')}${part('1', '"x"')}</CompleteMultipartUpload>`,
      `<CompleteMultipartUpload>${part('-1', 'x')}${part('1e9', 'x')}${part('NaN', '')}</CompleteMultipartUpload>`,
      `<CompleteMultipartUpload>${'<Part>'.repeat(50_000)}`,
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><CompleteMultipartUpload>&b;</CompleteMultipartUpload>',
      '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><CompleteMultipartUpload>&f;</CompleteMultipartUpload>',
      '{"Part":[]}',
      '\u0000',
      `<CompleteMultipartUpload>${part('2', '"x"')}${part('1', '"x"')}</CompleteMultipartUpload>`,
      `<__proto__><Part/></__proto__>`,
      `<CompleteMultipartUpload>${'x'.repeat(5 * 1024 * 1024)}</CompleteMultipartUpload>`,
    ]
    for (const list of lists) {
      const { url, init } = await authorize(person, check, {
        verb: 'POST',
        action: 'mergeMultiPartObject',
        query: `?uploadId=${uploadId}`,
        body: list,
        contentType: 'application/xml',
      })
      const got = await send({
        method: 'POST',
        path: url.slice(new URL(url).origin.length),
        headers: Object.fromEntries(new Headers(init.headers)),
        body: list,
      })
      noFault(got, list.slice(0, 100))
      expect(got.status, list.slice(0, 100)).toBeGreaterThanOrEqual(400)
    }
    await putAll(person, check, bytes)
    expect((await save(person, upload, check)).fileSize).toBe(bytes.length)
  })

  it('to download addresses, and as a range, is never a fault of ours', async () => {
    const { instanceId } = await person.upload('0', 'ranges.bin', Buffer.alloc(1000, 'r'))
    const address = new URL(await person.call(getDownloadUrl, { instanceId })).pathname
    const range = fc.oneof(
      fc.constantFrom(
        'bytes=0-',
        'bytes=-1',
        'bytes=-0',
        'bytes=999-',
        'bytes=1000-',
        'bytes=5-1',
        'bytes=0-99999999999999999999',
        'bytes=a-b',
        'bytes=',
        'octets=0-1',
        'bytes=0-1,5-6',
        'bytes=0-1,',
        'bytes = 0-1',
        '-',
        `bytes=${'0-1,'.repeat(3000)}0-1`,
      ),
      fc.tuple(fc.nat(2000), fc.nat(2000)).map(([a, b]) => `bytes=${a}-${b}`),
    )
    await fc.assert(
      fc.asyncProperty(range, fc.constantFrom('GET', 'HEAD'), async (value, method) => {
        const got = await send({ method, path: address, headers: { range: value } })
        expect([200, 206, 416], value).toContain(got.status)
        if (got.status === 206 && method === 'GET')
          expect(got.text.length).toBe(Number(got.headers['content-length']))
      }),
      { numRuns: 100, endOnFailure: true },
    )
    const odd = fc.oneof(pathWord, fc.constantFrom('a.b/c', 'e30.x', '%', `${'x'.repeat(5000)}.y`))
    await fc.assert(
      fc.asyncProperty(
        odd,
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
        async (piece, method) => noFault(await send({ method, path: `/disk/d/${piece}` }), piece),
      ),
      { numRuns: 100, endOnFailure: true },
    )
  })
})
