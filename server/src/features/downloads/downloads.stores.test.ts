import { randomBytes } from 'node:crypto'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import type { Person } from '../../../test/person.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openWorld, type World } from '../../../test/world.ts'

const NAME = "年度 报告 (it's 100%).bin"

describe.each(['s3', 'swift'] as const)('downloads that readers fetch from the store (%s)', (store) => {
  let world: World
  let person: Person
  let endpoint: string
  beforeAll(async () => {
    const place = await newBucket(inject(store))
    endpoint = place.endpoint
    world = await openWorld({ ...settingsOf(place), CLOUDDISK_S3_DOWNLOADS: 'presigned' })
    person = await world.person()
  })
  afterAll(() => world.close())

  const askFor = async (instanceId: string) => ask(await person.call(getDownloadUrl, { instanceId }))
  const ask = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })

  it('lead to an address that gives out that file alone, under its name and as nothing that runs', async () => {
    const bytes = randomBytes(300_000)
    const { instanceId } = await person.upload('0', NAME, bytes)
    const led = await askFor(instanceId)
    const location = led.headers.get('location') ?? ''
    expect([led.status, new URL(location).origin]).toEqual([302, endpoint])
    expect(led.headers.get('cache-control')).toBe('no-store')

    const answer = await ask(location)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(NAME).replace(/['()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    )
    const part = await ask(location, { headers: { range: 'bytes=10-19' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])

    const other = await person.upload('0', 'other.bin', randomBytes(10))
    const otherKey = new URL((await askFor(other.instanceId)).headers.get('location') ?? '').pathname
    for (const changed of [
      location.replace(new URL(location).pathname, otherKey),
      location.replace('octet-stream', 'html'),
      location.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=6000'),
    ])
      expect((await ask(changed)).status).toBe(403)
    expect((await ask(location, { method: 'DELETE' })).status).toBe(403)
  })

  it('come from the server where a limit has to hold', async () => {
    const { instanceId } = await person.upload('0', 'limited.bin', randomBytes(1000))
    const limit = (bytes: number | null) =>
      world.ctx.db.reader
        .updateTable('person')
        .set({ speed_limit: bytes })
        .where('id', '=', person.user.userId)
        .execute()
    await limit(1_000_000)
    const limited = await world.again(person)
    const answer = await ask(await limited.call(getDownloadUrl, { instanceId }))
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 1000])
    await limit(null)
  })

  it('are told of as by us where the content is gone, or not allowed', async () => {
    const { instanceId } = await person.upload('0', 'gone.bin', randomBytes(10))
    const url = await person.call(getDownloadUrl, { instanceId })
    const { key } = await blobOf(world, instanceId)
    await world.ctx.stores.home.remove(key)
    const answer = await ask(url)
    expect([answer.status, await answer.json()]).toMatchObject([503, { errcode: 50009 }])
  })

  it('are given by the server where they are looked at, or several at once', async () => {
    const { instanceId } = await person.upload('0', 'a.txt', Buffer.from('hello'))
    const preview = await ask(await person.call(getDownloadUrl, { instanceId, mode: 'preview' }))
    expect([preview.status, await preview.text()]).toEqual([200, 'hello'])
    const { url } = await person.call(getArchiveUrl, { instanceIds: [instanceId] })
    expect((await ask(url)).status).toBe(200)
  })
})
