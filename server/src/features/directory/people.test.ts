import { currentUser, querySessions, queryUserCapacity, revokeSessions } from '@clouddisk/contract/accounts'
import {
  changePeople,
  createPerson,
  pagePeople,
  queryPerson,
  updatePerson,
} from '@clouddisk/contract/admin-people'
import { createRole } from '@clouddisk/contract/admin-roles'
import { endAdminSessions } from '@clouddisk/contract/admin-sessions'
import { pageLogs } from '@clouddisk/contract/audit'
import { createGroup } from '@clouddisk/contract/groups'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../../test/person.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let n = 0
/** For each test: top > (a > deep), b. */
let top: string
let a: string
let deep: string
let b: string
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'admin_one' })
})
beforeEach(async () => {
  top = await world.department(`top_${++n}`)
  a = await world.department('a', top)
  deep = await world.department('deep', a)
  b = await world.department('b', top)
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const GB = 1024 ** 3
const refusal = (code: number, details: object = {}) => ({ code, details: expect.objectContaining(details) })
const draft = (more: Partial<Input<typeof createPerson>> = {}): Input<typeof createPerson> => ({
  accountName: `made_${n}`,
  userRealName: '张敏',
  roles: ['default'],
  totalCapacity: GB,
  validUntil: 'forever',
  ...more,
})
const make = (more: Partial<Input<typeof createPerson>> = {}, who = admin) =>
  who.call(createPerson, draft(more))
const page = (input: Input<typeof pagePeople>, who = admin) => who.call(pagePeople, input)
const accounts = async (input: Input<typeof pagePeople>, who = admin) =>
  (await page({ pageSize: 500, ...input }, who)).list.map(({ accountName }) => accountName)
const enter = async (userName: string, password: string) =>
  (await signIn(world.baseUrl, userName, password)).user
const idOf = (person: Person) => person.user.userId
const alive = (person: Person) =>
  person.call(currentUser, {}).then(
    () => true,
    () => false,
  )

describe('a person', () => {
  it('is in the log with what it was given, and is not given half of a character', async () => {
    const roleName = `advanced ${n}`
    const { roleId } = await admin.call(createRole, {
      roleName,
      type: 'advanced',
      admin: 'storageAdmin',
      scope: 'current',
      items: [],
    })
    const validUntil = '2099-06-30T04:00:00.000Z'
    const { person } = await make({
      departmentId: deep,
      roles: ['superAdmin', roleId],
      groupCapacity: 5 * GB,
      validUntil,
    })
    const { userId } = person
    const told = async () =>
      (await admin.call(pageLogs, { pageSize: 1000 })).list.filter(({ objectId }) => objectId === userId)
    expect(await told()).toMatchObject([
      { action: 'role.given', userId: idOf(admin), detail: { roles: ['superAdmin', roleName] } },
      { action: 'person.added', detail: { departmentId: deep, groupTotal: 5 * GB, validUntil } },
    ])
    const half = admin.call(updatePerson, { userId, userRealName: 'x\ud83d' })
    await expect(half).rejects.toMatchObject(refusal(20001, { field: 'userRealName', reason: 'format' }))
    expect(await told()).toHaveLength(2)
  })

  it('is made with all that is known of it, and signs in with the password that was told', async () => {
    const { person, password } = await make({
      userName: 'Min',
      phone: '138 0013 8002',
      email: 'min@example.com',
      departmentId: deep,
      roles: ['viewer', 'downloader'],
      groupCapacity: 5 * GB,
      speedLimit: 65536,
      validUntil: '2099-06-30T12:00:00+08:00',
    })
    expect(person).toMatchObject({
      accountName: `made_${n}`,
      userName: 'Min',
      userRealName: '张敏',
      phone: '138 0013 8002',
      email: 'min@example.com',
      departmentId: deep,
      departmentPath: [`top_${n}`, 'a', 'deep'],
      roles: [
        { roleId: 'downloader', roleName: 'downloader', preset: true, admin: null },
        { roleId: 'viewer' },
      ],
      totalCapacity: GB,
      usedCapacity: 0,
      groupCapacity: 5 * GB,
      groupAllotted: 0,
      speedLimit: 65536,
      validUntil: '2099-06-30T04:00:00.000Z',
      status: 'active',
      mustChangePassword: true,
      lastSeenTime: null,
      changeTime: null,
      changedBy: null,
      canChange: true,
    })
    expect(await admin.call(queryPerson, { userId: person.userId })).toEqual(person)
    const signedIn = await enter(person.accountName, password ?? '')
    expect(signedIn).toMatchObject({ userId: person.userId, userRealName: '张敏', mustChangePassword: true })
  })

  it('has the password that was chosen, where one was, and need not change it where that was said', async () => {
    const made = await make({ password: PASSWORD, mustChangePassword: false, userName: ' ' })
    expect(made).toMatchObject({ password: null, person: { userName: '张敏', mustChangePassword: false } })
    const person = await signIn(world.baseUrl, made.person.accountName, PASSWORD)
    expect(await person.call(queryUserCapacity, {})).toMatchObject({ totalSize: GB, isLimist: '1' })
  })

  it.each([
    ['accountName', 'abcd', 'account_name'],
    ['accountName', 'a'.repeat(121), 'account_name'],
    ['accountName', 'wu-han2', 'account_name'],
    ['accountName', '', 'missing'],
    ['userRealName', ' ', 'missing'],
    ['userRealName', '\u200b', 'name_invisible'],
    ['userRealName', 'a\u200f', 'name_control'],
    ['userRealName', '名'.repeat(121), 'too_long'],
    ['userName', '名'.repeat(121), 'too_long'],
    ['phone', 'ring me', 'format'],
    ['email', 'nobody', 'format'],
    ['totalCapacity', -1, 'range'],
    ['totalCapacity', 'much', 'type'],
    ['groupCapacity', -1, 'range'],
    ['speedLimit', -1, 'range'],
    ['speedLimit', 65_535, 'range'],
    ['validUntil', '2027-13-01T00:00:00Z', 'format'],
    ['validUntil', '1969-01-01T00:00:00Z', 'range'],
    ['roles', [], 'missing'],
    ['roles', ['nothing'], 'unknown_value'],
    ['roles', [crypto.randomUUID()], 'unknown_value'],
    ['roles', undefined, 'missing'],
    ['totalCapacity', undefined, 'missing'],
    ['validUntil', undefined, 'missing'],
  ] as const)('is refused with the %s %j: %s', async (field, value, reason) => {
    await expect(make({ [field]: value })).rejects.toMatchObject(refusal(20001, { field, reason }))
    expect(await accounts({ keyword: `made_${n}` })).toEqual([])
  })

  it('has limits that are themselves allowed (C16)', async () => {
    const made = await make({
      accountName: `${'a'.repeat(115)}${String(n).padStart(5, '0')}`,
      userRealName: '名'.repeat(120),
      userName: '名'.repeat(120),
      totalCapacity: 0,
      groupCapacity: 0,
    })
    expect(made.person).toMatchObject({ totalCapacity: 0, groupCapacity: 0 })
    const unlimited = await make({
      accountName: `free_${n}`,
      totalCapacity: 'unlimited',
      groupCapacity: 'unlimited',
    })
    expect(unlimited.person).toMatchObject({ totalCapacity: null, groupCapacity: null })
  })

  it('is refused with a weak password or in a department that is not there', async () => {
    await expect(make({ password: 'abc12345' })).rejects.toMatchObject({ code: 10007 })
    for (const departmentId of [crypto.randomUUID(), 'nonsense'])
      await expect(make({ departmentId })).rejects.toMatchObject({ code: 90000 })
    expect(await accounts({ keyword: `made_${n}` })).toEqual([])
  })

  it('has an account of its own, however many make it at one time', async () => {
    const results = await Promise.allSettled([make(), make(), make({ accountName: `MADE_${n}` })])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const result of results) if (result.status === 'rejected') expect(result.reason.code).toBe(40901)
    const other = await world.person()
    const taken = admin.call(updatePerson, { userId: idOf(other), accountName: `Made_${n}` })
    await expect(taken).rejects.toMatchObject({ code: 40901 })
    const both = await Promise.allSettled(
      [await world.person(), await world.person()].map((one) =>
        admin.call(updatePerson, { userId: idOf(one), accountName: `renamed_${n}` }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is changed in what is given, and the record says by whom', async () => {
    const { person } = await make({ departmentId: a, phone: '12345', email: 'a@b.cn' })
    const { userId } = person
    const changed = await admin.call(updatePerson, {
      userId,
      userRealName: ' 张敏二 ',
      email: '',
      departmentId: '0',
    })
    expect(changed).toMatchObject({
      userRealName: '张敏二',
      userName: '张敏',
      phone: '12345',
      email: '',
      departmentId: null,
      departmentPath: [],
      changedBy: 'admin_one',
      changeTime: expect.any(String),
      roles: [{ roleId: 'default' }],
    })
    const renamed = await admin.call(updatePerson, { userId, accountName: `other_${n}`, password: PASSWORD })
    expect(renamed).toMatchObject({ accountName: `other_${n}`, mustChangePassword: true })
    expect(await enter(`other_${n}`, PASSWORD)).toMatchObject({ userId })
    expect(await admin.call(updatePerson, { userId, speedLimit: 0, validUntil: 'forever' })).toMatchObject({
      speedLimit: null,
    })
    await expect(admin.call(updatePerson, { userId, speedLimit: 65_535 })).rejects.toMatchObject(
      refusal(20001, { field: 'speedLimit', reason: 'range' }),
    )
  })

  it('keeps an account name of elsewhere until it is changed', async () => {
    const { person } = await make()
    await world.ctx.db.pool.query(`update person set account_name = 'alice.chen@corp' where id = $1`, [
      person.userId,
    ])
    const kept = { userId: person.userId, accountName: 'alice.chen@corp', phone: '12345' }
    expect(await admin.call(updatePerson, kept)).toMatchObject({
      accountName: 'alice.chen@corp',
      phone: '12345',
    })
    await expect(
      admin.call(updatePerson, { userId: person.userId, accountName: 'alice.chen' }),
    ).rejects.toMatchObject(refusal(20001, { field: 'accountName', reason: 'account_name' }))
  })

  it('has no less space than it uses, unless it has less already', async () => {
    const person = await world.person(undefined, { capacity: 1000 })
    await person.upload('0', 'a.bin', Buffer.alloc(600))
    const set = (totalCapacity: number) => admin.call(updatePerson, { userId: idOf(person), totalCapacity })
    await expect(set(599)).rejects.toMatchObject(refusal(40938, { used: '600 B' }))
    expect(await set(600)).toMatchObject({ totalCapacity: 600, usedCapacity: 600 })
    await world.ctx.db.pool.query(`update space set total = 100 where person_id = $1`, [idOf(person)])
    expect(await set(100)).toMatchObject({ totalCapacity: 100 })
    expect(await set(300)).toMatchObject({ totalCapacity: 300 })
    await expect(set(299)).rejects.toMatchObject(refusal(40938))
    await set(2000)
    await person.call(checkUploadAble, { parentId: '0', instanceName: 'b.bin', fSize: 500 })
    await expect(set(1099)).rejects.toMatchObject(refusal(40938, { used: '1.07 KB' }))
    expect(await set(1100)).toMatchObject({ totalCapacity: 1100 })
    await person.call(createGroup, { groupName: `group_${n}`, capacity: 2 })
    const groups = (groupCapacity: number) =>
      admin.call(updatePerson, { userId: idOf(person), groupCapacity })
    await expect(groups(2 * GB - 1)).rejects.toMatchObject(refusal(40938, { used: '2.00 GB' }))
    expect(await groups(2 * GB)).toMatchObject({ groupCapacity: 2 * GB, groupAllotted: 2 * GB })
    expect(await person.call(queryUserCapacity, {})).toMatchObject({ totalSize: 1100 })
  })

  it('is signed out at once when frozen, expired or given another password', async () => {
    const ends: Partial<Input<typeof updatePerson>>[] = [
      { status: 'frozen' },
      { validUntil: new Date(world.ctx.now().getTime() - 1000).toISOString() },
      { password: `${PASSWORD}2` },
    ]
    for (const change of ends) {
      const person = await world.person()
      expect(await alive(person)).toBe(true)
      await admin.call(updatePerson, { userId: idOf(person), ...change })
      expect(await alive(person)).toBe(false)
      const { rows } = await world.ctx.db.pool.query('select from session where person_id = $1', [
        idOf(person),
      ])
      expect(rows).toEqual([])
    }
  })

  it('was last here when it was, however its sessions ended', async () => {
    const signedOut = await world.person()
    const ended = await world.person()
    const frozen = await world.person()
    const seen = async (person: Person) =>
      (await admin.call(queryPerson, { userId: idOf(person) })).lastSeenTime
    const people = [signedOut, ended, frozen]
    const before = await Promise.all(people.map(seen))
    expect(before).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    const [own] = await signedOut.call(querySessions, {})
    await signedOut.call(revokeSessions, { sessionId: own?.sessionId ?? '' })
    await admin.call(endAdminSessions, { userId: idOf(ended) })
    await admin.call(updatePerson, { userId: idOf(frozen), status: 'frozen' })
    expect(await Promise.all(people.map(alive))).toEqual([false, false, false])
    expect(await Promise.all(people.map(seen))).toEqual(before)
  })

  it('comes back as it was when it is unfrozen', async () => {
    const person = await world.person()
    await admin.call(updatePerson, { userId: idOf(person), status: 'frozen' })
    expect(await admin.call(queryPerson, { userId: idOf(person) })).toMatchObject({ status: 'frozen' })
    await expect(world.again(person)).rejects.toMatchObject({ code: 10002 })
    await admin.call(updatePerson, { userId: idOf(person), status: 'active' })
    expect(await alive(await world.again(person))).toBe(true)
  })

  it('uploads no faster than it may, from the next check on', async () => {
    const person = await world.person()
    const speed = async () =>
      (await person.call(checkUploadAble, { parentId: '0', instanceName: 'a.bin', fSize: 10 })).syncSpeed
    const usual = world.ctx.config.limits.syncSpeed
    expect(await speed()).toBe(usual)
    for (const [speedLimit, expected] of [
      [100_000, 100_000],
      [usual + 1, usual],
      [0, usual],
    ] as const) {
      await admin.call(updatePerson, { userId: idOf(person), speedLimit })
      expect(await speed()).toBe(expected)
    }
  })

  it('that has left is a name that nobody changes', async () => {
    const person = await world.person()
    await world.ctx.db.pool.query(`update person set status = 'removed' where id = $1`, [idOf(person)])
    const { accountName } = await admin.call(queryPerson, { userId: idOf(person) })
    expect(await accounts({ keyword: accountName })).toEqual([])
    expect((await page({ keyword: accountName, status: 'removed' })).list).toMatchObject([
      { status: 'removed', canChange: false },
    ])
    await expect(admin.call(updatePerson, { userId: idOf(person), status: 'active' })).rejects.toMatchObject({
      code: 90000,
    })
  })
})

describe('people', () => {
  it('are paged by number with a total', async () => {
    for (const at of [1, 2, 3, 4, 5]) await world.person(`paged_${n}_${at}`, { department: a })
    const pages = await Promise.all(
      [1, 2, 3].map((pageNo) => page({ departmentId: a, pageNo, pageSize: 2, orderBy: 'accountName' })),
    )
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
    expect(pages.map(({ list }) => list.map(({ accountName }) => accountName))).toEqual([
      [`paged_${n}_1`, `paged_${n}_2`],
      [`paged_${n}_3`, `paged_${n}_4`],
      [`paged_${n}_5`],
    ])
    expect((await page({ departmentId: a, pageSize: 1 })).list[0]?.accountName).toBe(`paged_${n}_5`)
    await expect(page({ pageSize: 1001 })).rejects.toMatchObject(refusal(20001, { field: 'pageSize' }))
  })

  it('are those of a department with or without those below, or of none', async () => {
    const inA = await world.person(undefined, { department: a })
    const inDeep = await world.person(undefined, { department: deep })
    const nowhere = await world.person()
    const name = (person: Person) => person.user.userName
    expect((await accounts({ departmentId: a })).sort()).toEqual([name(inA), name(inDeep)].sort())
    expect(await accounts({ departmentId: a, includeSub: false })).toEqual([name(inA)])
    const none = await accounts({ departmentId: '0' })
    expect(none).toContain(name(nowhere))
    expect(none).not.toContain(name(inA))
    await expect(page({ departmentId: crypto.randomUUID() })).rejects.toMatchObject({ code: 90000 })
  })

  it('are found by account, names, phone and mail, whatever the case', async () => {
    await make({
      accountName: `Finder_${n}`,
      userRealName: 'Ñandú 林',
      userName: 'Zed',
      phone: `139 0000 ${1000 + n}`,
      email: `Find${n}@Example.com`,
    })
    for (const keyword of [
      `finder_${n}`,
      `ER_${n}`,
      `139 0000 ${1000 + n}`,
      `1390000${1000 + n}`,
      `find${n}@EX`,
    ])
      expect(await accounts({ keyword }), keyword).toEqual([`Finder_${n}`])
    for (const keyword of ['ñANDÚ', '林', ' zed '])
      expect(await accounts({ keyword }), keyword).toContain(`Finder_${n}`)
    for (const keyword of ['%', `finder_${n}x`, '\\']) expect(await accounts({ keyword })).toEqual([])
  })

  it('are filtered by state, role and validity', async () => {
    const days = (count: number) => new Date(world.ctx.now().getTime() + count * DAY).toISOString()
    const departmentId = a
    await make({ accountName: `plain_${n}`, departmentId })
    await make({ accountName: `soon__${n}`, departmentId, validUntil: days(10), roles: ['viewer'] })
    await make({
      accountName: `later_${n}`,
      departmentId,
      validUntil: days(100),
      roles: ['default', 'viewer'],
    })
    const { person } = await make({ accountName: `gone__${n}`, departmentId, validUntil: days(-1) })
    const frozen = await make({ accountName: `froze_${n}`, departmentId, validUntil: days(-1) })
    await admin.call(updatePerson, { userId: frozen.person.userId, status: 'frozen' })
    expect(person.status).toBe('expired')
    const few = async (input: Input<typeof pagePeople>) =>
      (await accounts({ departmentId, orderBy: 'accountName', ...input })).map((name) => name.slice(0, 5))
    expect(await few({ status: 'active' })).toEqual(['later', 'plain', 'soon_'])
    expect(await few({ status: 'expired' })).toEqual(['gone_'])
    expect(await few({ status: 'frozen' })).toEqual(['froze'])
    expect(await few({ roleId: 'viewer' })).toEqual(['later', 'soon_'])
    expect(await few({ roleId: 'default' })).toEqual(['froze', 'gone_', 'later', 'plain'])
    expect(await few({ validity: 'forever' })).toEqual(['plain'])
    expect(await few({ validity: 'limited' })).toEqual(['later', 'soon_'])
    expect(await few({ validity: 'soon' })).toEqual(['soon_'])
    expect(await few({ validity: 'expired' })).toEqual(['froze', 'gone_'])
    await expect(page({ roleId: 'nothing' })).rejects.toMatchObject({ code: 90000 })
  })

  it('without a role have the default one', async () => {
    const person = await world.person(undefined, { department: a })
    expect((await admin.call(queryPerson, { userId: idOf(person) })).roles).toMatchObject([
      { roleId: 'default' },
    ])
    expect(await accounts({ departmentId: a, roleId: 'default' })).toEqual([person.user.userName])
  })

  it('come in every order', async () => {
    const p1 = await world.person(`order_${n}_1`, { department: a, realName: '陈杰', capacity: null })
    const p2 = await world.person(`order_${n}_2`, { department: deep, realName: '安然', capacity: 10 })
    const p3 = await world.person(`order_${n}_3`, { department: a, realName: 'Bob', capacity: 20 })
    await p2.upload('0', 'x', Buffer.alloc(5))
    await admin.call(updatePerson, { userId: idOf(p3), validUntil: '2098-01-01T00:00:00Z' })
    await world.ctx.db.pool.query(
      `update person_activity set last_active_at = last_active_at + interval '1 hour' where person_id = $1`,
      [idOf(p1)],
    )
    const order = async (
      orderBy: NonNullable<Input<typeof pagePeople>['orderBy']>,
      orderType?: 'asc' | 'desc',
    ) =>
      (await accounts({ departmentId: top, orderBy, ...(orderType && { orderType }) }))
        .map((name) => name.slice(-1))
        .join('')
    expect(await order('accountName')).toBe('123')
    expect(await order('accountName', 'desc')).toBe('321')
    expect(await order('userRealName')).toBe('321')
    expect(await order('departmentName')).toBe('132')
    expect(await order('usedCapacity', 'desc')).toBe('231')
    expect(await order('totalCapacity')).toBe('231')
    expect(await order('validUntil')).toBe('312')
    expect(await order('createTime')).toBe('321')
    expect(await order('lastSeenTime')).toBe('132')
  })
})

describe('many people', () => {
  const many = (input: Input<typeof changePeople>, who = admin) => who.call(changePeople, input)

  it('keep what was made for the others where one of them meets a bad moment', async () => {
    const [one, busy, broken, other] = await Promise.all([1, 2, 3, 4].map(() => world.person()))
    const people = [one, busy, broken, other] as Person[]
    const fails = (person: Person | undefined, code: string) =>
      world.ctx.db.pool.query(`
        create or replace function fails_${code}() returns trigger language plpgsql as $$
          begin raise exception 'bad moment' using errcode = '${code}'; end $$;
        create trigger fails_${code} before update on person for each row when (new.id = '${person?.user.userId}')
          execute function fails_${code}()`)
    // Of a lock that nobody let go, and of what is our fault.
    await fails(busy, '55P03')
    await fails(broken, 'XX000')
    const { list } = await many({ userIds: people.map(idOf), action: 'resetPassword' })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 99002, 99001, 0])
    expect(list[1]?.password ?? list[2]?.password).toBeUndefined()
    for (const at of [0, 3])
      expect(await enter(people[at]?.user.userName ?? '', list[at]?.password ?? '')).toBeTruthy()
    await world.ctx.db.pool.query('drop function fails_55P03 cascade; drop function fails_XX000 cascade')
  })

  it.each([
    ['capacity', { totalCapacity: 7 * GB }, { totalCapacity: 7 * GB }],
    ['roles', { roles: ['viewer'] }, { roles: [{ roleId: 'viewer' }] }],
    ['validity', { validUntil: '2098-01-01T00:00:00Z' }, { validUntil: '2098-01-01T00:00:00.000Z' }],
    ['freeze', {}, { status: 'frozen' }],
  ] as const)('have their %s changed', async (action, input, expected) => {
    const people = [await world.person(), await world.person()]
    const userIds = people.map(idOf)
    const given: Partial<Input<typeof changePeople>> = JSON.parse(JSON.stringify(input))
    const { list } = await many({ action, ...given, userIds: [...userIds, 'nobody', ...userIds] })
    expect(list).toMatchObject([
      ...people.map(({ user }) => ({
        userId: user.userId,
        accountName: user.userName,
        errcode: 0,
        errmsg: '',
      })),
      { userId: 'nobody', errcode: 90000, errmsg: expect.stringMatching(/./) },
    ])
    for (const userId of userIds) expect(await admin.call(queryPerson, { userId })).toMatchObject(expected)
  })

  it('go to another department, and are thawed', async () => {
    const people = [await world.person(), await world.person(undefined, { department: b })]
    const userIds = people.map(idOf)
    await many({ action: 'department', userIds, departmentId: deep })
    expect((await accounts({ departmentId: a })).length).toBe(2)
    await many({ action: 'freeze', userIds })
    await many({ action: 'unfreeze', userIds })
    expect((await accounts({ departmentId: a, status: 'active' })).length).toBe(2)
  })

  it('get a password each, told once, or the one that was given', async () => {
    const people = [await world.person(), await world.person()]
    const userIds = people.map(idOf)
    const { list } = await many({ action: 'resetPassword', userIds })
    expect(new Set(list.map(({ password }) => password)).size).toBe(2)
    for (const { accountName, password = '' } of list)
      expect(await enter(accountName, password)).toMatchObject({
        mustChangePassword: true,
      })
    const same = await many({ action: 'resetPassword', userIds, password: 'Another-horse2' })
    expect(same.list.map(({ password }) => password)).toEqual([undefined, undefined])
    for (const { accountName } of list) expect(await enter(accountName, 'Another-horse2')).toBeTruthy()
  })

  it('each have a result of their own', async () => {
    const used = await world.person()
    await used.upload('0', 'a', Buffer.alloc(10))
    const free = await world.person()
    const { list } = await many({ action: 'capacity', userIds: [idOf(used), idOf(free)], totalCapacity: 5 })
    expect(list.map(({ errcode }) => errcode)).toEqual([40938, 0])
    expect(await admin.call(queryPerson, { userId: idOf(free) })).toMatchObject({ totalCapacity: 5 })
  })

  it('are refused as a whole where the action misses something or they are too many', async () => {
    const userIds = [idOf(await world.person())]
    for (const [action, field] of [
      ['capacity', 'totalCapacity'],
      ['roles', 'roles'],
      ['department', 'departmentId'],
      ['validity', 'validUntil'],
    ] as const)
      await expect(many({ action, userIds })).rejects.toMatchObject(
        refusal(20001, { field, reason: 'missing' }),
      )
    const crowd = Array.from({ length: 501 }, () => crypto.randomUUID())
    await expect(many({ action: 'freeze', userIds: crowd })).rejects.toMatchObject(
      refusal(40912, { limit: 500 }),
    )
    await expect(many({ action: 'resetPassword', userIds, password: 'weak' })).rejects.toMatchObject({
      code: 10007,
    })
    expect((await many({ action: 'freeze', userIds: crowd.slice(1) })).list.length).toBe(500)
  })
})
