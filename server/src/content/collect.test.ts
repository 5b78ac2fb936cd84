import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import { bodyOf, collect } from '../../test/object-store-conformance.ts'
import { openWorld, type World } from '../../test/world.ts'
import { acquireGcLock } from '../db/gc-lock.ts'
import { newId } from '../db/ids.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { collectGarbage } from './collect.ts'
import { GRACE_MS } from './gc-candidates.ts'
import { recordPending, renewPending, takeObject } from './pending.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('keeps no backup waiting while a store removes orphaned objects, and yields to one', async () => {
  const { ctx } = world
  const person = await world.person()
  const { instanceId } = await person.upload('0', 'moved.bin', randomBytes(1000))
  const { bucket, key } = await blobOf(world, instanceId)
  // As after a move: its file names another object now.
  await ctx.db.pool.query('update blob set key = gen_random_uuid()::text where key = $1', [key])
  await recordPending(ctx, { bucket, key })
  world.advance(GRACE_MS + 1)

  const backup = await acquireGcLock(ctx.db.pool)
  expect(await collectGarbage(ctx)).toBe(0)
  await backup.release()

  const store = ctx.stores.of(bucket)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const remove = store.remove.bind(store)
  const slow = vi.spyOn(store, 'remove').mockImplementation(async (removed) => {
    asked.resolve()
    await answered.promise
    await remove(removed)
  })
  const removing = collectGarbage(ctx)
  await asked.promise
  const next = await acquireGcLock(ctx.db.pool)
  await next.assertHeld()
  answered.resolve()
  expect(await removing).toBe(1)
  await next.release()
  slow.mockRestore()
  expect(await store.stat(key)).toBeUndefined()
})

it.each([
  ['as a disk fails', () => new Error('EIO: i/o error')],
  ['as a store that answers withholds it', () => new StoreUnavailable()],
])('removes all other orphaned objects if one cannot be removed: %s', async (_, fault) => {
  const { ctx } = world
  const { home } = ctx.stores
  const bad = newId()
  for (const key of [bad, newId(), newId()]) {
    await home.putObject(key, 5, bodyOf(randomBytes(5)))
    await recordPending(ctx, { bucket: home.bucket, key })
  }
  world.advance(GRACE_MS + 1)
  const remove = home.remove.bind(home)
  const failing = vi.spyOn(home, 'remove').mockImplementation(async (key) => {
    if (key === bad) throw fault()
    await remove(key)
  })
  await expect(collectGarbage(ctx)).rejects.toThrow('cleanup failed for 1 object')
  failing.mockRestore()
  expect((await collect(home.objects())).map(({ key }) => key)).toEqual([bad])
  expect(await collectGarbage(ctx)).toBe(1)
  expect(await collect(home.objects())).toEqual([])
})

it('gives content that a version uses after all the state that it had', async () => {
  const { ctx } = world
  const person = await world.person()
  const stateOf = async (instanceId: string) => (await blobOf(world, instanceId)).state
  const announced = await person.upload('0', 'announced.bin', randomBytes(1000))
  const corrupted = await person.upload('0', 'corrupted.bin', randomBytes(1000))
  const ids = {
    announced: (await blobOf(world, announced.instanceId)).id,
    corrupted: (await blobOf(world, corrupted.instanceId)).id,
  }
  await ctx.db.pool.query(`update blob set state = 'orphaned', state_since = $1 where id = any($2)`, [
    ctx.now(),
    Object.values(ids),
  ])
  await ctx.db.pool.query('update blob set sent_by = $1 where id = $2', [person.user.userId, ids.announced])
  await ctx.db.pool.query(
    `insert into corruption (blob_id, kind, message, detected_at, checked_at, confirmed_at)
     values ($1, 'hash', 'differ', now(), now(), now())`,
    [ids.corrupted],
  )
  world.advance(GRACE_MS + 1)
  expect(await collectGarbage(ctx)).toBe(0)
  expect(await stateOf(announced.instanceId)).toBe('unverified')
  expect(await stateOf(corrupted.instanceId)).toBe('quarantined')
})

it('writes no object that is being deleted, and over one that was left behind', async () => {
  const { ctx } = world
  const object = { bucket: ctx.stores.home.bucket, key: newId() }
  await recordPending(ctx, object)
  const set = (state: string) =>
    ctx.db.pool.query('update blob set state = $1 where key = $2', [state, object.key])
  await set('deleting')
  await expect(recordPending(ctx, object)).rejects.toThrow('is being deleted')
  await expect(renewPending(ctx, object)).rejects.toThrow('was collected')
  await expect(ctx.db.transact((tx) => takeObject(tx, object))).rejects.toThrow('was collected')
  await set('orphaned')
  await recordPending(ctx, object)
  await renewPending(ctx, object)
  await ctx.db.transact((tx) => takeObject(tx, object))
})
