// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetBucketCorsCommand } from '@aws-sdk/client-s3'
import { DAY } from '@clouddisk/contract/time'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../test/postgres.ts'
import { urlOf } from '../../../test/postgres-url.ts'
import { beneath } from '../../../test/stores/beneath.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openUpload, putObject } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { boot } from '../../boot.ts'
import { readConfig } from '../../config/config.ts'
import { collectUntracked } from '../../content/collect.ts'
import { newId } from '../../db/ids.ts'
import { testBucket } from '../../features/storage/test-bucket.ts'
import { newBucketOwnerName, newOwner, ownerFrom } from '../bucket-owner.ts'
import { MARKER } from '../layout.ts'
import { ForeignBucket } from '../port.ts'
import { openS3Client, type S3Location } from './client.ts'
import { OwnerMarker } from './marker.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function worldIn(place: S3Location, more: Record<string, string> = {}): Promise<World> {
  const world = await openWorld({ ...settingsOf(place), ...more })
  open.push(() => world.close())
  return world
}

/** Starts a server of its own in this process, and stops it. */
async function start(place: S3Location): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-claim-'))
  const database = await createTestDatabase()
  open.push(
    () => database.drop(),
    () => rm(folder, { recursive: true, force: true }),
  )
  const env = { CLOUDDISK_DATA: folder, DATABASE_URL: urlOf(database.pool), ...settingsOf(place) }
  const testContext = await boot({ config: readConfig(env, folder), log: pino({ level: 'silent' }) })
  await testContext.close()
}

function under(place: S3Location) {
  const store = beneath(place)
  open.push(() => store.close())
  return store
}

describe('a bucket of another installation', () => {
  it('is where no server starts, and where one that runs takes nothing and tidies nothing', async () => {
    const place = await newBucket(inject('s3'))
    const theirs = await worldIn(place)
    const bytes = randomBytes(5000)
    const owner = await theirs.person()
    const { instanceId } = await owner.upload('0', 'theirs.bin', bytes)
    const store = under(place)
    const before = await store.names()
    expect(before).toContain(MARKER)

    await expect(start(place)).rejects.toThrow(
      new RegExp(`^CLOUDDISK_S3_BUCKET: The bucket ${place.bucket} belongs to another installation`),
    )
    // Such as one whose settings were changed while its store was away.
    const ours = await worldIn(place)
    const sender = await ours.person()
    const upload = { parentId: '0', name: 'ours.bin', bytes: randomBytes(10) }
    const answer = await putObject(sender, await openUpload(sender, upload), upload.bytes)
    expect(answer.status).toBe(503)
    ours.advance(3 * DAY)
    expect(await collectUntracked(ours.ctx)).toBe(0)
    expect(await store.names()).toEqual(before)
    expect((await owner.download(instanceId)).equals(bytes)).toBe(true)
    expect(await theirs.doctor()).toEqual([])
  })

  it('recognizes foreign content in a bucket without a marker, and our own', async () => {
    for (const encryption of [{}, { CLOUDDISK_ENCRYPTION_KEY: randomBytes(32).toString('base64') }]) {
      const place = await newBucket(inject('s3'))
      const theirs = await worldIn(place, encryption)
      const owner = await theirs.person()
      await owner.upload('0', 'first.bin', randomBytes(5000))
      const store = under(place)
      await store.remove(MARKER)
      await expect(start(place)).rejects.toThrow('holds content that is not this installation')
      expect(await store.names()).not.toContain(MARKER)
      // It takes up again what it used without a name, also where most of what lies there is nobody's.
      await store.put(newId(), Buffer.from('stray'))
      const claim = new OwnerMarker(place, ownerFrom(theirs.ctx.db))
      open.push(() => claim.close())
      await claim.requireOwn()
      expect(await store.names()).toContain(MARKER)
    }
  })

  it('is not changed by trying it out, and what became another’s is ours no more', async () => {
    const place = await newBucket(inject('s3'))
    const theirs = await worldIn(place)
    const claim = new OwnerMarker(place, ownerFrom(theirs.ctx.db))
    open.push(() => claim.close())
    await claim.requireOwn()
    const store = under(place)
    const client = openS3Client(place)
    open.push(() => client.destroy())
    const rules = () =>
      client.send(new GetBucketCorsCommand({ Bucket: place.bucket })).catch(({ name }) => name)
    const before = [await rules(), await store.names()]
    const ours = await openWorld()
    open.push(() => ours.close())
    const tried = {
      ...place,
      publicEndpoint: place.endpoint,
      uploads: 'direct',
      downloads: 'proxied',
    } as const
    for (const ctx of [ours.ctx, undefined])
      expect(await testBucket(ctx, tried, ['https://drive.example.com'])).toMatchObject([
        { step: 'reach', outcome: 'fine' },
        { step: 'content', outcome: 'wrong', reason: 'named' },
      ])
    expect([await rules(), await store.names()]).toEqual(before)

    await store.put(MARKER, Buffer.from(newBucketOwnerName()))
    await expect(claim.recheck()).rejects.toThrow(ForeignBucket)
    await expect(claim.requireOwn()).rejects.toThrow(ForeignBucket)
  })

  it('is the one whose name was there first, where several come at once', async () => {
    const place = await newBucket(inject('s3'))
    const markers = Array.from({ length: 4 }, () => new OwnerMarker(place, newOwner(newBucketOwnerName())))
    open.push(...markers.map((marker) => () => marker.close()))
    const outcomes = await Promise.allSettled(markers.map((marker) => marker.requireOwn()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'ForeignBucket' })
    // Things that are not called as content is are in nobody's way.
    const shared = await newBucket(inject('s3'))
    await under(shared).put('holiday.jpg', randomBytes(10))
    await expect(start(shared)).resolves.toBeUndefined()
    await expect(start(shared)).rejects.toThrow('belongs to another installation')
  })
})
