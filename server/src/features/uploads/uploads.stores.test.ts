// @module-tag long
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { MINUTE } from '@clouddisk/contract/time'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import type { Person } from '../../../test/person.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import {
  authorize,
  complete,
  expectOk,
  initiate,
  listParts,
  openUpload,
  putAll,
  putObject,
  putPart,
  save,
} from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { enqueueOverdue } from '../../content/verify.ts'
import { newMasterKey } from '../../objects/encrypted/master-keys.ts'
import { openS3Client, type S3Location } from '../../objects/s3/client.ts'
import { readAllObjects } from '../../objects/scrub.ts'

const MIB = 1024 * 1024

const queued = async (world: World): Promise<number> => {
  const { rowCount } = await world.ctx.db.pool.query(
    `select from pgboss.job where name = 'verify-content' and state = 'created'`,
  )
  return rowCount ?? 0
}

describe('uploads into a bucket of an S3 store', () => {
  let place: S3Location
  let world: World
  let person: Person
  beforeAll(async () => {
    place = await newBucket(inject('s3'))
    world = await openWorld(settingsOf(place))
    person = await world.person()
  })
  afterAll(() => world.close())

  const newUpload = (size: number) => ({ parentId: '0', name: `${size}.bin`, bytes: randomBytes(size) })

  it('go there, whole through us or in parts straight, and come back as they were', async () => {
    for (const size of [0, 1, 100_000, 8 * MIB, 20 * MIB + 7]) {
      const upload = newUpload(size)
      const check = await openUpload(person, upload)
      expect(check).toMatchObject({ uploadflag: '3', cloudProvider: 's3', bucketName: place.bucket })
      await putAll(person, check, upload.bytes)
      const { instanceId } = await save(person, upload, check)
      expect((await person.download(instanceId)).equals(upload.bytes)).toBe(true)
    }
    const findings = await readAllObjects(world.ctx.db.reader, world.ctx.stores)
    expect([findings.faults, await world.doctor()]).toEqual([[], []])
  })

  it('are sent to the store by an authorization for one body each', async () => {
    const upload = newUpload(20 * MIB)
    const check = await openUpload(person, upload)
    const uploadId = await initiate(person, check)
    await expectOk(putPart(person, check, uploadId, 2, upload.bytes))
    expect(await listParts(person, check, uploadId)).toMatchObject([{ partNumber: 2, size: 8 * MIB }])
    const { instanceId } = await person.upload('0', 'there.bin', randomBytes(4 * MIB))
    const stored = await blobOf(world, instanceId)
    // Another part, a body of another length, and another method by the same authorization.
    const query = `?partNumber=3&uploadId=${uploadId}`
    const part = await authorize(person, check, {
      verb: 'PUT',
      action: 'uploadPartObject',
      query,
      body: Buffer.alloc(1),
    })
    const headers = part.init.headers as Record<string, string>
    expect(new URL(part.url).origin).toBe(place.endpoint)
    const others: [string, RequestInit][] = [
      [
        part.url.replace('partNumber=3', 'partNumber=1'),
        { ...part.init, body: upload.bytes.subarray(0, 4 * MIB) },
      ],
      [part.url, { ...part.init, body: upload.bytes.subarray(0, 4 * MIB + 1) }],
      [part.url, { method: 'DELETE', headers }],
      // What is stored already, instead of a body.
      [
        part.url,
        {
          ...part.init,
          headers: {
            ...headers,
            'x-amz-copy-source': `/${place.bucket}/${stored.key}`,
            'x-amz-copy-source-range': `bytes=0-${4 * MIB - 1}`,
          },
          body: upload.bytes.subarray(16 * MIB),
        },
      ],
      [part.url.replace(/\?.*/s, ''), { method: 'GET', headers }],
    ]
    for (const [url, init] of others) expect([400, 403]).toContain((await fetch(url, init)).status)
    expect(await listParts(person, check, uploadId)).toMatchObject([{ partNumber: 2 }])
    expect((await fetch(part.url, { ...part.init, body: upload.bytes.subarray(16 * MIB) })).status).toBe(200)
  })

  it('are authorized there as parts with bytes and nothing else: a store would heed what nobody signed for', async () => {
    const upload = newUpload(20 * MIB)
    const check = await openUpload(person, upload)
    const uploadId = await initiate(person, check)
    const empty = await openUpload(person, { ...upload, bytes: Buffer.alloc(0), hashes: 'never' })
    const emptyId = await initiate(person, empty)
    // By the first two the object could be given to everybody, or copied from wherever our key reads; by others it would be changed
    // once it was saved, or grow beyond what was set aside for it.
    const calls: [typeof check, 'upload' | 'uploadPartObject', string][] = [
      [check, 'upload', ''],
      [check, 'upload', '?acl'],
      [check, 'upload', '?append&position=0'],
      [check, 'upload', `?part\nNumber=78&upload\nId=${uploadId}`],
      [check, 'uploadPartObject', `?partNumber=1&uploadId=${uploadId}&partNumber=77`],
      [check, 'uploadPartObject', `?partNumber=1&uploadId=${uploadId}&acl`],
      [check, 'uploadPartObject', `?partNumber=4&uploadId=${uploadId}`],
      [empty, 'uploadPartObject', `?partNumber=1&uploadId=${emptyId}`],
    ]
    for (const [of, action, query] of calls) {
      const { url } = await authorize(person, of, { verb: 'PUT', action, query, body: '' })
      expect([query, new URL(url).origin]).toEqual([query, world.baseUrl])
    }
    // Who comes to us with such headers is given nothing for them either.
    const small = { ...newUpload(50_000), name: 'given.bin' }
    const given = await openUpload(person, small)
    const { url, init } = await authorize(person, given, { verb: 'PUT', action: 'upload', body: small.bytes })
    await expectOk(fetch(url, { ...init, headers: { ...init.headers, 'x-amz-acl': 'public-read' } }))
    await save(person, small, given)
    expect((await fetch(`${place.endpoint}/${place.bucket}/${given.objectKey}`)).status).toBe(403)
  })

  it('cannot be written over by an authorization that is used again', async () => {
    const upload = newUpload(9 * MIB)
    const check = await openUpload(person, upload)
    const uploadId = await initiate(person, check)
    const etags = []
    for (const number of [1, 2]) {
      const sent = await expectOk(putPart(person, check, uploadId, number, upload.bytes))
      etags.push(sent.headers.get('etag') ?? '')
    }
    const query = `?partNumber=2&uploadId=${uploadId}`
    const body = randomBytes(MIB)
    const again = await authorize(person, check, { verb: 'PUT', action: 'uploadPartObject', query, body })
    await expectOk(complete(person, check, uploadId, etags))
    const { instanceId } = await save(person, upload, check)
    expect((await fetch(again.url, again.init)).status).toBe(404)
    expect((await person.download(instanceId)).equals(upload.bytes)).toBe(true)
  })

  it('are refused where other bytes came than were told of', async () => {
    const upload = newUpload(50_000)
    const check = await openUpload(person, upload)
    await expectOk(putObject(person, check, randomBytes(50_000)))
    await expect(save(person, upload, check)).rejects.toMatchObject({ name: 'hash_mismatch' })
  })

  it('are read as they were saved or not at all', async () => {
    const { instanceId } = await person.upload('0', 'pinned.bin', randomBytes(50_000))
    const blob = await blobOf(world, instanceId)
    const client = openS3Client(place)
    await client.send(
      new PutObjectCommand({ Bucket: place.bucket, Key: blob.key, Body: randomBytes(50_000) }),
    )
    client.destroy()
    const answer = await fetch(await person.call(getDownloadUrl, { instanceId }))
    expect([answer.status, (await answer.json()) as object]).toMatchObject([503, { errcode: 50009 }])
    const { faults } = await readAllObjects(world.ctx.db.reader, world.ctx.stores)
    expect(faults).toMatchObject([{ check: 'stored content is intact' }])
  })
})

/** Every way on which what comes would have to be read back to know what it is. */
const WAYS = [
  ['straight to Ceph', 's3', {}],
  ['through us to Ceph', 's3', { CLOUDDISK_S3_UPLOADS: 'proxied' }],
  ['through us to Swift', 'swift', {}],
  ['encrypted to Ceph', 's3', { CLOUDDISK_ENCRYPTION_KEY: newMasterKey() }],
] as const

describe.each(WAYS)('a large file that came %s', (way, store, settings) => {
  const SIZE = 64 * MIB + 1
  const MIDDLE = 32 * MIB
  let place: S3Location
  let world: World
  let owner: Person
  let member: Person
  beforeAll(async () => {
    place = await newBucket(inject(store))
    world = await openWorld({ ...settingsOf(place), ...settings })
    owner = await world.person()
    member = await world.person()
    // Queues are made at the first start.
    await world.jobs.start()
    await world.jobs.stop()
  })
  afterAll(() => world.close())

  const send = async (rootId: string, name: string, bytes: Buffer, said = bytes) => {
    const upload = { parentId: rootId, name, bytes, hashes: 'after' as const }
    const check = await openUpload(owner, upload)
    await putAll(owner, check, bytes)
    return save(owner, { ...upload, bytes: said }, check)
  }
  /** Puts something else in an object's place, before it is saved. */
  const rewrite = async (objectKey: string, how: (there: Buffer) => Buffer) => {
    const Key = 'CLOUDDISK_ENCRYPTION_KEY' in settings ? `encrypted/${objectKey}` : objectKey
    const client = openS3Client(place, { maxBytes: Number.POSITIVE_INFINITY })
    const { Body } = await client.send(new GetObjectCommand({ Bucket: place.bucket, Key }))
    const there = await buffer(Body as AsyncIterable<Buffer>)
    await client.send(new PutObjectCommand({ Bucket: place.bucket, Key, Body: how(there) }))
    client.destroy()
  }
  const tries = async (person: Person, instanceId: string) =>
    person.download(instanceId).then(
      (bytes) => bytes.length,
      (error: { name: string }) => error.name,
    )

  it('is read by whoever sent it alone until it was read itself, and serves others then', async () => {
    const { rootId } = await world.group(owner, [[member, 'downloader']])
    const bytes = randomBytes(SIZE)
    const digest = vi.spyOn(world.ctx.stores.home, 'digest')
    const { instanceId } = await send(rootId, 'large.bin', bytes)
    // Asking again, as whoever lost the answer does, begins no reading either.
    expect(digest).not.toHaveBeenCalled()
    digest.mockRestore()
    expect(await blobOf(world, instanceId)).toMatchObject({ state: 'unverified', size: SIZE })
    expect([await tries(owner, instanceId), await tries(member, instanceId)]).toEqual([
      SIZE,
      'being_verified',
    ])
    await expect(
      member.call(getArchiveUrl, { instanceIds: [rootId] }).then((url) => fetch(url.url)),
    ).resolves.toMatchObject({ status: 503 })
    const { url } = await owner.call(getArchiveUrl, { instanceIds: [rootId] })
    expect(await (await fetch(url)).json()).toMatchObject({ errcode: 50012 })
    const upload = { parentId: '0', name: 'mine.bin', bytes }
    expect((await openUpload(member, upload)).uploadflag).toBe('3')
    expect(await world.doctor()).toEqual([])
    await world.jobs.start()
    await expect.poll(() => tries(member, instanceId), { timeout: 20_000 }).toBe(SIZE)
    expect((await openUpload(member, { ...upload, name: 'again.bin' })).uploadflag).toBe('1')
    expect((await readAllObjects(world.ctx.db.reader, world.ctx.stores)).faults).toEqual([])
    await world.jobs.stop()
  })

  it('is opened by nobody where it is not what its sender said, who is told', async () => {
    const { instanceId } = await send('0', 'damaged.bin', randomBytes(SIZE), randomBytes(SIZE))
    await world.jobs.start()
    await expect.poll(() => tries(owner, instanceId), { timeout: 20_000 }).toBe('content_damaged')
    const { list } = await owner.call(pageNotifications, {})
    expect(list).toMatchObject([{ kind: 'files.damaged', data: { instanceId, instanceName: 'damaged.bin' } }])
    await world.jobs.stop()
  })

  it('is not saved where it is shorter than was said', async () => {
    const bytes = randomBytes(SIZE)
    const upload = { parentId: '0', name: 'short.bin', bytes, hashes: 'after' as const }
    const check = await openUpload(owner, upload)
    await putAll(owner, check, bytes)
    await rewrite(check.objectKey, (there) => there.subarray(0, there.length - 100))
    await expect(save(owner, upload, check)).rejects.toMatchObject({ name: 'hash_mismatch' })
    expect((await owner.list()).map(({ instanceName }) => instanceName)).not.toContain('short.bin')
  })

  it('is opened by nobody where other bytes of its length lie there', async () => {
    const bytes = randomBytes(SIZE)
    const upload = { parentId: '0', name: 'spoiled.bin', bytes, hashes: 'after' as const }
    const check = await openUpload(owner, upload)
    await putAll(owner, check, bytes)
    await rewrite(check.objectKey, (there) => {
      there.writeUInt8(there.readUInt8(MIDDLE) ^ 1, MIDDLE)
      return there
    })
    const { instanceId } = await save(owner, upload, check)
    await world.jobs.start()
    await expect.poll(() => tries(owner, instanceId), { timeout: 20_000 }).toBe('content_damaged')
    // Nobody's equal file becomes that, and nothing of it is given to whoever has the same.
    expect((await openUpload(member, { ...upload, name: 'mine.bin', hashes: 'before' })).uploadflag).toBe('3')
    await world.jobs.stop()
  })

  // Of the rows alone: once is enough.
  if (way === WAYS[0][0])
    it('is asked for again where nobody came to read it', async () => {
      const { instanceId } = await send('0', 'late.bin', randomBytes(SIZE))
      await world.ctx.jobs.clear('verify-content')
      await enqueueOverdue(world.ctx)
      expect(await queued(world)).toBe(0)
      world.advance(11 * MINUTE)
      await enqueueOverdue(world.ctx)
      expect(await queued(world)).toBe(1)
      await world.jobs.start()
      const state = async () => (await blobOf(world, instanceId)).state
      await expect.poll(state, { timeout: 20_000 }).toBe('live')
      await world.jobs.stop()
    })
})

describe('uploads through the server into a bucket', () => {
  it('arrive as those that go there straight', async () => {
    const place = await newBucket(inject('s3'))
    const world = await openWorld({ ...settingsOf(place), CLOUDDISK_S3_UPLOADS: 'proxied' })
    try {
      const person = await world.person()
      for (const size of [0, 100_000, 20 * MIB + 7]) {
        const upload = { parentId: '0', name: `${size}.bin`, bytes: randomBytes(size) }
        const check = await openUpload(person, upload)
        const { url } = await authorize(person, check, { verb: 'PUT', action: 'upload', body: upload.bytes })
        expect(new URL(url).origin).toBe(world.baseUrl)
        await putAll(person, check, upload.bytes)
        const { instanceId } = await save(person, upload, check)
        expect((await person.download(instanceId)).equals(upload.bytes)).toBe(true)
      }
      expect(await world.doctor()).toEqual([])
    } finally {
      await world.close()
    }
  })
})

describe('a store that is away', () => {
  it('is told as such, and nothing but content waits for it', async () => {
    const away = {
      endpoint: 'http://127.0.0.1:9',
      region: 'us-east-1',
      bucket: 'gone',
      accessKey: 'a',
      secretKey: 'b',
    }
    const world = await openWorld(settingsOf(away))
    try {
      const person = await world.person()
      const upload = { parentId: '0', name: 'a.bin', bytes: randomBytes(10) }
      const check = await openUpload(person, upload)
      await expect(putAll(person, check, upload.bytes)).rejects.toMatchObject({ status: 503 })
      expect(await person.list()).toEqual([])
    } finally {
      await world.close()
    }
  })
})
