import { randomUUID } from 'node:crypto'
import { currentUser } from '@clouddisk/contract/accounts'
import { endAdminSessions, pageAdminSessions } from '@clouddisk/contract/admin-sessions'
import { pageLogs } from '@clouddisk/contract/audit'
import { HOUR } from '@clouddisk/contract/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveInto } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import * as accountStore from '../accounts/store.ts'

let world: World
let superAdmin: Person
beforeEach(async () => {
  world = await openWorld()
  superAdmin = await administrator('super_1', 'superAdmin')
})
afterEach(() => world.close())

async function administrator(name: string, role: 'superAdmin' | 'auditor' | 'orgAdmin'): Promise<Person> {
  const person = await world.person(name)
  await world.ctx.db.transact((tx) => accountStore.addPresetRole(tx, person.user.userId, role))
  return world.again(person)
}

async function department(name: string): Promise<string> {
  const id = randomUUID()
  await world.ctx.db.reader.insertInto('department').values({ id, name, name_key: name }).execute()
  return id
}

const names = async (who: Person, filter = {}) =>
  (await who.call(pageAdminSessions, { pageSize: 100, ...filter })).list.map(({ userName }) => userName)

describe('the sessions of everybody', () => {
  it('are listed, the one seen last first, and narrowed by person, address and device', async () => {
    const anna = await world.person('anna_1')
    await world.again(anna)
    const { list, total } = await superAdmin.call(pageAdminSessions, { keyword: 'ANNA' })
    expect(total).toBe(2)
    expect(list[0]).toMatchObject({ userId: anna.user.userId, ip: '127.0.0.1', current: false })
    expect(await names(superAdmin, { userId: anna.user.userId })).toEqual(['anna_1', 'anna_1'])
    expect(await names(superAdmin, { ip: '10.' })).toEqual([])
    expect(await names(superAdmin, { device: 'node', keyword: 'anna' })).toEqual(['anna_1', 'anna_1'])
    expect(await names(superAdmin, { device: 'Safari' })).toEqual([])
    const own = await superAdmin.call(pageAdminSessions, { keyword: 'super_1' })
    expect(own.list.filter(({ current }) => current)).toHaveLength(1)
  })

  it('are paged without gaps, and are gone when they are idle', async () => {
    for (let i = 0; i < 12; i++) await world.person(`many_${i}`)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await superAdmin.call(pageAdminSessions, {
        keyword: 'many_',
        pageSize: 5,
        ...(cursor && { cursor }),
      })
      seen.push(...page.list.map(({ sessionId }) => sessionId))
      cursor = page.nextCursor
      if (!cursor) break
    }
    expect(new Set(seen).size).toBe(12)
    world.advance(13 * HOUR)
    const later = await world.again(superAdmin)
    expect(await names(later)).toEqual(['super_1'])
  })

  it('are ended one by one or all at once, and the log tells who did', async () => {
    const anna = await world.person('anna_2')
    const other = await world.again(anna)
    const userId = anna.user.userId
    const { list } = await superAdmin.call(pageAdminSessions, { userId })
    await superAdmin.call(endAdminSessions, { userId, sessionId: list[0]?.sessionId ?? '' })
    const alive = await Promise.allSettled([anna, other].map((one) => one.call(currentUser, {})))
    expect(alive.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await superAdmin.call(endAdminSessions, { userId })).toEqual({ ended: 1 })
    for (const one of [anna, other])
      await expect(one.call(currentUser, {})).rejects.toMatchObject({ name: 'not_signed_in' })
    const told = await superAdmin.call(pageLogs, { action: 'session.ended' })
    expect(told.list).toMatchObject([
      { userName: 'super_1', objectId: userId, objectName: 'anna_2', detail: { ended: 1 } },
      { userName: 'super_1', objectId: userId },
    ])
    await expect(
      superAdmin.call(endAdminSessions, { userId, sessionId: list[0]?.sessionId ?? '' }),
    ).rejects.toMatchObject({ name: 'not_found' })
  })

  it('end for an orgAdmin where its departments do, and are no auditor’s', async () => {
    const [inside, outside] = [await department('inside'), await department('outside')]
    const [ida, otto, nobody] = [
      await world.person('ida_in'),
      await world.person('otto_out'),
      await world.person('none_at_all'),
    ]
    await moveInto(world, ida, inside)
    await moveInto(world, otto, outside)
    const first = await world.person('org_1')
    await moveInto(world, first, inside)
    await world.ctx.db.transact((tx) => accountStore.addPresetRole(tx, first.user.userId, 'orgAdmin'))
    const orgAdmin = await world.again(first)
    expect(new Set(await names(orgAdmin))).toEqual(new Set(['ida_in', 'org_1']))
    for (const { user } of [otto, nobody])
      await expect(orgAdmin.call(endAdminSessions, { userId: user.userId })).rejects.toMatchObject({
        name: 'not_found',
      })
    await otto.call(currentUser, {})
    expect(await orgAdmin.call(endAdminSessions, { userId: ida.user.userId })).toEqual({ ended: 1 })
    const auditor = await administrator('auditor_1', 'auditor')
    await expect(auditor.call(pageAdminSessions, {})).rejects.toMatchObject({ name: 'area_refused' })
    await expect(auditor.call(endAdminSessions, { userId: otto.user.userId })).rejects.toMatchObject({
      name: 'area_refused',
    })
  })
})
