import { beginLeave, purgeLeaver, queryBelongings } from '@clouddisk/contract/admin-offboarding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortLocks } from '../../../test/short-locks.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('a leaver who is to be purged at once', () => {
  it('is not said to be while the call found no time to begin with it', async () => {
    const admin = await world.admin('superAdmin')
    const [owner, leaver] = [await world.person(), await world.person()]
    const { groupId } = await world.group(owner, [[leaver, 'viewer']])
    const { userId } = leaver.user
    const { purgeTime } = await admin.call(beginLeave, { userId, keepDays: 30 })
    const { pool } = world.ctx.db
    const { rows } = await pool.query('select current_database() as name')
    const holder = await pool.connect()
    try {
      await shortLocks(pool, holder)
      // As a large move out of the group would.
      await holder.query('begin')
      await holder.query('select from space where id = $1 for update', [groupId])
      await expect(admin.call(purgeLeaver, { userId })).rejects.toMatchObject({ httpStatus: 503 })
      const { leave } = await admin.call(queryBelongings, { userId })
      expect(leave).toMatchObject({ status: 'kept', purgeTime })
    } finally {
      await holder.query(`rollback; alter database ${rows[0].name} reset lock_timeout`)
      holder.release(true)
    }
    expect(await admin.call(purgeLeaver, { userId })).toMatchObject({ status: 'ended' })
    expect(await world.doctor()).toEqual([])
  })
})
