// @module-tag long
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { removeInstances } from '@clouddisk/contract/files'
import { DAY } from '@clouddisk/contract/time'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { bodyOf, collect } from '../../../test/object-store-conformance.ts'
import type { Person } from '../../../test/person.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openDoor } from '../../../test/stores/door.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { collectGarbage } from '../../content/collect.ts'
import { quarantineOnRead } from '../../content/quarantine-now.ts'
import { readAllObjects } from '../../objects/scrub.ts'
import { runMove } from './move-content.ts'
import { insertMove, moveOf, stopMove } from './moves.ts'

const MIB = 1024 * 1024
const DISK = 'clouddisk'

describe('content that is moved from one bucket to another', () => {
  let world: World
  let person: Person
  let bucket: string
  beforeAll(async () => {
    const place = await newBucket(inject('s3'))
    bucket = place.bucket
    world = await openWorld({ ...settingsOf(place), CLOUDDISK_STORAGE_DRIVER: 'disk' })
    person = await world.person()
  })
  afterAll(() => world.close())

  const move = async (from: string, to: string) => {
    const id = await insertMove(world.ctx, { from, to, bytesPerSecond: null })
    await runMove(world.ctx, id ?? '')
    return moveOf(world.ctx, id ?? '')
  }
  /** One bit of it, on the disk. */
  const spoil = async ({ ctx }: World, key: string) => {
    const folder = join(ctx.config.dataDir, 'objects', 'stored')
    const name = (await readdir(folder, { recursive: true })).find((one) => one.endsWith(key)) ?? ''
    const bytes = await readFile(join(folder, name))
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await writeFile(join(folder, name), bytes)
  }
  const keysIn = async (name: string) =>
    (await collect(world.ctx.stores.of(name).objects())).map(({ key }) => key)
  const allIsWell = async () => {
    expect([
      await world.doctor(),
      (await readAllObjects(world.ctx.db.reader, world.ctx.stores)).faults,
    ]).toEqual([[], []])
  }

  it('is read all the time, leaves nothing behind after a day, and comes back', async () => {
    const contents = [Buffer.alloc(0), randomBytes(100_000), randomBytes(70 * MIB)]
    const files = await Promise.all(contents.map((bytes, n) => person.upload('0', `${n}.bin`, bytes)))
    const reads = async () => {
      for (const [n, { instanceId }] of files.entries())
        expect((await person.download(instanceId)).equals(contents[n] ?? Buffer.of())).toBe(true)
    }
    const before = await person.call(getDownloadUrl, { instanceId: files[1]?.instanceId ?? '' })

    expect(await move(DISK, bucket)).toMatchObject({
      state: 'done',
      objects: 3,
      bytes: 70 * MIB + 100_000,
      failed: 0,
    })
    await reads()
    expect(Buffer.from(await (await fetch(before)).arrayBuffer()).equals(contents[1] ?? Buffer.of())).toBe(
      true,
    )
    expect([(await keysIn(DISK)).length, (await keysIn(bucket)).length]).toEqual([3, 3])
    await allIsWell()

    expect(await collectGarbage(world.ctx)).toBe(0)
    world.advance(DAY + 1000)
    expect(await collectGarbage(world.ctx)).toBe(3)
    expect(await keysIn(DISK)).toEqual([])
    person = await world.again(person)
    await reads()

    expect(await move(bucket, DISK)).toMatchObject({ objects: 3, failed: 0 })
    await reads()
    // Back again before the day is over: what was left behind is content again, and stays.
    expect(await move(DISK, bucket)).toMatchObject({ objects: 3, failed: 0 })
    world.advance(DAY + 1000)
    expect(await collectGarbage(world.ctx)).toBe(3)
    person = await world.again(person)
    await reads()
    await allIsWell()
  })

  it('goes on where it was, over what an earlier try left', async () => {
    const target = world.ctx.stores.of(bucket)
    const [half, wrong] = [randomBytes(130 * MIB), randomBytes(1000)]
    const [first, second] = [
      await person.upload('0', 'half.bin', half),
      await person.upload('0', 'wrong.bin', wrong),
    ]
    const plan = { key: (await blobOf(world, first.instanceId)).key, size: half.length, partSize: 64 * MIB }
    const upload = { ...plan, uploadId: await target.begin(plan.key, plan) }
    await target.putPart(upload, 1, plan.partSize, bodyOf(half.subarray(0, plan.partSize), MIB))
    await target.putObject((await blobOf(world, second.instanceId)).key, 1000, bodyOf(randomBytes(1000)))

    expect(await move(DISK, bucket)).toMatchObject({ objects: 2, failed: 0 })
    expect((await person.download(first.instanceId)).equals(half)).toBe(true)
    expect((await person.download(second.instanceId)).equals(wrong)).toBe(true)
    await allIsWell()
  })

  it('stays where it is when it is damaged, and is counted', async () => {
    const { instanceId } = await person.upload('0', 'damaged.bin', randomBytes(1000))
    const { key } = await blobOf(world, instanceId)
    await spoil(world, key)
    expect(await move(DISK, bucket)).toMatchObject({ state: 'done', objects: 0, failed: 1 })
    expect(await blobOf(world, instanceId)).toMatchObject({ bucket: DISK })
    expect(await keysIn(bucket)).not.toContain(key)
  })

  it('leaves the one object behind that its store never gives out, and waits for a store that is away', async () => {
    const place = await newBucket(inject('s3'))
    const way = await openDoor(place.endpoint)
    const there = await openWorld(settingsOf({ ...place, endpoint: way.endpoint }))
    try {
      const { ctx } = there
      const owner = await there.person()
      for (const name of ['a', 'b', 'c']) await owner.upload('0', name, randomBytes(5000))
      const { rows } = await ctx.db.pool.query<{ key: string }>('select key from blob order by id')
      const key = rows[0]?.key ?? ''
      const id = (await insertMove(ctx, { from: place.bucket, to: DISK, bytesPerSecond: null })) ?? ''
      way.refuses = () => true
      await expect(runMove(ctx, id)).rejects.toThrow('The store does not answer.')
      expect(await moveOf(ctx, id)).toMatchObject({ state: 'running', objects: 0, failed: 0 })
      way.refuses = (call) => call.includes(key)
      await runMove(ctx, id)
      expect(await moveOf(ctx, id)).toMatchObject({ state: 'done', objects: 2, failed: 1 })
      way.refuses = () => false
      const again = (await insertMove(ctx, { from: place.bucket, to: DISK, bytesPerSecond: null })) ?? ''
      await runMove(ctx, again)
      expect(await moveOf(ctx, again)).toMatchObject({ state: 'done', objects: 1, failed: 0 })
      expect([await there.doctor(), (await readAllObjects(ctx.db.reader, ctx.stores)).faults]).toEqual([
        [],
        [],
      ])
    } finally {
      await there.close()
      way.close()
    }
  })

  it('is not switched to a copy that was taken for forgotten meanwhile', async () => {
    const bytes = randomBytes(20 * MIB)
    const { instanceId } = await person.upload('0', 'slow.bin', bytes)
    const { key } = await blobOf(world, instanceId)
    const id = await insertMove(world.ctx, { from: DISK, to: bucket, bytesPerSecond: 8 * MIB })
    const running = runMove(world.ctx, id ?? '')
    running.catch(() => undefined)
    const leftBehind = async () =>
      (await world.ctx.db.pool.query('select from blob where key = $1 and sha256 is null', [key])).rowCount
    await expect.poll(leftBehind).toBe(1)
    world.advance(DAY + 1000)
    expect(await collectGarbage(world.ctx)).toBeGreaterThan(0)
    await expect(running).rejects.toThrow()
    await stopMove(world.ctx)

    person = await world.again(person)
    expect(await blobOf(world, instanceId)).toMatchObject({ bucket: DISK })
    expect(await move(DISK, bucket)).toMatchObject({ objects: 1 })
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
  })

  it.each([
    ['damaged', true],
    ['taken for damaged', false],
  ])('is moved if it was repaired from equal content during the move: %s', async (_, isDamaged) => {
    const place = await newBucket(inject('s3'))
    const settings = { ...settingsOf(place), CLOUDDISK_STORAGE_DRIVER: 'disk', CLOUDDISK_DEDUP: 'off' }
    const doubled = await openWorld(settings)
    try {
      const owner = await doubled.person()
      const bytes = randomBytes(10 * MIB)
      const first = await owner.upload('0', 'first.bin', bytes)
      const second = await owner.upload('0', 'second.bin', bytes)
      const blob = () => blobOf(doubled, first.instanceId)
      const { key } = await blob()
      if (isDamaged) await spoil(doubled, key)
      const id = await insertMove(doubled.ctx, { from: DISK, to: place.bucket, bytesPerSecond: 8 * MIB })
      const running = runMove(doubled.ctx, id ?? '')
      const leftBehind = async () =>
        (await doubled.ctx.db.pool.query('select from blob where key = $1 and sha256 is null', [key]))
          .rowCount
      await expect.poll(leftBehind).toBe(1)
      await quarantineOnRead(doubled.ctx, { bucket: DISK, key, etag: null })
      await expect.poll(async () => (await blob()).key).not.toBe(key)
      await running

      expect(await moveOf(doubled.ctx, id ?? '')).toMatchObject({ state: 'done', objects: 2, failed: 0 })
      for (const { instanceId } of [first, second]) {
        expect(await blobOf(doubled, instanceId)).toMatchObject({ bucket: place.bucket })
        expect((await owner.download(instanceId)).equals(bytes)).toBe(true)
      }
      expect(await doubled.doctor()).toEqual([])

      // What is withheld stays as well, and nobody is told that all was moved.
      const alone = await owner.upload('0', 'alone.bin', randomBytes(1000))
      const { key: aloneKey } = await blobOf(doubled, alone.instanceId)
      await spoil(doubled, aloneKey)
      await quarantineOnRead(doubled.ctx, { bucket: DISK, key: aloneKey, etag: null })
      const again = await insertMove(doubled.ctx, { from: DISK, to: place.bucket, bytesPerSecond: null })
      await runMove(doubled.ctx, again ?? '')
      expect(await moveOf(doubled.ctx, again ?? '')).toMatchObject({ state: 'done', objects: 0, failed: 1 })
    } finally {
      await doubled.close()
    }
  })

  it('changes beside it as people like', async () => {
    const kept: [string, Buffer][] = []
    const work = async (n: number) => {
      const bytes = randomBytes(20_000)
      const { instanceId } = await person.upload('0', `beside ${n}.bin`, bytes)
      if (n % 3 === 0) await person.call(removeInstances, { instanceIds: [instanceId] })
      else kept.push([instanceId, bytes])
    }
    const works = (from: number) => Promise.all(Array.from({ length: 20 }, (_, n) => work(from + n)))
    await works(0)
    await Promise.all([move(DISK, bucket), works(100)])
    await Promise.all([move(DISK, bucket), works(200)])
    for (const [id, bytes] of kept) expect((await person.download(id)).equals(bytes)).toBe(true)
    expect(await world.doctor()).toEqual([])
  })

  it('is one move at a time, which can be stopped', async () => {
    const way = { from: DISK, to: bucket, bytesPerSecond: 1000 }
    const id = await insertMove(world.ctx, way)
    expect(await insertMove(world.ctx, way)).toBeUndefined()
    expect([await stopMove(world.ctx), await stopMove(world.ctx)]).toEqual([true, false])
    await runMove(world.ctx, id ?? '')
    expect(await moveOf(world.ctx, id ?? '')).toMatchObject({ state: 'stopped', objects: 0 })
  })
})
