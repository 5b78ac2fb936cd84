import { randomUUID } from 'node:crypto'
import type { AdminRole } from '@clouddisk/contract/admin-areas'
import { createDepartmentGroup, pageAllGroups } from '@clouddisk/contract/admin-groups'
import { queryDashboard } from '@clouddisk/contract/dashboard'
import { DAY } from '@clouddisk/contract/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayAhead } from '../../../test/day-ahead.ts'
import { moveInto } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import * as accounts from '../accounts/accounts.ts'
import * as accountStore from '../accounts/store.ts'
import { measureStorage } from './dashboard.ts'

let world: World
beforeEach(async () => {
  await dayAhead()
  world = await openWorld()
})
afterEach(() => world.close())

async function give(person: Person, role: AdminRole): Promise<Person> {
  await world.ctx.db.transact((tx) => accountStore.addPresetRole(tx, person.user.userId, role))
  return world.again(person)
}

async function department(name: string): Promise<string> {
  const id = randomUUID()
  await world.ctx.db.reader.insertInto('department').values({ id, name, name_key: name }).execute()
  return id
}

describe('the dashboard', () => {
  it('counts people, spaces, what is stored once, transfers and jobs', async () => {
    const admin = await give(await world.person('super_1', { capacity: 1000 }), 'superAdmin')
    const [anna, ben] = [
      await world.person('anna_1', { capacity: 500 }),
      await world.person('ben_11', { capacity: null }),
    ]
    await world.person('cold_1', { capacity: 0 })
    await world.person('late_1', { capacity: 0 })
    await accounts.freeze(world.ctx, 'cold_1')
    await world.ctx.db.pool.query(
      "update person set valid_until = now() - interval '1 day' where account_name = 'late_1'",
    )
    const content = Buffer.alloc(100, 'x')
    const { instanceId } = await anna.upload('0', 'a.bin', content)
    await ben.upload('0', 'b.bin', content)
    await ben.upload('0', 'c.bin', Buffer.alloc(30, 'y'))
    await anna.download(instanceId)
    await anna.download(instanceId)
    const seen = await admin.call(queryDashboard, { days: '7' })
    expect(seen).toMatchObject({
      scope: 'all',
      people: { total: 5, active: 3, frozen: 1, expired: 1, signedInToday: 5 },
      spaces: { used: 230, total: 1500, unlimited: 1 },
      storage: { files: 3, charged: 230, stored: 130 },
      jobs: { running: 0, failed: 0 },
      health: { objects: true, logWaiting: 0 },
    })
    expect(seen.transfers).toHaveLength(7)
    expect(seen.transfers.at(-1)).toMatchObject({
      day: new Date().toISOString().slice(0, 10),
      uploads: 3,
      uploadBytes: 230,
      // The same content to the same session within minutes is one.
      downloads: 1,
      downloadBytes: 100,
    })
    expect(seen.storage?.diskFree).toBeGreaterThan(0)
  })

  it('keeps what is stored by day', async () => {
    const admin = await give(await world.person('super_1'), 'superAdmin')
    await admin.upload('0', 'a.bin', Buffer.alloc(10, 'a'))
    await admin.call(queryDashboard, {})
    world.advance(DAY)
    const next = await world.again(admin)
    await next.upload('0', 'b.bin', Buffer.alloc(5, 'b'))
    await measureStorage(world.ctx)
    const { storage } = await next.call(queryDashboard, {})
    expect(storage?.days.map(({ stored }) => stored)).toEqual([10, 15])
  })

  it('shows an orgAdmin its departments alone', async () => {
    const [inside, outside] = [await department('inside'), await department('outside')]
    const first = await world.person('org_1', { capacity: 100 })
    const [ida, otto] = [
      await world.person('ida_in', { capacity: 200 }),
      await world.person('otto_out', { capacity: 400 }),
    ]
    await moveInto(world, first, inside)
    await moveInto(world, ida, inside)
    await moveInto(world, otto, outside)
    await ida.upload('0', 'i.bin', Buffer.alloc(7, 'i'))
    await otto.upload('0', 'o.bin', Buffer.alloc(9, 'o'))
    // A group is its department's, whoever owns it; one of no department is its owner's.
    const superAdmin = await give(await world.person('super_2'), 'superAdmin')
    const made = (owner: Person, groupName: string, capacity: number, departmentId?: string) =>
      superAdmin.call(createDepartmentGroup, {
        ownerId: owner.user.userId,
        groupName,
        capacity,
        ...(departmentId && { departmentId }),
      })
    await made(otto, 'of inside', 1, inside)
    await made(ida, 'of outside', 2, outside)
    await made(ida, 'of ida', 4)
    await made(otto, 'of otto', 8)
    const orgAdmin = await give(first, 'orgAdmin')
    const groups = await orgAdmin.call(pageAllGroups, { pageSize: 100 })
    expect(groups.list.map(({ groupName }) => groupName).sort()).toEqual(['of ida', 'of inside'])
    const seen = await orgAdmin.call(queryDashboard, {})
    expect(seen).toMatchObject({
      scope: 'departments',
      people: { total: 2, active: 2 },
      spaces: { used: 7, total: 300 + 5 * 1024 ** 3, unlimited: 0 },
      storage: null,
      health: null,
    })
    expect(seen.transfers.at(-1)).toMatchObject({ uploads: 1, uploadBytes: 7 })
  })

  it('is nobody’s who is no administrator', async () => {
    const anna = await world.person('anna_2')
    await expect(anna.call(queryDashboard, {})).rejects.toMatchObject({ name: 'area_refused' })
  })
})
