// @module-tag long
import { currentUser } from '@clouddisk/contract/accounts'
import { createDepartment, queryDepartments } from '@clouddisk/contract/admin-departments'
import { beginLeave, cancelLeave, purgeLeaver } from '@clouddisk/contract/admin-offboarding'
import {
  changePeople,
  createPerson,
  exportPeople,
  importPeople,
  pagePeople,
  peopleTemplate,
  queryPerson,
  updatePerson,
  XLSX,
} from '@clouddisk/contract/admin-people'
import { createRole, giveRole, queryRoles, takeRole, updateRole } from '@clouddisk/contract/admin-roles'
import { endAdminSessions } from '@clouddisk/contract/admin-sessions'
import { createFolder } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import { HOUR } from '@clouddisk/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let n = 0
/** For each test: top > (a > deep), b, with a person in each of the lower ones. */
let top: string
let a: string
let deep: string
let b: string
let inA: Person
let inDeep: Person
let inB: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
})
beforeEach(async () => {
  top = await world.department(`top_${++n}`)
  a = await world.department('a', top)
  deep = await world.department('deep', a)
  b = await world.department('b', top)
  inA = await world.person(undefined, { department: a })
  inDeep = await world.person(undefined, { department: deep })
  inB = await world.person(undefined, { department: b })
})
afterAll(() => world.close())

const idOf = (person: Person) => person.user.userId
const draft = (more: Partial<Input<typeof createPerson>> = {}): Input<typeof createPerson> => ({
  accountName: `made_${n}`,
  userRealName: 'made',
  roles: ['default'],
  totalCapacity: 1000,
  validUntil: 'forever',
  ...more,
})
const set = (who: Person, person: Person, change: Partial<Input<typeof updatePerson>>) =>
  who.call(updatePerson, { userId: idOf(person), ...change })
const NOT_THERE = { code: 90000 }
const SHUT = { code: 30002, httpStatus: 403 }

describe('an orgAdmin', () => {
  const sees = async (who: Person) =>
    (await who.call(pagePeople, { pageSize: 500 })).list.map(({ userId }) => userId).sort()

  it('sees the people of its department and those below, one with its department alone only those', async () => {
    const wide = await world.admin('orgAdmin', { department: a })
    expect(await sees(wide)).toEqual([inA, inDeep, wide].map(idOf).sort())
    const narrow = await world.admin('orgAdmin', { department: a, scope: 'current' })
    expect(await sees(narrow)).toEqual([inA, wide, narrow].map(idOf).sort())
    const elsewhere = await world.admin('orgAdmin', { department: b, departments: [deep] })
    expect(await sees(elsewhere)).toEqual([idOf(inDeep)])
    const nowhere = await world.admin('orgAdmin')
    expect(await sees(nowhere)).toEqual([])
    for (const roleId of ['default', 'orgAdmin'])
      expect((await narrow.call(pagePeople, { roleId })).list.length).toBe(1)
  })

  it('finds nothing outside of it, and changes nothing there', async () => {
    const mine = await world.admin('orgAdmin', { department: a, scope: 'current' })
    for (const person of [inDeep, inB, admin]) {
      await expect(mine.call(queryPerson, { userId: idOf(person) })).rejects.toMatchObject(NOT_THERE)
      await expect(set(mine, person, { phone: '12345' })).rejects.toMatchObject(NOT_THERE)
      await expect(mine.call(giveRole, { roleId: 'viewer', userIds: [idOf(person)] })).rejects.toMatchObject(
        NOT_THERE,
      )
      const { list } = await mine.call(changePeople, { action: 'freeze', userIds: [idOf(person), idOf(inA)] })
      expect(list).toMatchObject([{ errcode: 90000, accountName: '', userRealName: '' }, { errcode: 0 }])
    }
    for (const departmentId of [deep, b]) {
      await expect(mine.call(pagePeople, { departmentId })).rejects.toMatchObject(NOT_THERE)
      await expect(mine.call(createPerson, draft({ departmentId }))).rejects.toMatchObject(NOT_THERE)
    }
    expect((await mine.call(pagePeople, { departmentId: '0' })).list).toEqual([])
    await expect(mine.call(createPerson, draft())).rejects.toMatchObject({
      code: 20001,
      details: { field: 'departmentId', reason: 'missing' },
    })
    expect((await admin.call(queryPerson, { userId: idOf(inB) })).status).toBe('active')
  })

  it('moves nobody over the edge of it', async () => {
    const mine = await world.admin('orgAdmin', { department: a })
    for (const departmentId of [b, top, '0'])
      await expect(set(mine, inA, { departmentId })).rejects.toMatchObject(NOT_THERE)
    await expect(set(mine, inB, { departmentId: a })).rejects.toMatchObject(NOT_THERE)
    expect(await set(mine, inA, { departmentId: deep })).toMatchObject({ departmentId: deep })
  })

  it('makes people in it and gives them ordinary roles', async () => {
    const mine = await world.admin('orgAdmin', { department: a })
    const { person } = await mine.call(createPerson, draft({ departmentId: deep, roles: ['viewer'] }))
    expect(person).toMatchObject({ departmentId: deep, canChange: true })
    await mine.call(giveRole, { roleId: 'downloader', userIds: [person.userId] })
    await mine.call(takeRole, { roleId: 'viewer', userIds: [person.userId] })
    expect((await admin.call(queryPerson, { userId: person.userId })).roles).toMatchObject([
      { roleId: 'downloader' },
    ])
  })

  it('gives no administrators’ roles, nor such that reach into departments', async () => {
    const mine = await world.admin('orgAdmin', { department: a })
    const { roleId } = await admin.call(createRole, {
      roleName: `reach_${n}`,
      type: 'advanced',
      items: ['list'],
      scope: 'subtree',
    })
    for (const role of ['superAdmin', 'orgAdmin', 'auditor', 'storageAdmin', roleId]) {
      await expect(set(mine, inA, { roles: ['default', role] })).rejects.toMatchObject(SHUT)
      await expect(mine.call(giveRole, { roleId: role, userIds: [idOf(inA)] })).rejects.toMatchObject(SHUT)
      const made = mine.call(createPerson, draft({ departmentId: a, roles: [role] }))
      await expect(made).rejects.toMatchObject(SHUT)
    }
    const gives = (await mine.call(queryRoles, {})).filter(({ canGive }) => canGive)
    expect(gives.every(({ type }) => type === 'ordinary')).toBe(true)
  })

  it('changes nobody who has more than ordinary roles, itself neither', async () => {
    const mine = await world.admin('orgAdmin', { department: a })
    const { roleId } = await admin.call(createRole, {
      roleName: `reach_${n}`,
      type: 'advanced',
      items: ['list'],
      scope: 'subtree',
    })
    await admin.call(giveRole, { roleId, userIds: [idOf(inDeep)] })
    for (const other of [
      mine,
      inDeep,
      await world.admin('superAdmin', { department: a }),
      await world.admin('auditor', { department: deep }),
      await world.admin('storageAdmin', { department: a }),
      await world.admin('orgAdmin', { department: deep, scope: 'current' }),
    ]) {
      const userId = idOf(other)
      const changes: Partial<Input<typeof updatePerson>>[] = [
        { totalCapacity: 'unlimited' },
        { status: 'frozen' },
        { password: 'Another-1-password' },
        { roles: ['default'] },
        { departmentId: deep },
      ]
      for (const change of changes) await expect(set(mine, other, change)).rejects.toMatchObject(SHUT)
      for (const action of ['resetPassword', 'freeze', 'unfreeze'] as const) {
        const { list } = await mine.call(changePeople, { action, userIds: [userId, idOf(inA)] })
        expect(list).toMatchObject([{ errcode: 30002 }, { errcode: 0 }])
        expect(list[0]).not.toHaveProperty('password')
      }
      for (const call of [giveRole, takeRole])
        await expect(
          mine.call(call, { roleId: 'viewer', userIds: [idOf(inA), userId] }),
        ).rejects.toMatchObject(SHUT)
      await expect(mine.call(beginLeave, { userId })).rejects.toMatchObject(SHUT)
      if (other !== mine) await expect(mine.call(endAdminSessions, { userId })).rejects.toMatchObject(SHUT)
      await other.call(currentUser, {})
      expect((await mine.call(queryPerson, { userId })).canChange).toBe(false)
    }
    expect((await mine.call(queryPerson, { userId: idOf(inA) })).canChange).toBe(true)
    // Without the role it is like everybody again.
    await admin.call(takeRole, { roleId, userIds: [idOf(inDeep)] })
    expect(await set(mine, inDeep, { phone: '12345' })).toMatchObject({ phone: '12345', canChange: true })
    expect(await mine.call(endAdminSessions, { userId: idOf(inDeep) })).toEqual({ ended: 1 })
    expect(await mine.call(endAdminSessions, { userId: idOf(mine) })).toEqual({ ended: 1 })
  })

  it('sends nobody away whom it may not change any more', async () => {
    const mine = await world.admin('orgAdmin', { department: a })
    const userId = idOf(inA)
    await mine.call(beginLeave, { userId })
    await admin.call(giveRole, { roleId: 'storageAdmin', userIds: [userId] })
    for (const call of [cancelLeave, purgeLeaver])
      await expect(mine.call(call, { userId })).rejects.toMatchObject(SHUT)
    await admin.call(cancelLeave, { userId })
  })

  it('has what it has by its role with the next call, and no longer', async () => {
    expect(await sees(admin)).toContain(idOf(inB))
    await expect(inA.call(pagePeople, {})).rejects.toMatchObject(SHUT)
    await admin.call(giveRole, { roleId: 'orgAdmin', userIds: [idOf(inA)] })
    expect(await sees(inA)).toEqual([inA, inDeep].map(idOf).sort())
    await set(admin, inA, { departmentId: b })
    expect(await sees(inA)).toEqual([inA, inB].map(idOf).sort())
    const made = await admin.call(createDepartment, { departmentName: 'new', parentId: b })
    await set(admin, inDeep, { departmentId: made.departmentId })
    expect(await sees(inA)).toEqual([inA, inB, inDeep].map(idOf).sort())
    await admin.call(takeRole, { roleId: 'orgAdmin', userIds: [idOf(inA)] })
    await expect(inA.call(pagePeople, {})).rejects.toMatchObject(SHUT)
    await set(admin, inA, { roles: ['viewer'] })
    await expect(inA.call(createFolder, { instanceName: 'x' })).rejects.toMatchObject({ code: 30403 })
    await set(admin, inA, { roles: ['default'] })
    expect(await inA.call(createFolder, { instanceName: 'x' })).toMatchObject({ instanceName: 'x' })
  })
})

describe('others', () => {
  const attempts = (who: Person) => ({
    reads: [
      () => who.call(pagePeople, {}),
      () => who.call(queryPerson, { userId: idOf(inA) }),
      () => who.call(queryDepartments, {}),
    ],
    changes: [
      () => who.call(createPerson, draft()),
      () => set(who, inA, { phone: '12345' }),
      () => who.call(changePeople, { action: 'freeze', userIds: [idOf(inA)] }),
      () => who.call(giveRole, { roleId: 'viewer', userIds: [idOf(inA)] }),
      () => who.call(takeRole, { roleId: 'viewer', userIds: [idOf(inA)] }),
      () => who.call(importPeople, {}, { file: { type: XLSX, content: new Uint8Array(30) } }),
    ],
  })

  it('change nothing as auditors, and read all', async () => {
    const auditor = await world.admin('auditor')
    const { reads, changes } = attempts(auditor)
    for (const attempt of reads) await attempt()
    for (const attempt of changes) await expect(attempt()).rejects.toMatchObject(SHUT)
    expect(await auditor.call(queryPerson, { userId: idOf(inA) })).toMatchObject({
      canChange: false,
      phone: '',
    })
    for (const route of [exportPeople, peopleTemplate])
      expect((await auditor.fetch(`/disk/api${route.path}`)).status).toBe(200)
  })

  it.each(['storageAdmin', undefined] as const)('are shut out as %s', async (role) => {
    const who = role ? await world.admin(role) : await world.person()
    const { reads, changes } = attempts(who)
    for (const attempt of [...reads, ...changes]) await expect(attempt()).rejects.toMatchObject(SHUT)
    for (const route of [exportPeople, peopleTemplate])
      expect((await who.fetch(`/disk/api${route.path}`)).status).toBe(403)
  })
})

describe('an administrator of its own department', () => {
  const NEEDED = { code: 40947 }

  it('has one, however it comes to be one', async () => {
    const person = await world.person()
    const userId = idOf(person)
    const own = await admin.call(createRole, {
      ...{ roleName: `own ${n}`, type: 'advanced', admin: 'orgAdmin', scope: 'current', items: [] },
    })
    for (const roleId of ['orgAdmin', own.roleId]) {
      await expect(set(admin, person, { roles: ['default', roleId] })).rejects.toMatchObject(NEEDED)
      await expect(admin.call(giveRole, { roleId, userIds: [idOf(inA), userId] })).rejects.toMatchObject(
        NEEDED,
      )
      await expect(admin.call(createPerson, draft({ roles: [roleId] }))).rejects.toMatchObject(NEEDED)
    }
    const many = await admin
      .speaking('en-US')
      .call(changePeople, { action: 'roles', userIds: [idOf(inA), userId], roles: ['orgAdmin'] })
    expect(many.list).toMatchObject([
      { errcode: 0 },
      { errcode: 40947, errmsg: 'A department administrator needs a department. Choose one.' },
    ])
    expect((await admin.call(queryPerson, { userId })).roles).toMatchObject([{ roleId: 'default' }])
    await set(admin, person, { roles: ['orgAdmin'], departmentId: a })
    await expect(set(admin, person, { departmentId: '0' })).rejects.toMatchObject(NEEDED)
    expect(await admin.call(queryPerson, { userId })).toMatchObject({ departmentId: a })
    await set(admin, person, { roles: ['default'], departmentId: '0' })
  })

  it('needs none where its role names departments, and as long as it does', async () => {
    const person = await world.person()
    const scoped: Input<typeof createRole> = {
      roleName: `of b ${n}`,
      type: 'advanced',
      admin: 'orgAdmin',
      scope: 'current',
      items: [],
    }
    const { roleId } = await admin.call(createRole, { ...scoped, departmentIds: [b] })
    await set(admin, person, { roles: [roleId] })
    const holder = await world.again(person)
    expect(await holder.call(queryPerson, { userId: idOf(inB) })).toMatchObject({ canChange: true })
    await expect(admin.call(updateRole, { ...scoped, roleId })).rejects.toMatchObject(NEEDED)
    // Who was made one before that was asked for is changed in all else.
    await world.ctx.db.pool.query(`insert into person_role (person_id, preset) values ($1, 'orgAdmin')`, [
      idOf(person),
    ])
    expect(await set(admin, person, { phone: '1234' })).toMatchObject({ phone: '1234' })
    // So is a role that such people have.
    const own = { ...scoped, roleName: `of its own ${n}` }
    const { roleId: ownId } = await admin.call(createRole, own)
    await world.ctx.db.pool.query('insert into person_role (person_id, role_id) values ($1, $2)', [
      idOf(person),
      ownId,
    ])
    expect(await admin.call(updateRole, { ...own, roleId: ownId, description: 'Known' })).toMatchObject({
      description: 'Known',
    })
  })
})

describe('an auditor', () => {
  it('is no other administrator', async () => {
    const CONFLICT = { code: 40944 }
    const auditor = await world.admin('auditor', { department: a })
    for (const roleId of ['superAdmin', 'orgAdmin', 'storageAdmin']) {
      await expect(admin.call(giveRole, { roleId, userIds: [idOf(auditor)] })).rejects.toMatchObject(CONFLICT)
      await expect(set(admin, auditor, { roles: ['auditor', roleId] })).rejects.toMatchObject(CONFLICT)
      const other = await world.admin(roleId as 'orgAdmin')
      const both = admin.call(giveRole, { roleId: 'auditor', userIds: [idOf(inA), idOf(other)] })
      await expect(both).rejects.toMatchObject(CONFLICT)
    }
    await expect(admin.call(createPerson, draft({ roles: ['auditor', 'orgAdmin'] }))).rejects.toMatchObject(
      CONFLICT,
    )
    // All of them or none.
    expect((await admin.call(queryPerson, { userId: idOf(inA) })).roles).toMatchObject([
      { roleId: 'default' },
    ])
    expect(await set(admin, auditor, { roles: ['orgAdmin', 'viewer'] })).toBeTruthy()
  })

  it('nor becomes one by two changes at one time', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await world.person()
      const give = (roleId: string) => admin.call(giveRole, { roleId, userIds: [idOf(person)] })
      const results = await Promise.allSettled([give('auditor'), give('storageAdmin')])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('the last super administrator', () => {
  let lone: World
  let one: Person
  let two: Person
  beforeEach(async () => {
    lone = await openWorld()
    one = await lone.admin('superAdmin')
    two = await lone.admin('superAdmin')
    return () => lone.close()
  })
  const LAST = { code: 40945 }
  const soon = () => new Date(lone.ctx.now().getTime() + HOUR).toISOString()
  const ways = (who: Person, whom: Person) => [
    () => set(who, whom, { status: 'frozen' }),
    () => set(who, whom, { validUntil: new Date(lone.ctx.now().getTime() - 1000).toISOString() }),
    () => set(who, whom, { validUntil: soon() }),
    () => set(who, whom, { roles: ['default'] }),
    () => who.call(takeRole, { roleId: 'superAdmin', userIds: [idOf(whom)] }),
  ]

  it('is neither frozen nor ended nor without the role', async () => {
    await set(one, two, { status: 'frozen' })
    for (const way of ways(one, one)) await expect(way()).rejects.toMatchObject(LAST)
    const { list } = await one.call(changePeople, { action: 'freeze', userIds: [idOf(one)] })
    expect(list).toMatchObject([{ errcode: 40945 }])
    expect(await one.call(queryPerson, { userId: idOf(one) })).toMatchObject({
      status: 'active',
      validUntil: null,
    })
    expect(await set(one, one, { phone: '12345', roles: ['superAdmin', 'default'] })).toMatchObject({
      phone: '12345',
    })
    await set(one, two, { status: 'active' })
    await set(one, one, { roles: ['default'] })
    await expect(one.call(pagePeople, {})).rejects.toMatchObject(SHUT)
  })

  it('counts as one while it is, whoever has only until then', async () => {
    expect(await set(one, two, { validUntil: soon() })).toMatchObject({ status: 'active' })
    await expect(set(two, one, { validUntil: soon() })).rejects.toMatchObject(LAST)
    lone.advance(2 * HOUR)
    await expect(set(one, one, { status: 'frozen' })).rejects.toMatchObject(LAST)
  })

  it('without an end is not left over to one whose end comes', async () => {
    const { userId } = (await one.call(createPerson, draft({ accountName: 'stays_on', roles: ['default'] })))
      .person
    await set(one, two, { validUntil: soon() })
    for (const way of ways(two, one)) await expect(way()).rejects.toMatchObject(LAST)
    await expect(two.call(beginLeave, { userId: idOf(one) })).rejects.toMatchObject(LAST)
    expect(await one.call(queryPerson, { userId: idOf(one) })).toMatchObject({
      status: 'active',
      validUntil: null,
    })
    // One that lasts as long is enough.
    await one.call(giveRole, { roleId: 'superAdmin', userIds: [userId] })
    expect(await set(two, one, { status: 'frozen' })).toMatchObject({ status: 'frozen' })
  })

  it('is the one whose end is the farthest where all have one', async () => {
    const at = (hours: number) => new Date(lone.ctx.now().getTime() + hours * HOUR).toISOString()
    await lone.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [idOf(one), at(2)])
    await lone.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [idOf(two), at(1)])
    await expect(set(two, one, { status: 'frozen' })).rejects.toMatchObject(LAST)
    await expect(set(two, one, { validUntil: at(1) })).rejects.toMatchObject(LAST)
    await set(one, two, { status: 'frozen' })
    expect(await set(one, one, { validUntil: 'forever' })).toMatchObject({ validUntil: null })
  })

  it('is left over when two take each other away at one time', async () => {
    for (const [first, second] of [
      [{ status: 'frozen' }, { status: 'frozen' }],
      [{ roles: ['default'] }, { status: 'frozen' }],
      [{ roles: ['default'] }, { roles: ['default'] }],
    ] as const) {
      const x = await lone.admin('superAdmin')
      const y = await lone.admin('superAdmin')
      await lone.ctx.db.pool.query(`update person set status = 'frozen' where id <> all($1)`, [
        [idOf(x), idOf(y)],
      ])
      const results = await Promise.allSettled([
        set(x, y, first as Partial<Input<typeof updatePerson>>),
        set(y, x, second as Partial<Input<typeof updatePerson>>),
      ])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const { rows } = await lone.ctx.db.pool.query(
        `select p.id from person p join person_role h on h.person_id = p.id and h.preset = 'superAdmin'
        where p.status = 'active'`,
      )
      expect(rows.length).toBe(1)
    }
  })
})
