// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Person } from '../../test/person.ts'
import { cli } from '../../test/product.ts'
import { newBucket, settingsOf } from '../../test/stores/bucket.ts'
import { type Door, openDoor } from '../../test/stores/door.ts'
import { openWorld, type World } from '../../test/world.ts'
import { DisposableStack } from '../boot.ts'
import { examine } from '../cli/doctor.ts'
import { readConfig } from '../config/config.ts'
import { openInstallation } from '../db/installation.ts'
import { newMasterKey } from '../objects/encrypted/master-keys.ts'
import { openS3Client, type S3Location } from '../objects/s3/client.ts'
import { readAllObjects } from '../objects/scrub.ts'
import { makeBackup } from './backup.ts'
import { openDestination } from './destination.ts'
import { BackupRepository } from './repository.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup } from './verify.ts'

const MIB = 1024 * 1024
const LINE = 'a line that everybody would know again\n'

let home: string
let bucket: S3Location
let client: S3Client
let door: Door
let settings: Record<string, string>
let world: World
let person: Person
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-in-bucket-'))
  bucket = await newBucket(inject('s3'))
  client = openS3Client(bucket)
  door = await openDoor(bucket.endpoint)
  settings = {
    CLOUDDISK_BACKUP_S3_ENDPOINT: door.endpoint,
    CLOUDDISK_BACKUP_S3_ACCESS_KEY: bucket.accessKey,
    CLOUDDISK_BACKUP_S3_SECRET_KEY: bucket.secretKey,
  }
  world = await openWorld(settings)
  await openInstallation(world.ctx.db.pool, { dataDir: world.ctx.config.dataDir })
  person = await world.person()
})
afterAll(async () => {
  await world.close()
  door.close()
  client.destroy()
  await rm(home, { recursive: true, force: true })
})

const at = (path: string) => ({ Bucket: bucket.bucket, Key: path })
const stored = async (path: string) => {
  const { Body } = await client.send(new GetObjectCommand(at(path)))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}
const write = (path: string, Body: Buffer) => client.send(new PutObjectCommand({ ...at(path), Body }))
const namesIn = async (prefix: string) => {
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: bucket.bucket, Prefix: prefix }),
  )
  return Contents.map(({ Key = '' }) => Key.slice(prefix.length))
}
const flipped = (bytes: Buffer) => {
  const other = Buffer.from(bytes)
  other[other.length >> 1] = (other[other.length >> 1] ?? 0) ^ 1
  return other
}
/** How many objects were brought since the last question. */
const brought = () => {
  const keys = door.passed.splice(0).map((call) => /^PUT .*\/objects\/([0-9a-f-]{36})\?/.exec(call)?.[1])
  return new Set(keys.filter(Boolean)).size
}
const hashes = async ({ ctx }: Pick<World, 'ctx'>) => {
  const { rows } = await ctx.db.pool.query<{ sha256: string }>(
    `select encode(sha256, 'hex') as sha256 from blob order by 1`,
  )
  return rows.map(({ sha256 }) => sha256)
}

it('goes into a bucket, what is new alone, and comes back from there', async () => {
  const { ctx } = world
  const given = `s3://${bucket.bucket}/nightly/one`
  const generations = async () =>
    new Set((await namesIn('nightly/one/generations/')).map((name) => name.split('/')[0]))
  await expect(verifyBackup(given, ctx.config)).rejects.toThrow(/one is not a Clouddisk backup\.$/)
  for (const size of [0, 5000, 9 * MIB]) await person.upload('0', `of ${size}`, randomBytes(size))
  const first = await makeBackup(ctx, given)
  expect(first).toMatchObject({ objects: 3, copied: 3, missing: [] })
  expect(brought()).toBe(3)

  // Left by a run that was cut off among large tables.
  const place = await openDestination(given, ctx.config)
  const [left, large] = ['generations/left/tables/large.gz', randomBytes(40 * MIB)]
  await place.write(left, [large.subarray(0, 30 * MIB), large.subarray(30 * MIB)])
  expect(Buffer.concat(await place.read(left).toArray()).equals(large)).toBe(true)
  await place.close()
  await person.upload('0', 'later', randomBytes(9000))
  const second = await makeBackup(ctx, given)
  expect(second).toMatchObject({ objects: 4, copied: 1, copiedBytes: 9000, removed: [] })
  expect(brought()).toBe(1)
  expect(await generations()).toEqual(new Set([first.generation, second.generation]))

  const object = `nightly/one/objects/${(await namesIn('nightly/one/objects/'))[2]}`
  const sound = await stored(object)
  await write(object, flipped(sound))
  expect(await cli(join(home, 'none'), ['backup', 'verify', given], settings)).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      `^${object.split('/').at(-1)} is damaged\n2 backups, 4 objects, .*: 1 problem found.\n$`,
    ),
  })
  await write(object, sound)

  // The store goes away among the objects: not even the lock can be given back.
  await person.upload('0', 'cut', randomBytes(9000))
  let isAway = false
  door.refuses = (call) => {
    isAway ||= /^PUT .*\/objects\//.test(call)
    return isAway
  }
  await expect(makeBackup(ctx, given)).rejects.toThrow(
    `${given} does not answer; earlier backups are intact. Make the backup again later.`,
  )
  door.refuses = () => false
  expect(await verifyBackup(given, ctx.config)).toMatchObject({
    generations: [first.generation, second.generation],
    objects: 4,
    faults: [],
  })

  const held = await BackupRepository.open(given, ctx.config)
  await expect(makeBackup(ctx, given)).rejects.toThrow(/^Another command \(process \d+\) is working on s3:/)
  await held.close()
  const third = await makeBackup(ctx, given, { keep: 1 })
  expect(third).toMatchObject({
    objects: 5,
    copied: 1,
    missing: [],
    removed: [first.generation, second.generation],
  })
  expect(await generations()).toEqual(new Set([third.generation]))

  const cleanup = new DisposableStack()
  const config = readConfig({ ...settings, CLOUDDISK_DATA: join(home, 'restored') }, home)
  try {
    const { restored, ctx: there } = await restoreBackup(given, {
      config,
      log: pino({ level: 'silent' }),
      cleanup,
    })
    expect(restored).toMatchObject({ generation: third.generation, objects: 5, missing: [] })
    expect((await examine(there)).faults).toEqual([])
    expect(await readAllObjects(there.db.reader, there.stores)).toMatchObject({ objects: 5, faults: [] })
    expect(await hashes({ ctx: there })).toEqual(await hashes(world))
  } finally {
    await cleanup.close()
  }
}, 180_000)

it('is encrypted there as on a disk, also where a store keeps nothing from being written over', async () => {
  const swift = await newBucket(inject('swift'))
  const other = await openWorld({
    CLOUDDISK_BACKUP_S3_ENDPOINT: swift.endpoint,
    CLOUDDISK_BACKUP_S3_ACCESS_KEY: swift.accessKey,
    CLOUDDISK_BACKUP_S3_SECRET_KEY: swift.secretKey,
    CLOUDDISK_ENCRYPTION_KEY: newMasterKey(),
  })
  try {
    const { ctx } = other
    await openInstallation(ctx.db.pool, { dataDir: ctx.config.dataDir })
    await (await other.person()).upload('0', 'a.txt', Buffer.alloc(3_000_000, LINE))
    const given = `s3://${swift.bucket}`
    expect(await makeBackup(ctx, given)).toMatchObject({ objects: 1, copied: 1, missing: [] })
    const place = await openDestination(given, ctx.config)
    expect(await place.names('objects')).toEqual(['encrypted'])
    const [name] = await place.names('objects/encrypted')
    const there = Buffer.concat(await place.read(`objects/encrypted/${name}`).toArray())
    expect(there.length).toBeGreaterThan(3_000_000)
    expect(there.includes(LINE)).toBe(false)
    await place.close()
    expect(await verifyBackup(given, ctx.config)).toMatchObject({ objects: 1, faults: [] })
    await expect(verifyBackup(given, { backupS3: ctx.config.backupS3 })).rejects.toThrow(
      /master key \w{16}, which is not configured/,
    )
  } finally {
    await other.close()
  }
}, 180_000)

it('goes without the one object that its store never gives out, and is not made where none answers', async () => {
  const content = await newBucket(inject('s3'))
  const way = await openDoor(content.endpoint)
  const other = await openWorld(settingsOf({ ...content, endpoint: way.endpoint }))
  try {
    const { ctx } = other
    await openInstallation(ctx.db.pool, { dataDir: ctx.config.dataDir })
    const owner = await other.person()
    for (const name of ['a', 'b', 'c']) await owner.upload('0', name, randomBytes(5000))
    const { rows } = await ctx.db.pool.query<{ key: string }>('select key from blob order by key')
    const key = rows[0]?.key ?? ''
    way.refuses = (call) => call.includes(key)
    const given = join(home, 'withheld')
    const missing = [{ key, says: 'is refused by the store' }]
    const readRetry = { retryDelayMs: 10 }
    expect(await makeBackup(ctx, given, { readRetry })).toMatchObject({
      objects: 3,
      copied: 2,
      missing,
    })
    other.advance(1000)
    // No older one has it.
    expect(await makeBackup(ctx, given, { keep: 1, readRetry })).toMatchObject({
      missing,
      keptOlder: [],
    })
    other.advance(1000)
    way.refuses = () => true
    await expect(makeBackup(ctx, given)).rejects.toThrow(
      `The bucket ${content.bucket} does not answer; earlier backups are intact.`,
    )
    way.refuses = () => false
    expect(await makeBackup(ctx, given)).toMatchObject({ objects: 3, copied: 1, missing: [] })
    // A store that keeps it waiting for what it withholds is as good as away, whatever it answers besides.
    way.refuses = (call) => call.includes(key)
    const impatient = makeBackup(ctx, join(home, 'impatient'), {
      readRetry: { maxLostMs: 0, retryDelayMs: 10 },
    })
    await expect(impatient).rejects.toThrow('does not answer')
  } finally {
    await other.close()
    way.close()
  }
}, 180_000)

it('is not made where it cannot be, or would be mixed with other things', async () => {
  const { ctx } = world
  const given = `s3://${bucket.bucket}/nightly/one`
  const refused = (place: string, more: Partial<typeof ctx.config> = {}) =>
    expect(makeBackup({ ...ctx, config: { ...ctx.config, ...more } }, place)).rejects
  const { endpoint } = door
  const s3 = {
    ...bucket,
    endpoint,
    publicEndpoint: endpoint,
    uploads: 'proxied',
    downloads: 'proxied',
  } as const
  await refused(given, { s3 }).toThrow(/^Content is stored in .* Give another bucket\.$/)
  await refused('s3://not-there/one').toThrow(/: there is no such bucket\. CLOUDDISK_BACKUP_S3_ENDPOINT/)
  await refused('https://store/bucket').toThrow('can’t be used for backups')
  await refused(given, { backupS3: undefined }).toThrow(/^The bucket for backups is not configured\. /)
  const wrong = { endpoint, region: 'us-east-1', accessKey: bucket.accessKey, secretKey: 'wrong' }
  await refused(given, { backupS3: wrong }).toThrow('the store rejects the access key.')
  await write('nightly/other/clouddisk-backup.json', Buffer.from('{"installation":"another"}'))
  await refused(`s3://${bucket.bucket}/nightly/other`).toThrow('holds backups of another Clouddisk')
  await refused(`s3://${bucket.bucket}/nightly`).toThrow('holds other files')
})
