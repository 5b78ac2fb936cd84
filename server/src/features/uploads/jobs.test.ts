// @module-tag long
import { randomBytes } from 'node:crypto'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeInstances } from '@clouddisk/contract/files'
import { DAY } from '@clouddisk/contract/time'
import { clearTrash } from '@clouddisk/contract/trash'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, collect } from '../../../test/object-store-conformance.ts'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { collectGarbage, collectUntracked } from '../../content/collect.ts'
import { latestRuns } from '../../content/gc-runs.ts'
import { newId } from '../../db/ids.ts'
import { StoreUnavailable } from '../../objects/port.ts'
import { countUntracked, examineObjects, readAllObjects } from '../../objects/scrub.ts'
import { collectUploads } from './jobs.ts'

let world: World
let person: Person
beforeEach(async () => {
  world = await openWorld()
  person = await world.person()
})
afterEach(() => world.close())

const stored = async () => (await collect(world.ctx.stores.home.objects())).map(({ key }) => key)
const incoming = async () => (await collect(world.ctx.stores.home.incoming())).map(({ key }) => key)
const faults = () => examineObjects(world.ctx.db.reader, world.ctx.stores)
const opened = async (bytes: Buffer) => {
  const check = await transfer.openUpload(person, { parentId: '0', name: 'a', bytes, hashes: 'after' })
  const uploadId = await transfer.initiate(person, check)
  await transfer.putPart(person, check, uploadId, 1, bytes)
  return check
}

it('ends uploads after seven days, gives their space back and forgets them', async () => {
  const { objectKey } = await opened(randomBytes(1000))
  world.advance(6.9 * DAY)
  expect(await collectUploads(world.ctx)).toBe(0)
  world.advance(0.2 * DAY)
  person = await world.again(person)
  expect(await collectUploads(world.ctx)).toBe(1)
  expect(await incoming()).toEqual([])
  expect(await person.call(queryCapacityDetail, {})).toMatchObject({ reservedSize: 0 })
  expect(
    await world.ctx.db.reader.selectFrom('upload').select('key').where('key', '=', objectKey).execute(),
  ).toEqual([])
})

it('ends uploads where no store answers at all; what they left goes once one does', async () => {
  await opened(randomBytes(1000))
  world.advance(8 * DAY)
  person = await world.again(person)
  const { home } = world.ctx.stores
  const abort = home.abort.bind(home)
  const check = vi.spyOn(home, 'check').mockRejectedValue(new StoreUnavailable())
  home.abort = async () => {
    throw new StoreUnavailable()
  }
  await collectUploads(world.ctx)
  expect(await person.call(queryCapacityDetail, {})).toMatchObject({ reservedSize: 0 })
  expect(await incoming()).toHaveLength(1)
  home.abort = abort
  check.mockRestore()
  await collectUploads(world.ctx)
  expect(await incoming()).toEqual([])
})

/** What the last sweep says that it removed. */
const said = async () => {
  const { removed } = await latestRuns(world.ctx)
  return removed && [removed.objects, removed.bytes]
}

it('tells what it removed once that is gone, and not before', async () => {
  for (const size of [1000, 2000]) await opened(randomBytes(size))
  // Nothing came of it.
  await transfer.openUpload(person, { parentId: '0', name: 'b', bytes: randomBytes(500), hashes: 'after' })
  world.advance(8 * DAY)
  const { home } = world.ctx.stores
  const away = vi.spyOn(home, 'remove').mockRejectedValue(new StoreUnavailable())
  const check = vi.spyOn(home, 'check').mockRejectedValue(new StoreUnavailable())
  const abort = vi.spyOn(home, 'abort').mockRejectedValue(new StoreUnavailable())
  expect(await collectUploads(world.ctx)).toBe(0)
  expect(await said()).toBeNull()
  expect(await incoming()).toHaveLength(2)
  away.mockRestore()
  check.mockRestore()
  abort.mockRestore()
  expect(await collectUploads(world.ctx)).toBe(2)
  expect(await said()).toEqual([2, 3000])
  expect(await incoming()).toEqual([])
})

it('tells of what its sender ended and whose bytes were kept by a store that was away', async () => {
  const check = await opened(randomBytes(1000))
  const abort = vi.spyOn(world.ctx.stores.home, 'abort').mockRejectedValue(new StoreUnavailable())
  await transfer.discard(person, check)
  abort.mockRestore()
  await transfer.discard(person, await opened(randomBytes(2000)))
  world.advance(8 * DAY)
  expect(await collectUploads(world.ctx)).toBe(1)
  expect(await said()).toEqual([1, 1000])
})

it('removes what came of an upload whose place was lost once its store answers and its time is over', async () => {
  const owner = await world.person()
  const { rootId } = await world.group(owner, [[person, 'viewer']])
  const check = await transfer.openUpload(owner, { parentId: rootId, name: 'a', bytes: randomBytes(1000) })
  await transfer.putPart(owner, check, await transfer.initiate(owner, check), 1, randomBytes(1000))
  await world.ctx.db.reader.updateTable('upload').set({ person_id: person.user.userId }).execute()
  const abort = vi.spyOn(world.ctx.stores.home, 'abort').mockRejectedValue(new StoreUnavailable())
  expect(await collectUploads(world.ctx)).toBe(1)
  abort.mockRestore()
  expect(await incoming()).toHaveLength(1)
  world.advance(8 * DAY)
  await collectUploads(world.ctx)
  expect(await incoming()).toEqual([])
})

it('gives space back before it asks a store anything, and leaves one alone that does not answer', async () => {
  for (const size of [1000, 2000]) await opened(randomBytes(size))
  world.advance(8 * DAY)
  person = await world.again(person)
  let fail: (error: Error) => void = () => undefined
  const silent = new Promise<undefined>((_resolve, reject) => {
    fail = reject
  })
  const { home } = world.ctx.stores
  const check = vi.spyOn(home, 'check').mockRejectedValue(new StoreUnavailable())
  const received = vi.spyOn(home, 'received').mockReturnValue(silent)
  const reaped = collectUploads(world.ctx)
  const reserved = async () => (await person.call(queryCapacityDetail, {})).reservedSize
  await expect.poll(reserved).toBe(0)
  fail(new StoreUnavailable())
  expect(await reaped).toBe(0)
  expect(received).toHaveBeenCalledTimes(1)
  received.mockRestore()
  check.mockRestore()
  await collectUploads(world.ctx)
  expect(await said()).toEqual([2, 3000])
})

it('removes also what nobody can measure', async () => {
  await opened(randomBytes(1000))
  world.advance(8 * DAY)
  vi.spyOn(world.ctx.stores.home, 'received').mockRejectedValueOnce(new Error('400'))
  await collectUploads(world.ctx)
  expect(await incoming()).toEqual([])
})

it('forgets a saved upload, not its content', async () => {
  const { instanceId } = await person.upload('0', 'a', randomBytes(10))
  world.advance(8 * DAY)
  await collectUploads(world.ctx)
  person = await world.again(person)
  expect(await person.download(instanceId)).toHaveLength(10)
  expect(await world.ctx.db.reader.selectFrom('upload').select('key').execute()).toEqual([])
  expect(await faults()).toEqual([])
})

async function purge(instanceId: string): Promise<void> {
  await person.call(removeInstances, { instanceIds: [instanceId] })
  await person.call(clearTrash, {})
  // The administrators' bin holds it for another month; that is not what is tried here.
  await world.ctx.db.reader.deleteFrom('file').where('id', '=', instanceId).execute()
  await world.ctx.db.reader
    .updateTable('blob')
    .set({ state: 'orphaned', state_since: world.ctx.now() })
    .execute()
}

it('removes content that nobody names, after a day', async () => {
  const { instanceId } = await person.upload('0', 'a', randomBytes(10))
  await purge(instanceId)
  expect(await collectGarbage(world.ctx)).toBe(0)
  world.advance(1.1 * DAY)
  expect(await collectGarbage(world.ctx)).toBe(1)
  expect(await stored()).toEqual([])
  expect(await world.ctx.db.reader.selectFrom('blob').select('id').execute()).toEqual([])
})

it('keeps content that came into use again, and takes marked content into use', async () => {
  const bytes = randomBytes(10)
  const { instanceId } = await person.upload('0', 'a', bytes)
  await purge(instanceId)
  const again = await person.upload('0', 'b', bytes, { hashes: 'after' })
  await world.ctx.db.reader
    .updateTable('blob')
    .set({ state: 'orphaned', state_since: world.ctx.now() })
    .where('state', '=', 'live')
    .execute()
  world.advance(1.1 * DAY)
  expect(await collectGarbage(world.ctx)).toBe(0)
  person = await world.again(person)
  expect(await person.download(again.instanceId)).toEqual(bytes)
  expect(await stored()).toHaveLength(1)
})

it('removes marked content that a save had in its hands and skipped', async () => {
  await world.close()
  world = await openWorld({ CLOUDDISK_DEDUP: 'instance' })
  person = await world.person()
  const bytes = randomBytes(10)
  const { instanceId } = await person.upload('0', 'a', bytes)
  await person.upload('0', 'taken', randomBytes(5))
  await purge(instanceId)
  const skipped = await person.upload('0', 'taken', bytes, { hashes: 'after', conflict: 'skip' })
  expect(skipped.outcome).toBe('skipped')
  world.advance(1.1 * DAY)
  expect(await collectGarbage(world.ctx)).toBe(1)
  expect(await stored()).toHaveLength(1)
})

/** For one object alone. */
const failing = (fault: () => Error, does: 'abort' | 'remove' | 'setAside', bad: string) => {
  const { home } = world.ctx.stores
  const sound = home[does].bind(home) as (key: string, ...more: unknown[]) => Promise<void>
  return vi.spyOn(home, does as 'remove').mockImplementation(async (key, ...more) => {
    if (key === bad) throw fault()
    await sound(key, ...more)
  })
}

describe.each([
  ['as a disk fails, and in no way that a store has a name for', () => new Error('EIO: i/o error')],
  ['as a store that answers withholds it', () => new StoreUnavailable()],
])('where one object alone fails: %s', (_, fault) => {
  it('forgets all other uploads where the bytes of one cannot be removed, and fails so that it is seen', async () => {
    const bad = await opened(randomBytes(1000))
    await opened(randomBytes(2000))
    const { reader } = world.ctx.db
    world.advance(8 * DAY)
    const abort = failing(fault, 'abort', bad.objectKey)
    await expect(collectUploads(world.ctx)).rejects.toThrow('cleanup failed for 1 object')
    expect(await incoming()).toEqual([bad.objectKey])
    expect(await said()).toEqual([1, 2000])
    expect(await reader.selectFrom('upload').select(['key', 'state']).execute()).toEqual([
      { key: bad.objectKey, state: 'discarded' },
    ])
    abort.mockRestore()
    await collectUploads(world.ctx)
    expect(await incoming()).toEqual([])
  })

  it('removes all other content where one cannot be removed', async () => {
    for (const name of ['a', 'b', 'c'])
      await purge((await person.upload('0', name, randomBytes(10))).instanceId)
    const { rows } = await world.ctx.db.pool.query<{ key: string }>('select key from blob order by id::text')
    const bad = rows[0]?.key ?? ''
    const remove = failing(fault, 'remove', bad)
    world.advance(1.1 * DAY)
    for (let run = 0; run < 2; run++)
      await expect(collectGarbage(world.ctx)).rejects.toThrow('cleanup failed for 1 object')
    expect(await said()).toEqual([2, 20])
    expect(await world.ctx.db.reader.selectFrom('blob').select('key').execute()).toEqual([{ key: bad }])
    remove.mockRestore()
    expect(await collectGarbage(world.ctx)).toBe(1)
  })

  it('sets all other bytes aside where those of one key cannot be, and forgets what was aside', async () => {
    const { home } = world.ctx.stores
    const [old, bad, other] = [newId(), newId(), newId()]
    await home.putObject(old, 5, bodyOf(randomBytes(5)))
    world.advance(1.1 * DAY)
    expect(await collectUntracked(world.ctx)).toBe(1)
    for (const key of [bad, other]) await home.putObject(key, 5, bodyOf(randomBytes(5)))
    world.advance(32 * DAY)
    const { last } = await latestRuns(world.ctx)
    const setAside = failing(fault, 'setAside', bad)
    await expect(collectUntracked(world.ctx)).rejects.toThrow('cleanup failed for 1 object')
    setAside.mockRestore()
    // It is not as if all had been swept.
    expect((await latestRuns(world.ctx)).last).toEqual(last)
    expect(await stored()).toEqual([bad])
    expect((await collect(home.untracked())).map(({ key }) => key)).toEqual([other])
  })
})

it('finds bytes that nobody names, sets them aside once they are old, and removes them after a month', async () => {
  const { stores, config } = world.ctx
  const objects = stores.home
  await person.upload('0', 'a', randomBytes(10))
  const open = await opened(randomBytes(1000))
  const [whole, part] = [newId(), newId()]
  await objects.putObject(whole, 5, bodyOf(randomBytes(5)))
  await objects.begin(part, { size: 5, partSize: 5 })
  // Not ours, and left alone.
  const foreign = join(config.dataDir, 'objects', 'incoming', 'lost+found')
  await writeFile(foreign, 'x')
  expect((await faults()).map(({ id }) => id).sort()).toEqual([whole, part].sort())
  expect(await collectUntracked(world.ctx)).toBe(0)
  world.advance(1.1 * DAY)
  expect(await collectUntracked(world.ctx)).toBe(2)
  expect(await faults()).toEqual([])
  const aside = async () => [...new Set((await collect(objects.untracked())).map(({ key }) => key))].sort()
  expect(await aside()).toEqual([whole, part].sort())
  expect(await countUntracked(stores)).toEqual({ files: 3, bytes: expect.any(Number) })
  world.advance(29 * DAY)
  expect(await collectUntracked(world.ctx)).toBe(0)
  expect(await aside()).toHaveLength(2)
  world.advance(2.1 * DAY)
  await collectUntracked(world.ctx)
  expect(await aside()).toEqual([])
  expect(await stored()).toHaveLength(1)
  expect(await incoming()).toContain(open.objectKey)
  expect(await readFile(foreign, 'utf8')).toBe('x')
})

it('finds rows without bytes, and bytes that have changed', async () => {
  const { stores, config } = world.ctx
  for (const name of ['gone', 'grown', 'damaged', 'sound']) await person.upload('0', name, randomBytes(100))
  const [gone = '', grown = '', damaged = ''] = await stored()
  const pathOf = async (key: string) => {
    const folder = join(config.dataDir, 'objects', 'stored')
    const names = await readdir(folder, { recursive: true })
    return join(folder, names.find((name) => name.endsWith(key)) ?? '')
  }
  await rm(await pathOf(gone))
  await appendFile(await pathOf(grown), 'x')
  await writeFile(await pathOf(damaged), randomBytes(100))
  expect((await faults()).map(({ says }) => says).sort()).toEqual([
    'has 101 bytes instead of 100',
    'is missing',
  ])
  const scrubbed = await readAllObjects(world.ctx.db.reader, stores)
  expect(scrubbed).toMatchObject({ objects: 4, bytes: 400 })
  expect(scrubbed.faults).toHaveLength(3)
  expect(scrubbed.faults.filter(({ says }) => says.startsWith('are damaged'))).toHaveLength(1)
})
