import { copyInstances, createFolder } from '@clouddisk/contract/files'
import { queryJob } from '@clouddisk/contract/jobs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { shortLocks } from '../../../test/short-locks.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { enqueueStalledJobs, removeLeftovers } from './jobs.ts'

/** Who is told to try again tries again: what is told so must not come to be all the same. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, parentId = '0') =>
  (await person.upload(parentId, name, Buffer.from(name))).instanceId
const copy = (id: string, targeParentId: string) =>
  person.call(copyInstances, { instances: id, targeParentId })

describe('a small copy', () => {
  it('that finds the database too busy within the call goes on behind it, and is there once', async () => {
    const from = await folder('from')
    await file('one.txt', from)
    const to = await folder('to')
    const { pool } = world.ctx.db
    const { rows } = await pool.query('select current_database() as name')
    const holder = await pool.connect()
    try {
      await shortLocks(pool, holder)
      await holder.query('begin; lock table copy_row')
      const { jobId, list } = await copy(from, to)
      expect([typeof jobId, list]).toEqual(['string', []])
      expect(await person.list(to)).toEqual([])
      await holder.query('rollback')
      await holder.query(`alter database ${rows[0].name} reset lock_timeout`)
      world.advance(60_000)
      await world.jobs.start()
      await enqueueStalledJobs(world.ctx)
      const state = async () => (await person.call(queryJob, { jobId: jobId ?? '' })).state
      await expect.poll(state, { timeout: 20_000 }).toBe('done')
      expect(await person.tree()).toMatchObject({ to: { from: { 'one.txt': 7 } } })
    } finally {
      await holder.query(`rollback; alter database ${rows[0].name} reset lock_timeout`)
      holder.release(true)
      await world.jobs.stop()
    }
  })

  it('that is there is told to be there, though what it was made of could not be cleared away', async () => {
    const source = await file('one.txt')
    const to = await folder('to')
    const { pool } = world.ctx.db
    await pool.query(`create function broken() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$;
      create trigger broken before delete on copy_row for each row execute function broken()`)
    const { list } = await copy(source, to).finally(() => pool.query('drop function broken cascade'))
    expect(list).toMatchObject([{ errcode: 0 }])
    expect(await person.tree()).toEqual({ 'one.txt': 7, to: { 'one.txt': 7 } })
    await removeLeftovers(world.ctx)
    expect((await pool.query('select from copy_row')).rowCount).toBe(0)
  })
})
