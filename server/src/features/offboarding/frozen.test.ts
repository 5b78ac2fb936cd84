import { beginLeave, purgeLeaver, queryBelongings } from '@clouddisk/contract/admin-offboarding'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { pageInstances } from '@clouddisk/contract/files'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let leaver: Person
let heir: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  admin = await world.admin('superAdmin')
  leaver = await world.person()
  heir = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const leave = (more: { toUserId?: string } = {}) =>
  admin.call(beginLeave, { userId: leaver.user.userId, ...more })
const toHeir = () => ({ toUserId: heir.user.userId })
const belongings = () => admin.call(queryBelongings, { userId: leaver.user.userId })

describe('leaving', () => {
  it('of an account that is frozen already goes like every other', async () => {
    for (const toUserId of [undefined, heir.user.userId]) {
      leaver = await world.person()
      const { userId } = leaver.user
      await leaver.upload('0', 'a.txt', Buffer.from('a'))
      await admin.call(updatePerson, { userId, status: 'frozen' })
      const more = toUserId === undefined ? {} : { toUserId }
      expect(await leave(more)).toMatchObject({ status: 'kept', toUserId: toUserId ?? null, errmsg: null })
      // And once more, while it is kept.
      expect(await leave(more)).toMatchObject({ status: 'kept', toUserId: toUserId ?? null, errmsg: null })
      expect(await heir.list()).toHaveLength(toUserId === undefined ? 0 : 1)
      expect(await admin.call(purgeLeaver, { userId })).toMatchObject({ status: 'ended' })
      await expect(leave(more)).rejects.toMatchObject({ name: 'not_found' })
    }
  })

  it('to an account that is frozen or over is refused before anything of it happens', async () => {
    const { userId } = heir.user
    const refusedWith = async (name: string) => {
      await expect(leave(toHeir())).rejects.toMatchObject({ name })
      expect(await belongings()).toMatchObject({ leave: null, sessions: 1 })
      expect(await leaver.call(pageInstances, {})).toMatchObject({ list: [] })
    }
    await admin.call(updatePerson, { userId, validUntil: '2020-01-01T00:00:00.000Z' })
    await refusedWith('account_expired')
    await admin.call(updatePerson, { userId, validUntil: 'forever', status: 'frozen' })
    await refusedWith('account_frozen')
    await leave()
    await admin.call(purgeLeaver, { userId: leaver.user.userId })
    heir = leaver
    leaver = await world.person()
    await refusedWith('not_found')
  })
})
