import { queryChanges } from '@clouddisk/contract/changes'
import { createFavorites, pageFavorites } from '@clouddisk/contract/favorites'
import { createFolder } from '@clouddisk/contract/files'
import {
  addMembers,
  type Group,
  leaveGroup,
  type Member,
  pageGroups,
  queryGroup,
  queryMembers,
  removeMembers,
} from '@clouddisk/contract/groups'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { updateMemberRole, updateUserRole } from '@clouddisk/contract/privileges'
import { MEMBER_ROLES, type MemberRole } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const id = (person: Person) => person.user.userId
const user = (person: Person, role: MemberRole) => ({
  principalType: 'user' as const,
  principalId: id(person),
  role,
})
const department = (principalId: string, role: MemberRole) => ({
  principalType: 'department' as const,
  principalId,
  role,
})
const members = async ({ groupId }: Group, input: Partial<Input<typeof queryMembers>> = {}, person = owner) =>
  (await person.call(queryMembers, { groupId, pageSize: 100, ...input })).list
const roles = (list: Member[]) => Object.fromEntries(list.map((one) => [one.principalId, one.role]))
const put = (person: Person, departmentId: string | null) =>
  world.ctx.db.pool.query('update person set department_id = $2 where id = $1', [id(person), departmentId])
const spreads = async () =>
  (await world.ctx.db.pool.query('select count(*)::int as n from notification_fan_out')).rows[0].n

describe('members', () => {
  it('are added, changed and taken out by managers, each once', async () => {
    const group = await world.group(owner)
    const { groupId } = group
    const [a, b] = [await world.person(), await world.person()]
    const add = (...list: Input<typeof addMembers>['members']) =>
      owner.call(addMembers, { groupId, members: list })
    expect(await add(user(a, 'manager'), user(b, 'viewer'))).toEqual({ added: 2, changed: 0 })
    expect(await add(user(a, 'manager'), user(b, 'editor'))).toEqual({ added: 0, changed: 1 })
    // Named twice: what is said last.
    expect(await add(user(b, 'viewer'), user(b, 'downloader'))).toEqual({ added: 0, changed: 1 })
    expect(roles(await members(group))).toEqual({
      [id(owner)]: 'owner',
      [id(a)]: 'manager',
      [id(b)]: 'downloader',
    })
    const change = { groupId, principalIds: [id(b)], role: 'linker' as const }
    expect(await a.call(updateMemberRole, change)).toEqual({ changed: 1 })
    expect(await a.call(updateMemberRole, change)).toEqual({ changed: 0 })
    expect(await a.call(removeMembers, { groupId, principalIds: [id(b), newId(), 'nobody'] })).toEqual({
      removed: 1,
    })
    expect(await a.call(removeMembers, { groupId, principalIds: [id(b)] })).toEqual({ removed: 0 })
    await expect(b.call(queryGroup, { groupId })).rejects.toMatchObject({ name: 'not_found' })
    expect(await b.call(pageGroups, { show: 'all' })).toMatchObject({ total: 0 })
  })

  it('hear of it, unless their roles keep them from every group', async () => {
    const [barred, fine] = [await world.person(undefined, { roles: ['forbidden'] }), await world.person()]
    const { groupId } = await world.group(owner, [
      [barred, 'viewer'],
      [fine, 'viewer'],
    ])
    await owner.call(addMembers, { groupId, members: [user(barred, 'editor'), user(fine, 'editor')] })
    await expect(barred.call(queryGroup, { groupId })).rejects.toMatchObject({ name: 'not_found' })
    const told = async (who: Person) => (await who.call(pageNotifications, {})).list.map(({ kind }) => kind)
    expect(await told(barred)).toEqual([])
    expect(await told(fine)).toEqual(['group.roleChanged', 'group.added'])
  })

  it('hear nothing by a department either, nor of shares, where their roles keep them from everything', async () => {
    const staff = await world.department(newId())
    const [barred, fine] = [await world.person(undefined, { roles: ['forbidden'] }), await world.person()]
    await Promise.all([barred, fine].map((person) => put(person, staff)))
    const { groupId } = await world.group(owner)
    await owner.call(addMembers, { groupId, members: [department(staff, 'viewer')] })
    await owner.call(updateMemberRole, { groupId, principalIds: [staff], role: 'editor' })
    const { instanceId } = await owner.call(createFolder, { parentId: '0', instanceName: newId() })
    const given = [user(barred, 'viewer'), user(fine, 'viewer')].map((one) => ({
      ...one,
      role: 'viewer' as const,
    }))
    await owner.call(createShare, { instanceIds: [instanceId], members: given })
    const told = async (who: Person) => (await who.call(pageNotifications, {})).list.map(({ kind }) => kind)
    await expect.poll(() => told(fine)).toHaveLength(3)
    expect((await told(fine)).sort()).toEqual(['group.added', 'group.roleChanged', 'share.given'])
    await expect.poll(spreads).toBe(0)
    expect(await told(barred)).toEqual([])
  })

  it('are refused where they cannot sign in, unless they are in already', async () => {
    const [frozen, over, fine] = [await world.person(), await world.person(), await world.person()]
    const group = await world.group(owner, [[frozen, 'viewer']])
    const other = await world.group(owner)
    const { pool } = world.ctx.db
    await pool.query(`update person set status = 'frozen' where id = $1`, [id(frozen)])
    await pool.query('update person set valid_until = $2 where id = $1', [id(over), world.ctx.now()])
    const add = ({ groupId }: Group, ...people: Person[]) =>
      owner.call(addMembers, { groupId, members: people.map((one) => user(one, 'editor')) })
    for (const one of [frozen, over])
      await expect(add(other, fine, one)).rejects.toMatchObject({
        code: 20001,
        details: { field: 'members', reason: 'unknown_value', unknown: [id(one)] },
      })
    expect(await members(other)).toHaveLength(1)
    expect(await add(group, frozen, fine)).toEqual({ added: 1, changed: 1 })
  })

  it('are refused where they are not there, or no members', async () => {
    const group = await world.group(owner)
    const { groupId } = group
    const b = await world.person()
    for (const principalId of [newId(), 'nobody', group.rootId]) {
      const list = [
        user(b, 'viewer'),
        { principalType: 'user' as const, principalId, role: 'viewer' as const },
      ]
      await expect(owner.call(addMembers, { groupId, members: list })).rejects.toMatchObject({
        name: 'not_found',
      })
    }
    await expect(
      owner.call(addMembers, { groupId, members: [{ ...user(b, 'viewer'), principalType: 'group' }] }),
    ).rejects.toMatchObject({ code: 20001 })
    await expect(
      owner.call(updateMemberRole, { groupId, principalIds: [id(b)], role: 'viewer' }),
    ).rejects.toMatchObject({ name: 'not_a_member' })
    expect(await members(group)).toHaveLength(1)
  })

  it.each(MEMBER_ROLES)(
    'may be changed by owner and managers only, not by a %s unless it is one',
    async (role) => {
      const [one, other] = [await world.person(), await world.person()]
      const group = await world.group(owner, [
        [one, role],
        [other, 'viewer'],
      ])
      const { groupId } = group
      const asks = [
        () => one.call(addMembers, { groupId, members: [user(other, 'editor')] }),
        () => one.call(updateMemberRole, { groupId, principalIds: [id(other)], role: 'downloader' }),
        () => one.call(removeMembers, { groupId, principalIds: [id(other)] }),
      ]
      for (const ask of asks) {
        if (role === 'manager') await ask()
        else await expect(ask()).rejects.toMatchObject({ name: 'not_permitted' })
      }
      expect(await members(group)).toHaveLength(role === 'manager' ? 2 : 3)
    },
  )

  it('never touch the owner: its row changes by handover alone', async () => {
    const [manager, other] = [await world.person(), await world.person()]
    const group = await world.group(owner, [[manager, 'manager']])
    const { groupId } = group
    for (const person of [owner, manager]) {
      const principalIds = [id(other), id(owner)]
      for (const ask of [
        () => person.call(removeMembers, { groupId, principalIds }),
        () => person.call(updateMemberRole, { groupId, principalIds: [id(owner)], role: 'viewer' }),
        () => person.call(addMembers, { groupId, members: [user(other, 'viewer'), user(owner, 'viewer')] }),
      ])
        await expect(ask()).rejects.toMatchObject({ name: 'cannot_lock_out' })
    }
    expect(roles(await members(group))).toEqual({ [id(owner)]: 'owner', [id(manager)]: 'manager' })
  })

  it('lose what they had of single files, and their favourites there, with their membership', async () => {
    const [one, other] = [await world.person(), await world.person()]
    const { groupId, rootId } = await world.group(owner, [
      [one, 'viewer'],
      [other, 'viewer'],
    ])
    const { instanceId } = await owner.call(createFolder, { parentId: rootId, instanceName: 'Folder' })
    for (const person of [one, other]) {
      const given = { instanceId, principalType: 'user' as const, role: 'editor' as const }
      await owner.call(updateUserRole, { ...given, principalIds: [id(person)] })
      await person.call(createFavorites, { instanceId })
    }
    await owner.call(removeMembers, { groupId, principalIds: [id(one)] })
    expect(await one.call(pageFavorites, {})).toMatchObject({ total: 0, list: [] })
    await expect(one.list(instanceId)).rejects.toMatchObject({ name: 'not_found' })
    await owner.call(addMembers, { groupId, members: [user(one, 'viewer')] })
    const upload = () => one.upload(instanceId, 'a', Buffer.from('a'))
    await expect(upload()).rejects.toMatchObject({ name: 'not_permitted' })
    await other.upload(instanceId, 'a', Buffer.from('a'))
    expect(await other.call(pageFavorites, {})).toMatchObject({ total: 1 })
  })
})

describe('a department', () => {
  it('is one row, and counts with all below it, each person once', async () => {
    const top = await world.department(`Top ${newId()}`)
    const below = await world.department('Below', top)
    const people = await Promise.all(
      [top, below, below].map((one) => world.person(undefined, { department: one })),
    )
    const [inTop, inBelow] = people as [Person, Person, Person]
    const group = await world.group(owner, [
      [below, 'viewer'],
      [top, 'editor'],
      [inBelow, 'downloader'],
    ])
    const { groupId } = group
    expect(await owner.call(queryMembers, { groupId })).toMatchObject({ total: 4, memberCount: 4 })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ memberCount: 4 })
    const rows = await members(group)
    expect(rows.find((one) => one.principalId === top)).toMatchObject({
      principalType: 'department',
      count: 3,
    })
    expect(rows.find((one) => one.principalId === below)).toMatchObject({
      name: 'Below',
      count: 2,
      departments: [expect.stringMatching(/^Top/), 'Below'],
      detail: expect.stringMatching(/^Top .*\/Below$/),
    })
    expect(rows.find((one) => one.principalId === id(inBelow))).toMatchObject({
      principalType: 'user',
      detail: inBelow.user.userName,
      departments: [expect.stringMatching(/^Top/), 'Below'],
    })
    // Without its own row it has the strongest of the departments’.
    await owner.call(removeMembers, { groupId, principalIds: [id(inBelow)] })
    expect(await inBelow.call(queryGroup, { groupId })).toMatchObject({ role: 'editor', memberCount: 4 })
    await owner.call(removeMembers, { groupId, principalIds: [top] })
    await expect(inTop.call(queryGroup, { groupId })).rejects.toMatchObject({ name: 'not_found' })
    expect(await inBelow.call(queryGroup, { groupId })).toMatchObject({ role: 'viewer', memberCount: 3 })
  })

  it('brings in who joins it, and lets go who leaves it', async () => {
    const [top, other] = [await world.department(newId()), await world.department(newId())]
    const below = await world.department('Below', top)
    const person = await world.person()
    const group = await world.group(owner, [[top, 'downloader']])
    const { groupId, rootId } = group
    const { instanceId } = await owner.upload(rootId, 'a', Buffer.from('abc'))
    const counts = async () => (await owner.call(queryGroup, { groupId })).memberCount
    expect(await counts()).toBe(1)
    // What is changed beside the server it hears of a moment later.
    const read = () => person.download(instanceId).then(String, ({ name }: Error) => name)
    const looked = () =>
      person.call(queryGroup, { groupId }).then(
        () => 'there',
        ({ name }: Error) => name,
      )
    await put(person, below)
    await expect.poll(read).toBe('abc')
    expect(await counts()).toBe(2)
    await put(person, other)
    await expect.poll(looked).toBe('not_found')
    expect([await counts(), await read()]).toEqual([1, 'not_found'])
    // The department itself goes elsewhere, with who is in it.
    await put(person, below)
    await expect.poll(looked).toBe('there')
    await world.ctx.db.pool.query('update department set parent_id = $2 where id = $1', [below, other])
    await expect.poll(looked).toBe('not_found')
    expect(await counts()).toBe(1)
  })

  it('leaves nothing of single files to who was in through it alone', async () => {
    const top = await world.department(newId())
    const [through, besides] = await Promise.all(
      [1, 2].map(() => world.person(undefined, { department: top })),
    )
    if (!through || !besides) throw new Error('nobody')
    const { groupId, rootId } = await world.group(owner, [
      [top, 'viewer'],
      [besides, 'viewer'],
    ])
    const { instanceId } = await owner.call(createFolder, { parentId: rootId, instanceName: 'Folder' })
    const principalIds = [id(through), id(besides)]
    await owner.call(updateUserRole, { instanceId, principalType: 'user', principalIds, role: 'editor' })
    await through.call(createFavorites, { instanceId })
    await owner.call(removeMembers, { groupId, principalIds: [top] })
    await expect(through.list(instanceId)).rejects.toMatchObject({ name: 'not_found' })
    expect(await through.call(pageFavorites, {})).toMatchObject({ total: 0 })
    await besides.upload(instanceId, 'a', Buffer.from('a'))
  })
})

describe('whoever is taken out', () => {
  it('is told so, unless it is still in by another way', async () => {
    const top = await world.department(`Stay ${newId()}`)
    const [below, other] = [await world.department('East', top), await world.department('West', top)]
    const group = await world.group(owner)
    const { groupId } = group
    const [own, both, out] = await Promise.all([world.person(), world.person(), world.person()])
    await put(own, below)
    await put(both, other)
    await put(out, below)
    await owner.call(addMembers, {
      groupId,
      members: [
        user(own, 'viewer'),
        user(both, 'viewer'),
        department(below, 'viewer'),
        department(other, 'viewer'),
      ],
    })
    await owner.call(removeMembers, { groupId, principalIds: [below, id(both)] })
    const told = async (person: Person) =>
      (await (await world.again(person)).call(pageNotifications, {})).list.filter(
        ({ kind }) => kind === 'group.removed',
      ).length
    await expect.poll(() => told(out)).toBe(1)
    expect([await told(own), await told(both)]).toEqual([0, 0])
    // All of a department whose own department is in stay.
    await owner.call(addMembers, {
      groupId,
      members: [department(top, 'viewer'), department(below, 'editor')],
    })
    await owner.call(removeMembers, { groupId, principalIds: [below] })
    await owner.call(removeMembers, { groupId, principalIds: [top] })
    await expect.poll(() => told(out)).toBe(2)
    expect([await told(own), await told(both)]).toEqual([0, 0])
  })
})

describe('looking members up', () => {
  it('finds people by name and account, departments by name, and people inside departments', async () => {
    const mark = newId()
    const top = await world.department(`Design ${mark}`)
    const below = await world.department('Below', top)
    const [a, b, c] = [
      await world.person(undefined, { realName: `林晓 ${mark}` }),
      await world.person(undefined, { realName: `Bärbel ${mark}`, department: below }),
      await world.person(undefined, { realName: `Carla ${mark}`, department: below }),
    ]
    const group = await world.group(owner, [
      [a, 'editor'],
      [top, 'downloader'],
      [below, 'viewer'],
      [c, 'linker'],
    ])
    const find = async (keyword: string, more: Partial<Input<typeof queryMembers>> = {}) =>
      (await members(group, { keyword, ...more })).map((one) => [one.name, one.role, one.byDepartment])
    expect(await find('林晓')).toEqual([[`林晓 ${mark}`, 'editor', false]])
    expect(await find(a.user.userName.toUpperCase())).toEqual([[`林晓 ${mark}`, 'editor', false]])
    expect(await find('design')).toEqual([[`Design ${mark}`, 'downloader', false]])
    // The department's role that gives most; nobody twice.
    expect(await find(`BÄRBEL ${mark}`)).toEqual([[`Bärbel ${mark}`, 'downloader', true]])
    expect(await find('carla')).toEqual([[`Carla ${mark}`, 'linker', false]])
    expect(await find('carla', { role: 'viewer' })).toEqual([])
    expect(await find('bärbel', { role: 'downloader' })).toHaveLength(1)
    expect(await find('nobody')).toEqual([])
    const [found] = await members(group, { keyword: 'bärbel' })
    const [row] = await members(group, { keyword: 'design' })
    expect(found).toMatchObject({
      principalId: id(b),
      joinTime: row?.joinTime,
      departments: [row?.name, 'Below'],
    })
    const page = await owner.call(queryMembers, { groupId: group.groupId, keyword: mark, pageSize: 2 })
    expect([page.total, page.list.length]).toEqual([4, 2])
    // Of those that are named, who has a row of its own.
    const named = await owner.call(queryMembers, {
      groupId: group.groupId,
      keyword: 'whatever',
      principalIds: [id(a), id(b), top, newId(), 'x'],
    })
    expect(named.total).toBe(2)
    expect(named.list.map((one) => one.principalId).sort()).toEqual([id(a), top].sort())
    expect((await members(group, { principalIds: ['x'] })).length).toBe(0)
  })

  it('goes by role and by time of joining, page after page', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
    const group = await world.group(owner)
    const { groupId } = group
    for (const [n, person] of people.entries())
      await owner.call(addMembers, { groupId, members: [user(person, n % 2 ? 'editor' : 'viewer')] })
    const all = [owner, ...people].map(id)
    const walk = async (input: Partial<Input<typeof queryMembers>>) => {
      const found: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await owner.call(queryMembers, {
          groupId,
          pageSize: 2,
          ...input,
          ...(cursor ? { cursor } : {}),
        })
        found.push(...page.list.map((one) => one.principalId))
        cursor = page.nextCursor
        if (!cursor) return { found, total: page.total }
      }
    }
    expect(await walk({})).toEqual({ found: all, total: 7 })
    expect(await walk({ orderType: 'desc' })).toEqual({ found: [...all].reverse(), total: 7 })
    expect(await walk({ role: 'editor' })).toEqual({
      found: all.filter((_, n) => n > 0 && n % 2 === 0),
      total: 3,
    })
    const { nextCursor = '' } = await owner.call(queryMembers, { groupId, pageSize: 2 })
    const other = await world.group(owner)
    for (const input of [
      { groupId: other.groupId },
      { groupId, role: 'editor' },
      { groupId, keyword: 'a' },
    ] as const)
      await expect(owner.call(queryMembers, { ...input, cursor: nextCursor })).rejects.toMatchObject({
        code: 20001,
      })
    const [second] = (await owner.call(queryMembers, { groupId, pageSize: 2, pageNo: 2 })).list
    expect(second?.principalId).toBe(all[2])
  })

  it('is for who is in', async () => {
    const { groupId } = await world.group(owner)
    await expect((await world.person()).call(queryMembers, { groupId })).rejects.toMatchObject({
      name: 'not_found',
    })
  })
})

describe('leaving', () => {
  it('is anybody’s but the owner’s', async () => {
    const member = await world.person()
    const { groupId, rootId } = await world.group(owner, [[member, 'manager']])
    await member.call(createFavorites, {
      instanceId: (await owner.call(createFolder, { parentId: rootId, instanceName: 'a' })).instanceId,
    })
    await member.call(leaveGroup, { groupId })
    await expect(member.call(leaveGroup, { groupId })).rejects.toMatchObject({ name: 'not_found' })
    expect(await member.call(pageFavorites, {})).toMatchObject({ total: 0 })
    await expect(owner.call(leaveGroup, { groupId })).rejects.toMatchObject({ name: 'owner_cannot_leave' })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ memberCount: 1 })
  })

  it('is not for who is in through a department, also beside a row of its own', async () => {
    const top = await world.department(newId())
    const below = await world.department('Nearest', top)
    const person = await world.person(undefined, { department: below })
    const { groupId } = await world.group(owner, [[top, 'viewer']])
    const refusal = async () => {
      const thrown = await person.call(leaveGroup, { groupId }).catch((error) => error)
      return [thrown.name, thrown.details?.department]
    }
    expect((await refusal())[0]).toBe('member_by_department')
    expect(await person.call(queryGroup, { groupId })).toMatchObject({ byDepartment: true })
    expect(await person.call(pageGroups, {})).toMatchObject({ list: [{ groupId, byDepartment: true }] })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ byDepartment: false })
    await owner.call(addMembers, { groupId, members: [department(below, 'viewer'), user(person, 'editor')] })
    expect(await refusal()).toEqual(['member_by_department', 'Nearest'])
    expect(await person.call(queryGroup, { groupId })).toMatchObject({ role: 'editor' })
  })
})

describe('the feed', () => {
  it('tells who comes, who goes, and who stays', async () => {
    const [stays, comes] = [await world.person(), await world.person()]
    const { groupId, rootId } = await world.group(owner, [[stays, 'viewer']])
    const since = async (person: Person, cursor: string) =>
      (await person.call(queryChanges, { cursor })).list
        .filter((one) => one.instanceId === rootId)
        .map((one) => one.kind)
    const cursors = async () =>
      Promise.all([stays, comes].map(async (one) => (await one.call(queryChanges, {})).cursor)) as Promise<
        [string, string]
      >
    let [a, b] = await cursors()
    await owner.call(addMembers, { groupId, members: [user(comes, 'viewer')] })
    expect([await since(stays, a), await since(comes, b)]).toEqual([['member.changed'], ['member.changed']])
    ;[a, b] = await cursors()
    await owner.call(removeMembers, { groupId, principalIds: [id(comes)] })
    expect([await since(stays, a), await since(comes, b)]).toEqual([['member.changed'], ['member.changed']])
    ;[a, b] = await cursors()
    await owner.call(createFolder, { parentId: rootId, instanceName: 'a' })
    expect((await comes.call(queryChanges, { cursor: b })).list).toEqual([])
    expect((await stays.call(queryChanges, { cursor: a })).list).toHaveLength(1)
  })
})
