import { removeDepartment } from '@clouddisk/contract/admin-departments'
import { beginLeave, purgeLeaver } from '@clouddisk/contract/admin-offboarding'
import { changePeople, updatePerson } from '@clouddisk/contract/admin-people'
import { createRole, updateRole } from '@clouddisk/contract/admin-roles'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { addMembers, createGroup, editGroup } from '@clouddisk/contract/groups'
import type { Input } from '@clouddisk/contract/route'
import { removeTrash } from '@clouddisk/contract/trash'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifyQuotas } from '../src/features/notifications/quotas.ts'
import { purgeAccount } from '../src/features/offboarding/offboarding.ts'
import { purgeDetached } from '../src/tree/purge.ts'
import type { Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/**
 * Locks are taken in one order (ARCHITECTURE "Data"): whoever waits for one holds none that comes later, so that nobody
 * waits in a circle.
 */

let world: World
let admin: Person
let owner: Person
let person: Person
let holder: pg.Client
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
beforeEach(async () => {
  owner = await world.person()
  person = await world.person()
  holder = new pg.Client(world.ctx.db.pool.options as pg.ClientConfig)
  await holder.connect()
})
afterEach(async () => {
  await holder.end()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const id = (one: Person) => one.user.userId

/** Somebody else has `earlier`; while the call waits for it, `later` is free. */
async function waitsWithout(
  call: () => Promise<unknown>,
  earlier: readonly [string, ...unknown[]],
  later: readonly [string, ...unknown[]],
): Promise<void> {
  await holder.query('begin')
  await holder.query(earlier[0], earlier.slice(1))
  const {
    rows: [self],
  } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const done = call()
  const waiting = () =>
    world.ctx.db.pool
      .query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [self?.pid])
      .then(({ rowCount }) => rowCount)
  await expect.poll(waiting, { timeout: 5000 }).toBe(1)
  await holder.query(later[0], later.slice(1))
  await holder.query('rollback')
  await done
}

const spaceOf = (one: Person) => ['select from space where person_id = $1 for update', id(one)] as const
const spaceById = (groupId: string) => ['select from space where id = $1 for update', groupId] as const
const itself = (one: Person) =>
  ['select from person where id = $1 for no key update nowait', id(one)] as const

describe('whoever waits for', () => {
  it('a person’s space does not hold the person: an administrator who changes its size', async () => {
    const input = { userId: id(person), totalCapacity: 5 * 1024 ** 3, userRealName: 'another' }
    await waitsWithout(() => admin.call(updatePerson, input), spaceOf(person), itself(person))
  })

  it('a group’s space does not hold who is in it: an account that ends', async () => {
    const { groupId } = await world.group(owner, [[person, 'editor']])
    await admin.call(beginLeave, { userId: id(person) })
    const ending = () => admin.call(purgeLeaver, { userId: id(person) })
    await waitsWithout(ending, spaceById(groupId), itself(person))
  })

  it('a group’s space does not hold the department that is in it: a department that ends', async () => {
    const department = await world.department(`Ending ${id(person)}`)
    const { groupId } = await world.group(owner, [[department, 'viewer']])
    const ending = () => admin.call(removeDepartment, { departmentId: department })
    const later = ['select from department where id = $1 for update nowait', department] as const
    await waitsWithout(ending, spaceById(groupId), later)
  })

  it('a space does not hold its owner: telling that it is full', async () => {
    const full = await world.person(undefined, { capacity: 100 })
    await full.upload('0', 'a.bin', Buffer.alloc(95))
    await waitsWithout(() => notifyQuotas(world.ctx), spaceOf(full), [
      'select from person where id = $1 for update nowait',
      id(full),
    ])
  })

  it('a person does not hold what was decided of its leaving', async () => {
    await admin.call(beginLeave, { userId: id(person) })
    await waitsWithout(
      () => purgeAccount(world.ctx, id(person)),
      ['select from person where id = $1 for no key update', id(person)],
      ['select from offboarding where person_id = $1 for update nowait', id(person)],
    )
  })

  it('what is in the bin does not hold the file: its end', async () => {
    const { instanceId } = await person.upload('0', 'a.txt', Buffer.from('gone'))
    const { list } = await person.call(removeInstances, { instanceIds: [instanceId] })
    await person.call(removeTrash, { instanceIds: [list[0]?.newId ?? ''] })
    await waitsWithout(
      () => purgeDetached(world.ctx, [instanceId]),
      ['select from trash where file_id = $1 for update', instanceId],
      ['select from file where id = $1 for no key update nowait', instanceId],
    )
  })

  it('the administrators does not hold a role', async () => {
    const role = {
      roleName: `R ${id(person).slice(-12)}`,
      type: 'advanced',
      items: [],
      scope: 'current',
    } satisfies Omit<Input<typeof createRole>, 'admin'>
    const { roleId } = await admin.call(createRole, { ...role, admin: 'superAdmin' })
    await waitsWithout(
      () => admin.call(updateRole, { ...role, roleId, admin: 'auditor' }),
      ['select pg_advisory_xact_lock($1)', 0x61646d69],
      ['select from role where id = $1 for update nowait', roleId],
    )
  })
})

it('people who change each other’s things at once are never told of a deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const [leaver, heir] = [await world.person(), await world.person()]
    const department = await world.department(`Round ${round} ${id(person)}`)
    const group = await world.group(leaver, [
      [heir, 'editor'],
      [person, 'viewer'],
      [department, 'viewer'],
    ])
    const userIds = [id(heir), id(person)]
    const results = await Promise.allSettled([
      admin.call(beginLeave, { userId: id(leaver), toUserId: id(heir) }),
      admin.call(updatePerson, { userId: id(leaver), totalCapacity: 7 * 1024 ** 3 }),
      admin.call(changePeople, { action: 'capacity', userIds, totalCapacity: 9 * 1024 ** 3 }),
      admin.call(removeDepartment, { departmentId: department }),
      heir.call(createFolder, { parentId: group.rootId, instanceName: 'meanwhile' }),
      heir.call(createGroup, { groupName: `Mine ${round} ${id(person)}`, capacity: 1 }),
      leaver.call(editGroup, { groupId: group.groupId, capacity: 2 }),
      leaver.call(addMembers, {
        groupId: group.groupId,
        members: [{ principalType: 'user', principalId: id(owner), role: 'viewer' }],
      }),
    ])
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.name] : []))
    // Whom the leaving came before is signed out, and the group is not its own any more.
    for (const name of refused) expect(['not_signed_in', 'not_permitted']).toContain(name)
    expect(results.slice(0, 6).map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
    await admin.call(purgeLeaver, { userId: id(leaver) })
  }
}, 60_000)
