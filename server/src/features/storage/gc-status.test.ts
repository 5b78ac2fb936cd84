import { randomBytes } from 'node:crypto'
import { queryContentReading } from '@clouddisk/contract/admin-storage'
import { removeInstances } from '@clouddisk/contract/files'
import { DAY, MINUTE } from '@clouddisk/contract/time'
import { clearTrash } from '@clouddisk/contract/trash'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { bodyOf } from '../../../test/object-store-conformance.ts'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { collectGarbage, collectUntracked } from '../../content/collect.ts'
import { recordPending } from '../../content/pending.ts'
import { scrubStep } from '../../content/scrub.ts'
import { newId } from '../../db/ids.ts'
import { StoreUnavailable } from '../../objects/port.ts'
import { collectUploads } from '../uploads/jobs.ts'

const NOTHING = { objects: 0, bytes: 0 }
let world: World
let admin: Person
let person: Person
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_SCRUB_DAYS: '30' })
  admin = await world.admin('storageAdmin')
  person = await world.person()
})
afterAll(() => world.close())

const later = async (ms: number) => {
  world.advance(ms)
  person = await world.again(person)
  admin = await world.again(admin)
}
const told = async () => (await admin.call(queryContentReading, {})).leftovers
/** An instant of the sweep that has just been made: those before were a minute or more ago. */
const justNow = () =>
  expect.toSatisfy((time: string) => world.ctx.now().getTime() - Date.parse(time) < MINUTE / 2)

it('says that nothing is left over while nothing is', async () => {
  await person.upload('0', 'kept', randomBytes(3000))
  const none = { uploads: NOTHING, content: NOTHING, moved: NOTHING, aside: NOTHING }
  expect(await told()).toEqual({ ...none, sweepTime: null, removed: null })
  await collectUploads(world.ctx)
  await collectUntracked(world.ctx)
  expect(await told()).toEqual({ ...none, sweepTime: justNow(), removed: null })
})

it('says what is left over, and what the last sweep removed', async () => {
  const { ctx } = world
  const { home } = ctx.stores
  const bytes = randomBytes(9000)
  const check = await transfer.openUpload(person, { parentId: '0', name: 'begun', bytes, hashes: 'after' })
  await transfer.putPart(person, check, await transfer.initiate(person, check), 1, bytes)
  const { instanceId } = await person.upload('0', 'gone', randomBytes(8000))
  const { id } = await blobOf(world, instanceId)
  await person.call(removeInstances, { instanceIds: [instanceId] })
  await person.call(clearTrash, {})
  await ctx.db.reader.deleteFrom('file').where('id', '=', instanceId).execute()
  await ctx.db.reader
    .updateTable('blob')
    .set({ state: 'orphaned', state_since: ctx.now() })
    .where('id', '=', id)
    .execute()
  const [untracked, left] = [newId(), newId()]
  for (const [key, size] of [
    [untracked, 5000],
    [left, 6000],
  ] as const)
    await home.putObject(key, size, bodyOf(randomBytes(size)))
  await recordPending(ctx, { bucket: home.bucket, key: left })
  // What is on its way in is nobody's to remove.
  expect(await told()).toMatchObject({ uploads: NOTHING, moved: NOTHING })

  await later(8 * DAY)
  expect(await told()).toMatchObject({
    uploads: { objects: 1, bytes: 9000 },
    content: { objects: 1, bytes: 8000 },
    moved: { objects: 1 },
    // Nobody has looked since.
    aside: NOTHING,
  })

  await collectUploads(ctx)
  expect(await told()).toMatchObject({
    uploads: NOTHING,
    sweepTime: justNow(),
    removed: { time: justNow(), objects: 1, bytes: 9000 },
  })
  await later(MINUTE)
  await collectGarbage(ctx)
  expect(await told()).toMatchObject({
    content: NOTHING,
    moved: NOTHING,
    removed: { time: justNow(), objects: 2, bytes: 14_000 },
  })
  await later(MINUTE)
  await collectUntracked(ctx)
  expect(await told()).toMatchObject({
    aside: { objects: 1, bytes: 5000 },
    sweepTime: justNow(),
    // It put something aside, and removed nothing.
    removed: { time: expect.any(String), objects: 2, bytes: 14_000 },
  })

  await later(32 * DAY)
  const away = vi.spyOn(home, 'check').mockRejectedValue(new StoreUnavailable())
  await collectUntracked(ctx)
  expect(await told()).toMatchObject({ aside: { objects: 1, bytes: 5000 } })
  away.mockRestore()
  await later(MINUTE)
  await collectUntracked(ctx)
  expect(await told()).toMatchObject({
    aside: NOTHING,
    removed: { time: justNow(), objects: 1, bytes: 5000 },
  })
})

it('tells apart of what is damaged what is gone', async () => {
  const bytes = randomBytes(4000)
  const { instanceId } = await person.upload('0', 'lost', bytes)
  const { key } = await blobOf(world, instanceId)
  expect(await admin.call(queryContentReading, {})).toMatchObject({ missing: 0 })
  await world.ctx.stores.home.remove(key)
  await later(31 * DAY)
  await scrubStep(world.ctx)
  expect(await admin.call(queryContentReading, {})).toMatchObject({ suspected: 1, missing: 1 })
})
