import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import { removeDepartment } from '@clouddisk/contract/admin-departments'
import { queryPerson } from '@clouddisk/contract/admin-people'
import {
  createRole,
  giveRole,
  pageRoleHolders,
  queryRoles,
  removeRole,
  takeRole,
  updateRole,
} from '@clouddisk/contract/admin-roles'
import { createFolder, pageInstances } from '@clouddisk/contract/files'
import { GENERAL_ROLES, ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let n = 0
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
})
beforeEach(() => {
  n++
})
afterAll(() => world.close())

type Definition = Input<typeof createRole>
const draft = (more: Partial<Definition> = {}): Definition => ({
  roleName: `role_${n}`,
  type: 'ordinary',
  items: ['list', 'preview'],
  ...more,
})
const make = (more: Partial<Definition> = {}) => admin.call(createRole, draft(more))
const idOf = (person: Person) => person.user.userId
const give = (roleId: string, ...people: Person[]) =>
  admin.call(giveRole, { roleId, userIds: people.map(idOf) })
const take = (roleId: string, ...people: Person[]) =>
  admin.call(takeRole, { roleId, userIds: people.map(idOf) })

/** A transaction beside the server's; closed with the test. */
async function openHolder(): Promise<pg.Client> {
  const holder = new pg.Client({ ...world.ctx.db.pool.options })
  await holder.connect()
  onTestFinished(() => holder.end())
  return holder
}
const one = async (text: string, ...values: unknown[]) =>
  (await world.ctx.db.pool.query(text, values)).rows[0]?.n
/** Until so many wait for a lock. */
const waiting = (count: number) =>
  vi.waitUntil(
    async () =>
      Number(
        await one(
          `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      ) >= count,
  )
const changedTo = (roleId: string, role: string) =>
  vi.waitUntil(async () => (await one('select admin as n from role where id = $1', roleId)) === role)
const refused = (field: string, reason: string) => ({ code: 20001, details: { field, reason } })

describe('roles', () => {
  it('come with the product: general ones and administrators’, with what each gives', async () => {
    const list = await admin.call(queryRoles, {})
    expect(list.slice(0, 16).map(({ roleId }) => roleId)).toEqual([...GENERAL_ROLES, ...ADMIN_ROLES])
    for (const { roleId, preset, roleName } of list.slice(0, 16))
      expect([preset, roleName]).toEqual([true, roleId])
    const viewer = list.find(({ roleId }) => roleId === 'viewer')
    expect(viewer).toMatchObject({
      type: 'ordinary',
      admin: null,
      scope: null,
      items: ROLE_ITEMS.viewer,
      canGive: true,
    })
    expect(list.find(({ roleId }) => roleId === 'orgAdmin')).toMatchObject({
      type: 'advanced',
      admin: 'orgAdmin',
      scope: 'subtree',
      items: [],
    })
  })

  it('are made, counted, found and changed', async () => {
    const department = await world.department(`dep_${n}`)
    const made = await make({
      roleName: ' 部门资料员 ',
      description: 'reads',
      type: 'advanced',
      items: ['preview', 'list', 'list'],
      scope: 'current',
      departmentIds: [department, department],
    })
    expect(made).toMatchObject({
      roleName: '部门资料员',
      preset: false,
      description: 'reads',
      type: 'advanced',
      items: ['list', 'preview'],
      admin: null,
      scope: 'current',
      departments: [{ departmentId: department, departmentName: `dep_${n}` }],
      holders: 0,
    })
    await give(made.roleId, await world.person(), await world.person())
    expect(await admin.call(queryRoles, { keyword: '资料' })).toMatchObject([
      { roleId: made.roleId, holders: 2 },
    ])
    const changed = await admin.call(updateRole, { ...draft(), roleId: made.roleId })
    expect(changed).toMatchObject({
      roleName: `role_${n}`,
      description: '',
      type: 'ordinary',
      scope: null,
      departments: [],
      holders: 2,
    })
  })

  it.each([
    ['roleName', '', 'missing', {}],
    ['roleName', '名'.repeat(33), 'name_too_long', {}],
    ['roleName', 'a\u0007', 'name_control', {}],
    ['description', 'x'.repeat(501), 'too_long', {}],
    ['type', 'other', 'unknown_value', {}],
    ['items', ['fly'], 'unknown_value', {}],
    ['items', [], 'missing', {}],
    ['scope', undefined, 'missing', { type: 'advanced' }],
    ['scope', 'subtree', 'unknown_value', {}],
    ['admin', 'auditor', 'unknown_value', {}],
    ['departmentIds', [crypto.randomUUID()], 'unknown_value', {}],
    ['departmentIds', ['nonsense'], 'unknown_value', { type: 'advanced', scope: 'current' }],
    ['departmentIds', [crypto.randomUUID()], 'unknown_value', { type: 'advanced', scope: 'current' }],
  ] as const)('are refused with the %s %j: %s', async (field, value, reason, more) => {
    const role = draft({ ...more, [field]: value })
    await expect(admin.call(createRole, role)).rejects.toMatchObject(refused(field, reason))
    expect(await admin.call(queryRoles, { keyword: `role_${n}` })).toEqual([])
  })

  it('have names of 32 characters, each its own, and not one of those that come with the product', async () => {
    await make({ roleName: '名'.repeat(32) })
    const { roleId } = await make()
    for (const roleName of [`ROLE_${n}`, 'Viewer', 'superadmin'])
      await expect(make({ roleName })).rejects.toMatchObject({ code: 40901 })
    const other = await make({ roleName: `other_${n}` })
    const same = admin.call(updateRole, { ...draft(), roleId: other.roleId })
    await expect(same).rejects.toMatchObject({ code: 40901 })
    expect(await admin.call(updateRole, { ...draft({ roleName: `Role_${n}` }), roleId })).toMatchObject({
      roleName: `Role_${n}`,
    })
    const both = await Promise.allSettled([
      make({ roleName: `twice_${n}` }),
      make({ roleName: `TWICE_${n}` }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('are refused a name that another one takes just now', async () => {
    const { roleId } = await make()
    const holder = await openHolder()
    await holder.query('begin')
    await holder.query(
      "insert into role (id, name, name_key, type, permissions) values ($1, $2, $2, 'ordinary', '{}')",
      [crypto.randomUUID(), `late_${n}`],
    )
    const [answer] = await Promise.allSettled([
      admin.call(updateRole, { ...draft({ roleName: `late_${n}` }), roleId }),
      waiting(1).finally(() => holder.query('commit')),
    ])
    expect(answer).toMatchObject({ reason: { code: 40901 } })
  })

  it('are at most 500, so that one list holds them', async () => {
    const query = (text: string, ...values: unknown[]) => world.ctx.db.pool.query(text, values)
    await query(
      `insert into role (id, name, name_key, type, permissions)
      select gen_random_uuid(), 'filler ' || n, 'filler ' || n, 'ordinary', '{}'
      from generate_series(1, 499 - (select count(*)::int from role)) n`,
    )
    const made = await Promise.allSettled([make({ roleName: `last_${n}` }), make({ roleName: `over_${n}` })])
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(make()).rejects.toMatchObject({ code: 40956, details: { limit: 500 } })
    await query("delete from role where name like 'filler %'")
    expect(await make()).toBeTruthy()
  })

  it('keep the departments that they name, which nobody removes', async () => {
    const [named, other] = [await world.department(`named_${n}`), await world.department(`other_${n}`)]
    const role = draft({ type: 'advanced', scope: 'subtree', departmentIds: [named] })
    const { roleId } = await admin.call(createRole, role)
    const remove = (departmentId: string) => admin.call(removeDepartment, { departmentId })
    await expect(remove(named)).rejects.toMatchObject({ code: 40940 })
    await remove(other)
    await expect(
      admin.call(updateRole, { ...role, departmentIds: [named, other], roleId }),
    ).rejects.toMatchObject(refused('departmentIds', 'unknown_value'))
    await admin.call(updateRole, { ...role, departmentIds: [], roleId })
    await remove(named)
  })

  it('go when nobody has them', async () => {
    const { roleId } = await make()
    const person = await world.person()
    await give(roleId, person)
    await expect(admin.call(removeRole, { roleId })).rejects.toMatchObject({
      code: 40943,
      details: { count: 1 },
    })
    await take(roleId, person)
    await admin.call(removeRole, { roleId })
    for (const gone of [roleId, 'viewer', 'superAdmin', 'nonsense']) {
      await expect(admin.call(removeRole, { roleId: gone })).rejects.toMatchObject({ code: 90000 })
      await expect(admin.call(updateRole, { ...draft(), roleId: gone })).rejects.toMatchObject({
        code: 90000,
      })
    }
  })

  it('bound what their holders may do, from the next call on', async () => {
    const person = await world.person()
    const { roleId } = await make({ items: ['list'] })
    await give(roleId, person)
    await expect(person.call(createFolder, { instanceName: 'x' })).rejects.toMatchObject({ code: 30403 })
    await admin.call(updateRole, { ...draft({ items: ['list', 'upload'] }), roleId })
    expect(await person.call(createFolder, { instanceName: 'x' })).toBeTruthy()
    await give('forbidden', person)
    expect((await person.call(pageInstances, {})).total).toBe(1)
    await take(roleId, person)
    await expect(person.call(createFolder, { instanceName: 'y' })).rejects.toMatchObject({
      code: expect.any(Number),
    })
  })

  it('make administrators of departments, within theirs', async () => {
    const department = await world.department(`dep_${n}`)
    const inside = await world.person(undefined, { department })
    const manager = await world.person()
    const { roleId } = await make({
      type: 'advanced',
      items: [],
      scope: 'subtree',
      departmentIds: [department],
      admin: 'orgAdmin',
    })
    await give(roleId, manager)
    expect(await manager.call(queryPerson, { userId: idOf(inside) })).toMatchObject({ canChange: true })
    await expect(manager.call(queryPerson, { userId: idOf(manager) })).rejects.toMatchObject({ code: 90000 })
    await admin.call(updateRole, { ...draft({ type: 'advanced', scope: 'subtree', admin: 'none' }), roleId })
    await expect(manager.call(queryPerson, { userId: idOf(inside) })).rejects.toMatchObject({ code: 30002 })
  })

  it('become no auditor’s beside another administration', async () => {
    const manager = await world.admin('storageAdmin')
    const { roleId } = await make({ type: 'advanced', scope: 'current' })
    await give(roleId, manager)
    const auditing = draft({ type: 'advanced', scope: 'current', admin: 'auditor' })
    await expect(admin.call(updateRole, { ...auditing, roleId })).rejects.toMatchObject({ code: 40944 })
    await take('storageAdmin', manager)
    expect(await admin.call(updateRole, { ...auditing, roleId })).toMatchObject({ admin: 'auditor' })
    await expect(give('storageAdmin', manager)).rejects.toMatchObject({ code: 40944 })
  })

  it('nor by a gift and a change of another role at one time', async () => {
    const manager = await world.person()
    const { roleId } = await make({ type: 'advanced', scope: 'current' })
    await give(roleId, manager)
    const holder = await openHolder()
    await holder.query('begin')
    await holder.query('lock table person_role in share mode')
    const gift = give('auditor', manager)
    const settled = Promise.allSettled([
      gift,
      waiting(1).then(() =>
        admin.call(updateRole, {
          ...draft({ type: 'advanced', scope: 'current', admin: 'storageAdmin' }),
          roleId,
        }),
      ),
    ])
    // The change has been made by now, or waits for the gift.
    await Promise.race([settled, waiting(2), changedTo(roleId, 'storageAdmin')])
    await holder.query('commit')
    expect((await settled).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('leave a super administrator, whichever role makes one', async () => {
    const lone = await openWorld()
    try {
      const one = await lone.admin('superAdmin')
      const everything = draft({ type: 'advanced', scope: 'current', admin: 'superAdmin', items: [] })
      const { roleId } = await one.call(createRole, everything)
      await one.call(giveRole, { roleId, userIds: [idOf(one)] })
      await one.call(takeRole, { roleId: 'superAdmin', userIds: [idOf(one)] })
      await expect(one.call(takeRole, { roleId, userIds: [idOf(one)] })).rejects.toMatchObject({
        code: 40945,
      })
      const less = one.call(updateRole, { ...everything, admin: 'orgAdmin', roleId })
      await expect(less).rejects.toMatchObject({ code: 40945 })
      expect(await one.call(queryRoles, {})).toBeTruthy()
    } finally {
      await lone.close()
    }
  })
})

describe('holders', () => {
  const holders = (roleId: string, more: Partial<Input<typeof pageRoleHolders>> = {}, who = admin) =>
    who.call(pageRoleHolders, { roleId, ...more })

  it('are paged by account and found by name', async () => {
    const { roleId } = await make()
    const department = await world.department(`dep_${n}`)
    const people = await Promise.all(
      [3, 1, 2].map((at) => world.person(`held_${n}_${at}`, { department, realName: `持有${at}` })),
    )
    await give(roleId, ...people)
    const first = await holders(roleId, { pageSize: 2 })
    expect(first).toMatchObject({
      total: 3,
      pageNo: 1,
      list: [
        {
          accountName: `held_${n}_1`,
          userRealName: '持有1',
          departmentPath: [`dep_${n}`],
          giveTime: expect.any(String),
        },
        { accountName: `held_${n}_2` },
      ],
    })
    expect((await holders(roleId, { pageSize: 2, pageNo: 2 })).list).toMatchObject([
      { accountName: `held_${n}_3` },
    ])
    expect(await holders(roleId, { keyword: '持有2' })).toMatchObject({ total: 1 })
    await expect(holders('nothing')).rejects.toMatchObject({ code: 90000 })
    await expect(holders(crypto.randomUUID())).rejects.toMatchObject({ code: 90000 })
  })

  it('of the default role are also those who were given none', async () => {
    const plain = await world.person(`plain_${n}`)
    expect(await holders('default', { keyword: `plain_${n}` })).toMatchObject({
      total: 1,
      list: [{ userId: idOf(plain), giveTime: null }],
    })
    await give('viewer', plain)
    expect(await holders('default', { keyword: `plain_${n}` })).toMatchObject({ total: 0 })
  })

  it('are an orgAdmin’s own people, and counted so', async () => {
    const department = await world.department(`dep_${n}`)
    const { roleId } = await make()
    const inside = await world.person(undefined, { department })
    await give(roleId, inside, await world.person())
    const mine = await world.admin('orgAdmin', { department })
    expect(await holders(roleId, {}, mine)).toMatchObject({ total: 1, list: [{ userId: idOf(inside) }] })
    expect(await mine.call(queryRoles, { keyword: `role_${n}` })).toMatchObject([{ holders: 1 }])
    for (const attempt of [
      () => mine.call(createRole, draft({ roleName: `mine_${n}` })),
      () => mine.call(updateRole, { ...draft(), roleId }),
      () => mine.call(removeRole, { roleId }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 30002, httpStatus: 403 })
  })

  it('are changed all or none, and told how many', async () => {
    const [one, two] = [await world.person(), await world.person()]
    expect(await give('viewer', one)).toEqual({ changed: 1 })
    expect(await give('viewer', one, two)).toEqual({ changed: 1 })
    const userIds = [idOf(one), crypto.randomUUID()]
    for (const route of [giveRole, takeRole])
      await expect(admin.call(route, { roleId: 'viewer', userIds })).rejects.toMatchObject({ code: 90000 })
    expect(await holders('viewer', { keyword: one.user.userName })).toMatchObject({ total: 1 })
    await expect(give('nothing', one)).rejects.toMatchObject({ code: 90000 })
    expect(await take('viewer', one, two)).toEqual({ changed: 2 })
    expect(await take('viewer', one, two)).toEqual({ changed: 0 })
    const crowd = Array.from({ length: 501 }, () => crypto.randomUUID())
    await expect(admin.call(giveRole, { roleId: 'viewer', userIds: crowd })).rejects.toMatchObject({
      code: 40912,
    })
  })
})
