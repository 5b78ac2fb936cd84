import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from './http.ts'

const LONG = { list: Array.from({ length: 100 }, (_, n) => ({ instanceName: `合同 ${n}.pdf` })) }
const SHORT = { list: [] }
const app = createHttp(pino({ level: 'silent' }), [], [])
app.get('/long', async () => LONG)
app.get('/short', async () => SHORT)
app.get('/bytes', async (_, reply) => reply.type('application/json').send(Buffer.from(JSON.stringify(LONG))))
app.get('/text', async (_, reply) => reply.type('text/plain; charset=utf-8').send('a'.repeat(5000)))
beforeAll(async () => {
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

describe('a reply in JSON', () => {
  it.each([
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['GZIP;q=0.5, zstd; q=0', 'gzip', gunzipSync],
  ])('is compressed for who takes %s', async (accepted, encoding, decompress) => {
    for (const url of ['/long', '/bytes']) {
      const { headers, rawPayload } = await get(url, accepted)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(headers['content-length']).toBe(`${rawPayload.length}`)
      expect(JSON.parse(`${decompress(rawPayload)}`)).toEqual(LONG)
    }
  })

  it.each([undefined, 'identity', 'br', 'gzip;q=0, zstd;q=0.0', 'xgzip'])(
    'is plain for %s',
    async (accepted) => {
      const { headers, payload } = await get('/long', accepted)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers.vary).toBe('accept-encoding')
      expect(JSON.parse(payload)).toEqual(LONG)
    },
  )

  it('that fits into a packet is plain', async () => {
    const { headers, payload } = await get('/short', 'gzip')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(payload)).toEqual(SHORT)
  })
})

it('a reply of another type is plain', async () => {
  const { headers, payload } = await get('/text', 'gzip')
  expect(headers).not.toHaveProperty('content-encoding')
  expect(payload).toBe('a'.repeat(5000))
})
