// @module-tag long
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queryContentReading } from '@clouddisk/contract/admin-storage'
import { createFolder } from '@clouddisk/contract/files'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import type { Person } from '../../../test/person.ts'
import { sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { collectGarbage } from '../../content/collect.ts'
import { handleRedundantCopies } from '../../content/repair.ts'
import { scrubStep } from '../../content/scrub.ts'
import { NoSuchObject, type ObjectRef, StoreUnavailable } from '../../objects/port.ts'
import { readAllObjects } from '../../objects/scrub.ts'
import { collectUploads } from './jobs.ts'

/** Content that has rotted unseen, and comes again in full. */

/** More than there are connections for changes. */
const AT_ONCE = 14

let world: World
let owner: Person
let other: Person
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
  other = await world.person()
})
afterAll(() => world.close())

const stored = () => join(world.ctx.config.dataDir, 'objects', 'stored')
const objects = async () =>
  (await readdir(stored(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
/** One bit in the middle. */
const spoil = async (fileId: string) => {
  const { key } = await blobOf(world, fileId)
  const found = (await objects()).find(({ name }) => name === key)
  const path = join(found?.parentPath ?? '', found?.name ?? '')
  const bytes = await readFile(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}
/** Whatever reads stored content again does this first, until the answered function is called. */
const beforeReading = (deed: (object: ObjectRef) => Promise<void>) => {
  const store = world.ctx.stores.of('clouddisk')
  const digest = store.digest.bind(store)
  const spy = vi.spyOn(store, 'digest').mockImplementation(async (object, options) => {
    if (options?.fresh) await deed(object)
    return digest(object, options)
  })
  return () => spy.mockRestore()
}
/** Time passes; expired uploads and garbage are collected. */
const later = async (ms: number) => {
  world.advance(ms)
  await collectUploads(world.ctx)
  await collectGarbage(world.ctx)
  ;[owner, other] = await Promise.all([world.again(owner), world.again(other)])
}
const allIsWell = async () => {
  expect([
    await world.doctor(),
    (await readAllObjects(world.ctx.db.reader, world.ctx.stores)).faults,
  ]).toEqual([[], []])
}

it.each([
  ['a file of some size', 300_000],
  ['a file so large that its save does not wait', 70 * 1024 * 1024],
])('is repaired from that: %s', async (_, size) => {
  const bytes = randomBytes(size)
  const first = await owner.upload('0', `${size}.bin`, bytes)
  await spoil(first.instanceId)
  const second = await other.upload('0', `${size}.bin`, bytes, { hashes: 'after' })
  const repaired = async () => (await other.download(second.instanceId)).equals(bytes)
  await expect.poll(() => repaired().catch((error: Error) => error.message), { timeout: 60_000 }).toBe(true)
  expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
  expect((await blobOf(world, second.instanceId)).id).toBe((await blobOf(world, first.instanceId)).id)
  await allIsWell()
})

it('is repaired from that: one of many small files', async () => {
  const bytes = randomBytes(20_000)
  const first = await owner.upload('0', 'small.bin', bytes)
  await spoil(first.instanceId)
  const [second] = await sendFiles(other, [{ bytes, instanceName: 'small.bin' }])
  expect((await other.download(second?.file?.instanceId ?? '')).equals(bytes)).toBe(true)
  expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
  await allIsWell()
})

it('keeps nobody waiting where its store falls silent once many small files are saved', async () => {
  const bytes = randomBytes(22_000)
  const first = await owner.upload('0', 'mute.bin', bytes)
  await spoil(first.instanceId)
  const spoken = Promise.withResolvers<void>()
  let readings = 0
  const letGo = beforeReading(async () => {
    if (readings++ > 0) await spoken.promise
  })
  const [second] = await sendFiles(other, [{ bytes, instanceName: 'mute.bin' }])
  letGo()
  expect((await other.download(second?.file?.instanceId ?? '')).equals(bytes)).toBe(true)
  spoken.resolve()
  const repaired = async () => (await owner.download(first.instanceId)).equals(bytes)
  await expect.poll(() => repaired().catch((error: Error) => error.message)).toBe(true)
  await allIsWell()
})

it('is kept once where it is whole', async () => {
  const bytes = randomBytes(1000)
  await owner.upload('0', 'whole.bin', bytes)
  const before = (await objects()).length
  await other.upload('0', 'whole.bin', bytes, { hashes: 'after' })
  await sendFiles(other, [{ bytes, instanceName: 'again.bin' }])
  await expect.poll(async () => (await objects()).length).toBe(before)
  await allIsWell()
})

it('is repaired from that also where a reader finds it damaged first', async () => {
  const bytes = randomBytes(400_000)
  const first = await owner.upload('0', 'raced.bin', bytes)
  await spoil(first.instanceId)
  const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const letGo = beforeReading(() => {
    reading.resolve()
    return read.promise
  })
  const second = other.upload('0', 'raced.bin', bytes, { hashes: 'after' })
  await reading.promise
  await expect(owner.download(first.instanceId)).rejects.toThrow()
  await expect.poll(async () => (await blobOf(world, first.instanceId)).state).toBe('quarantined')
  letGo()
  read.resolve()
  expect((await other.download((await second).instanceId)).equals(bytes)).toBe(true)
  expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
  await allIsWell()
})

it.each([
  ['damaged', true],
  ['whole', false],
])(
  'is read later where it could not be read at once, and what came stays until then: %s',
  async (_, isDamaged) => {
    await later(DAY + 1000)
    const bytes = randomBytes(500_000)
    const first = await owner.upload('0', 'late.bin', bytes)
    if (isDamaged) await spoil(first.instanceId)
    const before = (await objects()).length
    const letGo = beforeReading(() => Promise.reject(new StoreUnavailable('gone for the moment')))
    const second = await other.upload('0', 'late.bin', bytes, { hashes: 'after' })
    letGo()
    expect((await objects()).length).toBe(before + 1)

    // The upload is forgotten by then.
    await later(8 * DAY)
    await handleRedundantCopies(world.ctx)
    for (const [person, { instanceId }] of [
      [owner, first],
      [other, second],
    ] as const)
      expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    await later(DAY + 1000)
    expect((await objects()).length).toBe(before)
    await allIsWell()
  },
)

it('is repaired from whichever of many small files is kept', async () => {
  const bytes = randomBytes(21_000)
  const first = await owner.upload('0', 'kept.bin', bytes)
  await spoil(first.instanceId)
  await other.upload('0', 'taken.bin', randomBytes(10))
  const sent = await sendFiles(other, [
    { bytes, instanceName: 'taken.bin', conflict: 'skip' },
    { bytes, instanceName: 'free.bin' },
  ])
  expect(sent.map(({ file }) => file?.outcome)).toEqual(['skipped', 'created'])
  expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
  expect((await other.download(sent[1]?.file?.instanceId ?? '')).equals(bytes)).toBe(true)
  await allIsWell()
})

describe('content that has been corrupted, and whose redundant copy cannot be used at once', () => {
  let admin: Person
  let bytes: Buffer<ArrayBuffer>
  let first: Awaited<ReturnType<Person['upload']>>
  beforeEach(async () => {
    await later(DAY + 1000)
    admin = await world.admin('storageAdmin')
    bytes = randomBytes(40_000)
    first = await owner.upload('0', 'rotted.bin', bytes)
    await spoil(first.instanceId)
  })
  /** The next readings of it, as long as there are any. */
  const spareReads = async (readings: readonly (() => Promise<unknown>)[]) => {
    const { key } = await blobOf(world, first.instanceId)
    const left = [...readings]
    return beforeReading(async (object) => {
      if (object.key !== key) await left.shift()?.()
    })
  }
  const missing = () => Promise.reject(new NoSuchObject())
  const again = () => other.upload('0', 'rotted.bin', bytes, { hashes: 'after' })
  const damaged = async () => (await admin.call(queryContentReading, {})).damaged

  it('is repaired by it if it only seemed missing, and is not readable until then', async () => {
    const letGo = await spareReads([missing])
    const second = await again()
    expect(await damaged()).toBe(1)
    await expect(owner.download(first.instanceId)).rejects.toMatchObject({ name: 'content_damaged' })
    letGo()
    world.advance(2 * HOUR)
    await handleRedundantCopies(world.ctx)
    for (const [person, { instanceId }] of [
      [owner, first],
      [other, second],
    ] as const)
      expect((await (await world.again(person)).download(instanceId)).equals(bytes)).toBe(true)
    await allIsWell()
  })

  it('is repaired by it where one reading of it came out wrong', async () => {
    const store = world.ctx.stores.of('clouddisk')
    const { key } = await blobOf(world, first.instanceId)
    const digest = store.digest.bind(store)
    let times = 0
    const spy = vi.spyOn(store, 'digest').mockImplementation(async (object, options) => {
      const read = await digest(object, options)
      if (options?.fresh && object.key !== key && times++ === 0) return { ...read, sha256: randomBytes(32) }
      return read
    })
    const second = await again()
    spy.mockRestore()
    expect((await other.download(second.instanceId)).equals(bytes)).toBe(true)
    await allIsWell()
  })

  it('is told of where the redundant copy is bad as well, and where it has been gone for hours', async () => {
    const letGo = await spareReads([missing])
    await again()
    letGo()
    const gone = await spareReads([missing, missing])
    world.advance(7 * HOUR)
    await handleRedundantCopies(world.ctx)
    gone()
    expect(await damaged()).toBe(1)
    const spares = await world.ctx.db.reader
      .selectFrom('blob')
      .select('key')
      .where('state', '=', 'redundant')
      .execute()
    expect(spares).toEqual([])
    owner = await world.again(owner)
    await expect(owner.download(first.instanceId)).rejects.toMatchObject({ name: 'content_damaged' })
    // It comes once more, and is used.
    await (await world.again(other)).upload('0', 'third.bin', bytes, { hashes: 'after' })
    await scrubStep(world.ctx)
    expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
    await allIsWell()
  })
})

describe('content that is whole', () => {
  let admin: Person
  let bytes: Buffer<ArrayBuffer>
  let first: Awaited<ReturnType<Person['upload']>>
  beforeEach(async () => {
    await later(DAY + 1000)
    admin = await world.admin('storageAdmin')
    bytes = randomBytes(30_000)
    first = await owner.upload('0', 'whole.bin', bytes)
  })
  const faults = async () => {
    const { damaged, suspected, repaired } = await admin.call(queryContentReading, {})
    return { damaged, suspected, repaired }
  }
  const failingOnce = () => {
    let times = 0
    return async () => {
      if (times++ === 0) throw new Error('EMFILE: too many open files')
    }
  }

  it('is not taken for damaged by one reading that fails', async () => {
    const before = await faults()
    const { key } = await blobOf(world, first.instanceId)
    const letGo = beforeReading(failingOnce())
    await other.upload('0', 'whole.bin', bytes, { hashes: 'after' })
    await sendFiles(other, [{ bytes, instanceName: 'many.bin' }])
    letGo()
    expect([(await blobOf(world, first.instanceId)).key, await faults()]).toEqual([key, before])
    await allIsWell()
  })

  it('stays where a redundant copy seems to take its place that is gone already', async () => {
    const store = world.ctx.stores.of('clouddisk')
    const remove = store.remove.bind(store)
    const removing = vi.spyOn(store, 'remove').mockImplementation(async (key) => {
      await remove(key)
      throw new StoreUnavailable('the answer was lost')
    })
    await other.upload('0', 'lost.bin', bytes, { hashes: 'after' })
    removing.mockRestore()
    await world.ctx.db.reader
      .updateTable('blob')
      .set({ state: 'redundant', duplicate_of: (await blobOf(world, first.instanceId)).id })
      .where('state', '=', 'deleting')
      .execute()
    world.advance(2 * HOUR)
    const letGo = beforeReading(() => Promise.reject(new Error('EMFILE: too many open files')))
    await handleRedundantCopies(world.ctx)
    letGo()
    await later(DAY + 1000)
    expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
    await allIsWell()
  })

  it('keeps nobody from having the file while its store is silent', async () => {
    const spoken = Promise.withResolvers<void>()
    const letGo = beforeReading(() => spoken.promise)
    const { instanceId } = await other.upload('0', 'silent.bin', bytes, { hashes: 'after' })
    letGo()
    expect((await other.download(instanceId)).equals(bytes)).toBe(true)
    const before = (await objects()).length
    spoken.resolve()
    await expect.poll(async () => (await objects()).length).toBe(before - 1)
    await allIsWell()
  })

  it('is used by as many as like while its store is silent about removals, and others go on', async () => {
    const store = world.ctx.stores.of('clouddisk')
    const remove = store.remove.bind(store)
    const spoken = Promise.withResolvers<void>()
    const removing = vi.spyOn(store, 'remove').mockImplementation(async (key) => {
      await spoken.promise
      await remove(key)
    })
    const before = (await objects()).length
    const people = await Promise.all(Array.from({ length: AT_ONCE }, () => world.person()))
    await Promise.all(people.map((person) => person.upload('0', 'copy.bin', bytes, { hashes: 'after' })))
    await owner.call(createFolder, { parentId: '0', instanceName: 'meanwhile' })
    expect((await objects()).length).toBe(before + AT_ONCE)
    spoken.resolve()
    await expect.poll(async () => (await objects()).length).toBe(before)
    removing.mockRestore()
    await allIsWell()
  })
})
