// @module-tag long
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { createBucket, queryContentReading, setBucketHome } from '@clouddisk/contract/admin-storage'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import type { Person } from '../../test/person.ts'
import { newBucket } from '../../test/stores/bucket.ts'
import { openWorld, type World } from '../../test/world.ts'
import { newMasterKey } from '../objects/encrypted/master-keys.ts'
import { openS3Client, type S3Location } from '../objects/s3/client.ts'
import { scrubStep } from './scrub.ts'

let world: World
let admin: Person
/** Of whom all lies in the bucket, and of whom all lies on the disk. */
let [there, nearby]: Person[] = []
let place: S3Location
let client: S3Client
/** A store that is reached and has no answer, or does not let us in, or has no such bucket. */
let says = 503
const away = createServer((_request, response) => response.writeHead(says).end())
beforeAll(async () => {
  world = await openWorld({
    CLOUDDISK_DEDUP: 'off',
    CLOUDDISK_ENCRYPTION_KEY: newMasterKey(),
  })
  admin = await world.admin('storageAdmin')
  ;[there, nearby] = [await world.person('there'), await world.person('nearby')]
  place = await newBucket(inject('s3'))
  client = openS3Client(place)
  const { endpoint, accessKey, secretKey, bucket: bucketName } = place
  await admin.call(createBucket, { bucketName, endpoint, accessKey, secretKey, uploads: 'proxied' })
  const principals = [{ principalType: 'user' as const, principalId: there.user.userId }]
  await admin.call(setBucketHome, { principals, bucketName })
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  client.destroy()
  away.close()
  await world.close()
})

interface Put {
  readonly of: 'nearby' | 'there'
  readonly id: string
  readonly bytes: Buffer<ArrayBuffer>
  readonly key: string
}
const files = new Map<string, Put>()
const put = async (of: Put['of'], name: string, bytes = randomBytes(300_000)) => {
  const person = of === 'nearby' ? nearby : there
  if (!person) throw new Error('nobody is there')
  const { instanceId: id } = await person.upload('0', name, bytes)
  const { key } = await blobOf(world, id)
  files.set(`${of} ${name}`, { of, id, bytes, key })
}
const at = (name: string) => ({ Bucket: place.bucket, Key: `encrypted/${files.get(name)?.key}` })
const inBucket = async (name: string) => {
  const { Body } = await client.send(new GetObjectCommand(at(name)))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}
const write = (name: string, Body: Buffer) => client.send(new PutObjectCommand({ ...at(name), Body }))
const flipped = (bytes: Buffer) => {
  const other = Buffer.from(bytes)
  other[200_000] = (other[200_000] ?? 0) ^ 1
  return other
}
const later = async (ms: number) => {
  world.advance(ms)
  await scrubStep(world.ctx)
}
const lead = async (endpoint: string) => {
  await world.ctx.db.pool.query(
    `update bucket set endpoint = $1, updated_at = updated_at + interval '1 second'`,
    [endpoint],
  )
  await world.ctx.stores.refresh()
}
const found = async () => {
  admin = await world.again(admin)
  const { files: faulty, damaged, suspected, repaired, buckets } = await admin.call(queryContentReading, {})
  const [disk, bucket] = buckets.map(({ objects, allObjects }) => `${objects} of ${allObjects}`)
  const names = faulty.map(({ account, instanceName, wrong }) => `${account} ${instanceName} ${wrong}`).sort()
  return { disk, bucket, names, damaged, suspected, repaired }
}
const reads = async () => {
  const people = { nearby: await world.again(nearby as Person), there: await world.again(there as Person) }
  return Object.fromEntries(
    await Promise.all(
      [...files].map(async ([name, { of, id, bytes }]) => {
        const got = await people[of].download(id).catch((error: Error) => error.name)
        return [name, Buffer.isBuffer(got) ? (got.equals(bytes) ? 'fine' : 'WRONG BYTES') : got]
      }),
    ),
  )
}

it('is of encrypted content in buckets too, and tells nothing of one that is away', async () => {
  const [one, other] = [randomBytes(300_000), randomBytes(300_000)]
  for (const name of ['sound', 'gone', 'spoilt', 'back']) await put('there', name)
  for (const of of ['there', 'nearby'] as const) {
    await put(of, 'one', one)
    await put(of, 'other', other)
  }
  await scrubStep(world.ctx)
  expect(await found()).toMatchObject({ disk: '2 of 2', bucket: '6 of 6', names: [], suspected: 0 })

  const kept = await inBucket('there back')
  for (const name of ['there gone', 'there back']) await client.send(new DeleteObjectCommand(at(name)))
  for (const name of ['there spoilt', 'there other']) await write(name, flipped(await inBucket(name)))
  const stored = join(world.ctx.config.dataDir, 'objects', 'encrypted', 'stored')
  const disk = await readdir(stored, { recursive: true })
  const path = join(stored, disk.find((name) => name.endsWith(files.get('nearby one')?.key ?? '?')) ?? '')
  await writeFile(path, flipped(await readFile(path)))

  const { port } = away.address() as { port: number }
  await lead(`http://127.0.0.1:${port}`)
  await later(27.05 * DAY)
  // Encryption proves at once that other bytes lie there.
  const onDisk = 'nearby one hash'
  expect(await found()).toMatchObject({ disk: '2 of 2', bucket: '0 of 6', names: [onDisk], damaged: 1 })

  await lead(place.endpoint)
  await later(0.1 * HOUR)
  const suspects = [onDisk, ...['back', 'gone', 'other', 'spoilt'].map((name) => `there ${name} missing`)]
  expect(await found()).toMatchObject({ bucket: '6 of 6', names: suspects, damaged: 1, suspected: 4 })

  // What could not be looked at says nothing, however long that lasts; what lies elsewhere is looked at all the same.
  await lead(`http://127.0.0.1:${port}`)
  for (says of [503, 403, 404]) {
    await later(7 * HOUR)
    expect(await found()).toMatchObject({ names: suspects, damaged: 1, suspected: 4, repaired: 0 })
  }
  await lead(place.endpoint)
  await write('there back', kept)
  await later(1.1 * HOUR)
  expect(await found()).toMatchObject({
    names: ['there gone missing', 'there spoilt missing'],
    damaged: 2,
    suspected: 0,
    repaired: 2,
  })
  const notices = await admin.call(pageNotifications, {})
  expect(notices.list.map(({ kind }) => kind)).toEqual(['content.damaged', 'content.damaged'])
  expect(await reads()).toEqual({
    'there sound': 'fine',
    'there back': 'fine',
    'there one': 'fine',
    'there other': 'fine',
    'nearby one': 'fine',
    'nearby other': 'fine',
    'there gone': 'content_damaged',
    'there spoilt': 'content_damaged',
  })
})
