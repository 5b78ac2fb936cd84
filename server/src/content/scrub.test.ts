// @module-tag long
import { randomBytes } from 'node:crypto'
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queryContentReading } from '@clouddisk/contract/admin-storage'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { TZDate } from '@date-fns/tz'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import { NIGHT_HOUR } from '../../test/zone.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { readAllObjects } from '../objects/scrub.ts'
import type { ObjectMismatch } from '../objects/verify-object.ts'
import { collectGarbage } from './collect.ts'
import { quarantine } from './quarantine.ts'
import { quarantineOnRead } from './quarantine-now.ts'
import { scrubStep } from './scrub.ts'
import { deleteSuspicion, type LiveContent, openCorruption } from './scrub-records.ts'

let world: World
let admin: Person
let person: Person
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_DEDUP: 'off' })
  admin = await world.admin('storageAdmin')
  person = await world.person()
})
afterAll(() => world.close())

const files = new Map<string, { id: string; bytes: Buffer<ArrayBuffer>; path: string }>()
const put = async (name: string, bytes: Buffer<ArrayBuffer> = randomBytes(50_000)) => {
  const { instanceId: id } = await person.upload('0', name, bytes)
  const { key } = await blobOf(world, id)
  const folder = join(world.ctx.config.dataDir, 'objects', 'stored')
  const found = (await readdir(folder, { recursive: true })).find((one) => one.endsWith(key)) ?? ''
  files.set(name, { id, bytes, path: join(folder, found) })
}
const of = (name: string) => files.get(name) ?? { id: '', bytes: Buffer.of(), path: '' }
/** What its owner gets of each: "fine", "not now", or the refusal. */
const reads = async () =>
  Object.fromEntries(
    await Promise.all(
      [...files].map(async ([name, { id, bytes }]) => {
        const got = await person.download(id).then(
          (read) => (read.equals(bytes) ? 'fine' : 'WRONG BYTES'),
          (error: Error) => (error.message.startsWith('download answered 503') ? 'not now' : error.name),
        )
        return [name, got]
      }),
    ),
  )
const later = async (ms: number) => {
  world.advance(ms)
  person = await world.again(person)
  admin = await world.again(admin)
  await scrubStep(world.ctx)
}
/** After so many days, in the hour of a night in which the world began. */
const nightAfter = (days: number) => {
  const { timeZone } = world.ctx.config
  const hour = new TZDate(world.ctx.now().getTime() + days * DAY, timeZone).getHours()
  return later(days * DAY + ((24 + NIGHT_HOUR - hour) % 24) * HOUR)
}
const told = async (to: Person) =>
  (await to.call(pageNotifications, {})).list.map(({ kind, data }) => [kind, data.count, data.mended])
const round = () => world.ctx.db.reader.selectFrom('scrub_round').selectAll().executeTakeFirstOrThrow()

it('reads all again, gives out nothing that is damaged, and mends what lies elsewhere too', async () => {
  const content = randomBytes(70_000)
  for (const name of ['sound', 'lonely', 'grown', 'gone', 'away']) await put(name)
  await put('copy 1', content)
  await put('copy 2', content)
  await scrubStep(world.ctx)
  expect(await round()).toMatchObject({ objects: 7, bytes: 390_000, last_completed_at: expect.any(Date) })
  expect(await told(admin)).toEqual([])

  const flipped = await readFile(of('copy 1').path)
  flipped[40_000] = (flipped[40_000] ?? 0) ^ 1
  await writeFile(of('copy 1').path, flipped)
  await writeFile(of('lonely').path, randomBytes(50_000))
  await appendFile(of('grown').path, 'x')
  await rm(of('gone').path)
  await rename(of('away').path, `${of('away').path}.away`)
  await later(26 * DAY)
  expect(await admin.call(queryContentReading, {})).toMatchObject({ damaged: 0 })
  await later(1.1 * DAY)
  // What is not to be found may be back in a moment.
  expect(await reads()).toEqual({
    sound: 'fine',
    'copy 1': 'fine',
    'copy 2': 'fine',
    lonely: 'content_damaged',
    grown: 'content_damaged',
    gone: 'not now',
    away: 'not now',
  })
  expect(await told(admin)).toEqual([['content.damaged', 3, 1]])
  expect(await told(person)).toEqual([])

  const reading = await admin.call(queryContentReading, {})
  expect(reading).toMatchObject({ days: 30, damaged: 2, suspected: 2, missing: 2, repaired: 1 })
  // The corrupted object is collected later.
  expect(reading.leftovers.moved).toEqual({ objects: 1, bytes: 70_000 })
  expect(reading.buckets).toMatchObject([{ objects: 7, allObjects: 7, wholeTime: expect.any(String) }])
  const owned = {
    spaceName: person.user.userRealName,
    account: person.user.userName,
    path: [],
    isCurrent: true,
  }
  expect(reading.files.map(({ instanceName, wrong }) => [instanceName, wrong]).sort()).toEqual([
    ['away', 'missing'],
    ['gone', 'missing'],
    ['grown', 'size'],
    ['lonely', 'hash'],
  ])
  expect(reading.files[0]).toMatchObject(owned)
  for (const { instanceName, objectKey } of reading.files)
    expect(of(instanceName).path.endsWith(objectKey)).toBe(true)

  await rename(`${of('away').path}.away`, of('away').path)
  await later(1.1 * HOUR)
  expect(await reads()).toMatchObject({ gone: 'not now', away: 'fine' })
  await later(6 * HOUR)
  expect(await reads()).toMatchObject({ gone: 'content_damaged', away: 'fine' })
  expect(await told(admin)).toHaveLength(2)
})

it('leaves days alone unless nights do not suffice', async () => {
  const { started_at } = await round()
  await later(27.25 * DAY)
  expect((await round()).started_at > started_at).toBe(true)
  expect(await round()).toMatchObject({ objects: 0, ended_at: null })
  await later(DAY)
  expect((await round()).ended_at).not.toBe(null)
})

it('gives out again what somebody put back, and what came again', async () => {
  await writeFile(of('lonely').path, of('lonely').bytes)
  await put('grown again', of('grown').bytes)
  await later(1.1 * DAY)
  expect(await reads()).toMatchObject({ lonely: 'fine', grown: 'fine', gone: 'content_damaged' })
  world.advance(1.1 * DAY)
  expect(await collectGarbage(world.ctx)).toBe(2)
  person = await world.again(person)
  expect(await reads()).toMatchObject({ 'copy 1': 'fine', grown: 'fine', 'grown again': 'fine' })
  const { faults } = await readAllObjects(world.ctx.db.reader, world.ctx.stores)
  expect(faults.map(({ says }) => says)).toEqual(['is missing'])
})

/** More than one run looks at again. */
const MANY = 250

it('is repaired from the one equal content that its store gives out', async () => {
  const bytes = randomBytes(60_000)
  for (const name of ['equal 1', 'equal 2', 'equal 3']) await put(name, bytes)
  await nightAfter(27.1)
  await writeFile(of('equal 1').path, randomBytes(60_000))
  const store = world.ctx.stores.of('clouddisk')
  const open = store.open.bind(store)
  const spy = vi.spyOn(store, 'open').mockImplementation(async (object) => {
    if (of('equal 2').path.endsWith(object.key)) throw new StoreUnavailable()
    return open(object)
  })
  await nightAfter(27.1)
  expect(await reads()).toMatchObject({ 'equal 1': 'fine', 'equal 3': 'fine' })
  spy.mockRestore()
})

it('mends what was found damaged also where somebody read it right in between, and gave that up', async () => {
  await put('flapping')
  const { id } = await blobOf(world, of('flapping').id)
  await writeFile(of('flapping').path, randomBytes(50_000))
  const store = world.ctx.stores.of('clouddisk')
  const open = store.open.bind(store)
  let readings = 0
  const spy = vi.spyOn(store, 'open').mockImplementation(async (object) => {
    if (of('flapping').path.endsWith(object.key) && readings++ === 1)
      await deleteSuspicion(world.ctx.db.reader, id)
    return open(object)
  })
  await nightAfter(27.1)
  spy.mockRestore()
  expect(await reads()).toMatchObject({ flapping: 'content_damaged' })
  await writeFile(of('flapping').path, of('flapping').bytes)
  await later(1.1 * DAY)
  expect(await reads()).toMatchObject({ flapping: 'fine' })
})

it('stands where somebody else was about to note the same', async () => {
  await put('twice')
  const content = { ...(await blobOf(world, of('twice').id)), sha256: Buffer.alloc(32), size: 0 }
  const mismatch = { kind: 'hash', message: 'are damaged' } as const
  const { reader } = world.ctx.db
  await quarantineBeside(content, mismatch, () => openCorruption(reader, content, mismatch, world.ctx.now()))
  await later(1.1 * DAY)
  expect(await reads()).toMatchObject({ twice: 'fine' })
})

/** Another notes it while that is not committed yet. */
async function quarantineBeside(
  content: LiveContent,
  mismatch: ObjectMismatch,
  noting: () => Promise<boolean>,
) {
  let noted = Promise.resolve(true)
  const transact = world.ctx.db.transact.bind(world.ctx.db)
  const spy = vi.spyOn(world.ctx.db, 'transact').mockImplementationOnce((work) =>
    transact(async (tx) => {
      const done = await work(tx)
      noted = noting()
      await expect.poll(waiting).toBe(1)
      return done
    }),
  )
  expect(await quarantine(world.ctx, content, mismatch)).toBe(true)
  spy.mockRestore()
  expect(await noted).toBe(false)
}
const waiting = async () =>
  (
    await world.ctx.db.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).rowCount

it('looks again at what only seems lost, however much is damaged', async () => {
  await nightAfter(27.1)
  await world.ctx.db.pool.query(
    `insert into blob (id, sha256, size, bucket, key, state, created_at)
     select id, sha256(id::text::bytea), 1, 'clouddisk', id::text, 'live', $1
     from (select gen_random_uuid() as id from generate_series(1, $2)) as lost`,
    [world.ctx.now(), MANY],
  )
  await nightAfter(27.1)
  for (const hours of [1.1, 6.1, 0.1]) await later(hours * HOUR)
  const before = await admin.call(queryContentReading, {})
  expect(before).toMatchObject({ damaged: MANY + 1, suspected: 0 })
  await rename(of('sound').path, `${of('sound').path}.away`)
  await nightAfter(27.1)
  expect(await admin.call(queryContentReading, {})).toMatchObject({ damaged: MANY + 1, suspected: 1 })
  await rename(`${of('sound').path}.away`, of('sound').path)
  await later(1.1 * HOUR)
  expect(await admin.call(queryContentReading, {})).toMatchObject({ damaged: MANY + 1, suspected: 0 })
})

it('gives out again what only its reading had made other bytes of', async () => {
  await put('sound')
  const { bucket, key } = await blobOf(world, of('sound').id)
  await quarantineOnRead(world.ctx, { bucket, key, etag: null })
  await expect.poll(async () => (await reads()).sound, { timeout: 20_000 }).toBe('fine')
})
