import { gunzipSync } from 'node:zlib'
import { openApi } from '@clouddisk/contract/openapi'
import { ROUTES } from '@clouddisk/contract/routes'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { VERSION } from '../config/version.ts'
import { createHttp } from './http.ts'
import { serveJsonDocument } from './json-document.ts'

const PATH = '/disk/api/openapi.json'

describe('the description of the calls', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  // Node’s fetch decompresses by itself.
  const get = (headers: Record<string, string> = {}) => fetch(new URL(PATH, world.baseUrl), { headers })

  it('is compressed for those who take that, and says by its tag that it is the same', async () => {
    const zipped = await get({ 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    const plain = JSON.stringify(openApi(ROUTES, VERSION))
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(plain.length / 5)
    expect(zipped.headers.get('vary')).toBe('accept-encoding')
    expect(zipped.headers.get('cache-control')).toBe('no-cache')
    expect(await zipped.json()).toEqual(JSON.parse(plain))
    const tag = zipped.headers.get('etag') ?? ''
    const same = await get({ 'if-none-match': `"another", ${tag}` })
    expect(same.status).toBe(304)
    expect(await same.text()).toBe('')
    expect(same.headers.get('etag')).toBe(tag)
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200)
  })

  it.each(['identity', 'br', 'gzip;q=0', 'gzip;q=0.0, *'])('is plain for %s', async (encoding) => {
    const plain = await get({ 'accept-encoding': encoding })
    expect(plain.headers.get('content-encoding')).toBe(null)
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await plain.json()).toMatchObject({ openapi: '3.1.0' })
  })
})

it('a document is built once, at its first request', async () => {
  const app = createHttp(pino({ level: 'silent' }), [], [])
  const build = vi.fn(() => ({ 名: 'x'.repeat(1000) }))
  serveJsonDocument(app, PATH, build)
  await app.ready()
  expect(build).not.toHaveBeenCalled()
  const headers = { 'accept-encoding': 'deflate, gzip;q=0.5' }
  const answers = await Promise.all(Array.from({ length: 40 }, () => app.inject({ url: PATH, headers })))
  for (const { rawPayload } of answers) expect(JSON.parse(`${gunzipSync(rawPayload)}`)).toEqual(build())
  expect((await app.inject({ url: PATH, method: 'HEAD', headers })).statusCode).toBe(200)
  // Once here, and once for each comparison.
  expect(build).toHaveBeenCalledTimes(41)
  await app.close()
})
