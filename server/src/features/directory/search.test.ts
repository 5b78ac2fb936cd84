import { updatePerson } from '@clouddisk/contract/admin-people'
import { type MaskNames, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { queryRecipients, searchDepartments, searchUsers } from '@clouddisk/contract/directory'
import { addMembers, createGroup } from '@clouddisk/contract/groups'
import type { Input } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

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
  admin = await world.admin('superAdmin')
})
beforeEach(async () => {
  top = await world.department(`top_${++n}`)
  a = await world.department('a', top)
  deep = await world.department('deep', a)
  b = await world.department('b', top)
})
afterEach(() => mask('off'))
afterAll(() => world.close())

const mask = (maskNames: MaskNames) => admin.call(saveInstanceSettings, { maskNames })

const search = (who: Person, input: Input<typeof searchUsers>) => who.call(searchUsers, input)
const names = async (who: Person, input: Input<typeof searchUsers>) =>
  (await search(who, input)).list.map(({ userRealName }) => userRealName)
const made = (realName: string, department?: string) =>
  world.person(undefined, { realName: `${realName}·${n}号`, ...(department && { department }) })

describe('people', () => {
  it('are found by account and by any name, those that begin with it first', async () => {
    const who = await made('查找人', a)
    await world.person(`xx_seek_${n}`, { department: a, realName: 'A later' })
    await world.person(`seek_${n}`, { department: a, realName: 'Z first' })
    expect(await search(who, { keyword: `SEEK_${n}` })).toMatchObject({
      list: [
        {
          userName: `seek_${n}`,
          userRealName: 'Z first',
          departmentId: a,
          departmentPath: [`top_${n}`, 'a'],
        },
        { userName: `xx_seek_${n}` },
      ],
      truncated: false,
    })
    expect(await search(who, { keyword: `seek_${n}`, limit: 1 })).toMatchObject({
      list: [{ userName: `seek_${n}` }],
      truncated: true,
    })
    expect(await names(who, { keyword: `查找人·${n}` })).toEqual([`查找人·${n}号`])
    expect(await names(who, { keyword: '%' })).toEqual([])
    await expect(search(who, { limit: 201 })).rejects.toMatchObject({
      code: 20001,
      details: { field: 'limit' },
    })
  })

  it('of a department are those directly in it', async () => {
    const who = await made('上级', a)
    await made('下级', deep)
    expect(await names(who, { departmentId: a })).toEqual([`上级·${n}号`])
    expect(await names(who, { departmentId: deep })).toEqual([`下级·${n}号`])
    for (const departmentId of [crypto.randomUUID(), 'nonsense'])
      expect(await names(who, { departmentId })).toEqual([])
  })

  it('that are frozen, expired or gone are not found', async () => {
    const people = [await made('冻结', a), await made('过期', a), await made('离开', a)]
    const [frozen, expired, gone] = people.map(({ user }) => user.userId)
    expect((await names(admin, { departmentId: a })).length).toBe(3)
    await admin.call(updatePerson, { userId: frozen ?? '', status: 'frozen' })
    const validUntil = new Date(world.ctx.now().getTime() - 1000).toISOString()
    await admin.call(updatePerson, { userId: expired ?? '', validUntil })
    await world.ctx.db.pool.query(`update person set status = 'removed' where id = $1`, [gone])
    expect(await names(admin, { departmentId: a })).toEqual([])
  })

  it('are shown plain to who shares a department, is above or below, and masked to others', async () => {
    await mask('otherDepartments')
    const above = await made('上面的人', top)
    const same = await made('同部门人', a)
    const below = await made('下面的人', deep)
    const beside = await made('旁边的人', b)
    const nowhere = await made('没有部门')
    const as = (name: string) => `${name}·${n}号`
    const masked = (name: string) => `${name.slice(0, 2)}**${n % 10}号`
    const seen = async (who: Person) => (await names(who, { keyword: `·${n}号` })).sort()
    expect(await seen(same)).toEqual(
      [as('上面的人'), as('同部门人'), as('下面的人'), masked('旁边的人'), masked('没有部门')].sort(),
    )
    expect(await seen(above)).toEqual(
      [as('上面的人'), as('同部门人'), as('下面的人'), as('旁边的人'), masked('没有部门')].sort(),
    )
    expect(await seen(below)).toEqual(
      [as('上面的人'), as('同部门人'), as('下面的人'), masked('旁边的人'), masked('没有部门')].sort(),
    )
    expect(await seen(nowhere)).toEqual(
      [masked('上面的人'), masked('同部门人'), masked('下面的人'), masked('旁边的人'), as('没有部门')].sort(),
    )
    const { list } = await search(same, { keyword: beside.user.userName })
    expect(list).toMatchObject([{ userId: beside.user.userId, userName: expect.stringMatching(/^pe\*\*/) }])
  })

  it.each(['otherDepartments', 'everybody'] as const)(
    'are shown plain to who administers them (%s)',
    async (how) => {
      await mask(how)
      const beside = await made('旁边的人', b)
      const plain = [`旁边的人·${n}号`]
      const keyword = beside.user.userName
      expect(await names(admin, { keyword })).toEqual(plain)
      expect(await names(await world.admin('auditor'), { keyword })).toEqual(plain)
      expect(await names(await world.admin('orgAdmin', { departments: [b] }), { keyword })).toEqual(plain)
      expect(await names(await world.admin('orgAdmin', { department: a }), { keyword })).not.toEqual(plain)
      expect(await names(await world.admin('storageAdmin'), { keyword })).not.toEqual(plain)
    },
  )

  it('are shown in full to everybody unless a setting says otherwise, and then masked also to who is beside them', async () => {
    const [one, same, beside] = [
      await made('第一个人', a),
      await made('同部门人', a),
      await made('旁边的人', b),
    ]
    const keyword = `·${n}号`
    const whole = ['第一个人', '同部门人', '旁边的人'].map((name) => `${name}·${n}号`)
    expect((await names(one, { keyword })).sort()).toEqual(whole.sort())
    expect((await search(one, { keyword: beside.user.userName })).list).toMatchObject([
      { userName: beside.user.userName },
    ])
    await mask('everybody')
    const masked = (name: string) => `${name.slice(0, 2)}**${n % 10}号`
    expect((await names(one, { keyword })).sort()).toEqual(
      [`第一个人·${n}号`, masked('同部门人'), masked('旁边的人')].sort(),
    )
    const principals = [{ principalType: 'user', principalId: same.user.userId }] as const
    const { users } = await one.call(queryRecipients, { principals: [...principals] })
    expect(users).toMatchObject([{ userRealName: masked('同部门人') }])
    await mask('off')
    expect((await names(one, { keyword })).sort()).toEqual(whole.sort())
  })

  it('are shown plain to who is in a group with them, by themselves or by a department', async () => {
    await mask('otherDepartments')
    const owner = await made('所有者人', a)
    const member = await made('成员本人')
    const byDepartment = await made('部门成员', b)
    const stranger = await made('陌生的人')
    const { groupId } = await owner.call(createGroup, { groupName: `group_${n}`, capacity: 1 })
    const members = [
      { principalType: 'user', principalId: member.user.userId, role: 'viewer' },
      { principalType: 'department', principalId: b, role: 'viewer' },
    ] as const
    await owner.call(addMembers, { groupId, members: [...members] })
    const again = async (person: Person) => names(await world.again(person), { keyword: `·${n}号` })
    for (const person of [owner, member, byDepartment]) {
      const seen = await again(person)
      for (const name of ['所有者人', '成员本人', '部门成员']) expect(seen).toContain(`${name}·${n}号`)
      expect(seen).not.toContain(`陌生的人·${n}号`)
    }
    expect((await again(stranger)).filter((name) => !name.includes('**'))).toEqual([`陌生的人·${n}号`])
  })
})

describe('departments', () => {
  it('are found below one, at the top and by name, with the people in them', async () => {
    const who = await made('某人', deep)
    const ask = (input: Input<typeof searchDepartments>) => who.call(searchDepartments, input)
    expect(await ask({ parentId: top })).toMatchObject({
      list: [
        { departmentId: a, departmentName: 'a', parentId: top, memberCount: 1, isParent: true },
        { departmentId: b, memberCount: 0, isParent: false, departmentPath: [`top_${n}`, 'b'] },
      ],
      truncated: false,
    })
    const tops = (await ask({})).list.map(({ departmentId }) => departmentId)
    expect(tops).toContain(top)
    expect(tops).not.toContain(a)
    expect((await ask({ parentId: '0' })).list.map(({ departmentId }) => departmentId)).toEqual(tops)
    expect((await ask({ keyword: `TOP_${n}` })).list).toMatchObject([{ departmentId: top }])
    expect((await ask({ parentId: b })).list).toEqual([])
    expect((await ask({ parentId: 'nonsense' })).list).toEqual([])
    expect(await ask({ parentId: top, limit: 1 })).toMatchObject({
      list: [{ departmentId: a }],
      truncated: true,
    })
  })

  it('are shown 500 at most', async () => {
    await world.ctx.db.pool.query(
      `insert into department (id, parent_id, name, name_key)
      select gen_random_uuid(), $1, 'sub_' || i, 'sub_' || i from generate_series(1, 501) i`,
      [b],
    )
    const { list, truncated } = await admin.call(searchDepartments, { parentId: b })
    expect([list.length, truncated]).toEqual([500, true])
    await expect(admin.call(searchDepartments, { limit: 501 })).rejects.toMatchObject({ code: 20001 })
  })
})

describe('those that were found before', () => {
  it('are told as they are now, without whom there is no more', async () => {
    const who = await made('某人', a)
    const [stays, leaves, frozen] = [
      await made('留下的人', a),
      await made('离开的人', a),
      await made('冻结的人', a),
    ]
    const { groupId } = await who.call(createGroup, { groupName: `recent_${n}`, capacity: 1 })
    const other = await stays.call(createGroup, { groupName: `others_${n}`, capacity: 1 })
    await world.ctx.db.pool.query(`update person set status = 'removed' where id = $1`, [leaves.user.userId])
    await admin.call(updatePerson, { userId: frozen.user.userId, status: 'frozen' })
    const principals = [
      ...[stays, leaves, frozen].map(({ user }) => ({
        principalType: 'user' as const,
        principalId: user.userId,
      })),
      ...[a, crypto.randomUUID(), 'nonsense'].map((principalId) => ({
        principalType: 'department' as const,
        principalId,
      })),
      ...[groupId, other.groupId].map((principalId) => ({ principalType: 'group' as const, principalId })),
    ]
    expect(await (await world.again(who)).call(queryRecipients, { principals })).toMatchObject({
      users: [{ userId: stays.user.userId, userRealName: `留下的人·${n}号`, departmentId: a }],
      departments: [{ departmentId: a, departmentPath: [`top_${n}`, 'a'], memberCount: 3 }],
      groups: [{ principalId: groupId, name: `recent_${n}`, count: 1 }],
    })
    const stranger = await made('旁人', b)
    const seen = async () =>
      (await stranger.call(queryRecipients, { principals })).users.map(({ userRealName }) => userRealName)
    expect(await seen()).toEqual([`留下的人·${n}号`])
    await mask('otherDepartments')
    expect(await seen()).toEqual([`留下**${n % 10}号`])
  })
})
