import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { createFolder, pageInstances, queryInstanceDetail } from '@clouddisk/contract/files'
import {
  createGroup,
  editGroup,
  type Group,
  hideGroup,
  pageGroups,
  queryGroup,
  queryMembers,
} from '@clouddisk/contract/groups'
import { ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
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

const GB = 1024 ** 3
const name = () => `Group ${newId()}`
const create = (input: Partial<Input<typeof createGroup>> = {}, person = owner) =>
  person.call(createGroup, { groupName: name(), capacity: 1, ...input })
const user = (person: Person) => ({ principalType: 'user' as const, principalId: person.user.userId })
const names = (page: { list: Group[] }) => page.list.map((group) => group.groupName)

describe('a new group', () => {
  it('has its space from the owner’s allowance, a root of its name, and the owner in it', async () => {
    const member = await world.person()
    const groupName = name()
    const group = await create({
      groupName: ` ${groupName}  `,
      description: ' What we draw',
      capacity: 30,
      members: [{ ...user(member), role: 'editor' }],
    })
    expect(group).toMatchObject({
      groupName,
      description: 'What we draw',
      usedCapacity: 0,
      totalCapacity: 30 * GB,
      memberCount: 2,
      faces: [{ userId: owner.user.userId }, { userId: member.user.userId }],
      ownerId: owner.user.userId,
      ownerName: owner.user.userRealName,
      role: 'owner',
      identity: 'owner',
      isHide: false,
      departmentId: null,
      dissolveTime: null,
      handover: null,
    })
    expect(await owner.call(queryUserCapacity, {})).toMatchObject({
      allottedGroupCapacity: 30 * GB,
      totalGroup: 100 * GB,
    })
    await owner.call(createFolder, { parentId: group.rootId, instanceName: 'Plans' })
    expect(await member.tree(group.rootId)).toEqual({ Plans: {} })
    expect(await member.call(pageInstances, { parentId: group.rootId })).toMatchObject({
      path: [{ instanceId: group.rootId, instanceName: groupName }],
      list: [{ instanceType: '2', groupId: group.groupId, instancePath: groupName }],
    })
    expect(await member.call(queryGroup, { groupId: group.groupId })).toMatchObject({
      role: 'editor',
      identity: 'member',
    })
    expect(await member.call(queryMembers, { groupId: group.groupId })).toMatchObject({
      total: 2,
      memberCount: 2,
      list: [
        { role: 'owner', identity: 'owner', isSelf: false, invitedBy: null },
        { role: 'editor', identity: 'member', isSelf: true, invitedBy: owner.user.userRealName },
      ],
    })
  })

  it.each([
    [{ groupName: '' }, 'groupName', 'group_name'],
    [{ groupName: '   ' }, 'groupName', 'group_name'],
    [{ groupName: 'x'.repeat(129) }, 'groupName', 'group_name'],
    [{ groupName: 'a/b' }, 'groupName', 'name_characters'],
    [{ groupName: 'CON' }, 'groupName', 'name_reserved'],
    [{ description: 'x'.repeat(501) }, 'description', 'too_long'],
    [{ capacity: 0 }, 'capacity', 'group_space'],
    [{ capacity: -1 }, 'capacity', 'group_space'],
    [{ capacity: 1.5 }, 'capacity', 'group_space'],
    [{ capacity: 1_000_001 }, 'capacity', 'group_space'],
    [
      { members: [{ principalType: 'group', principalId: newId(), role: 'viewer' }] },
      'members',
      'unknown_value',
    ],
    [
      { members: [{ principalType: 'user', principalId: newId(), role: 'owner' }] },
      'members',
      'unknown_value',
    ],
  ])('is refused with %j', async (input, field, reason) => {
    const wanted = input as Partial<Input<typeof createGroup>>
    await expect(create(wanted)).rejects.toMatchObject({ code: 20001, details: { field, reason } })
    expect(await owner.call(pageGroups, {})).toMatchObject({ total: 0 })
    expect(await owner.call(queryUserCapacity, {})).toMatchObject({ allottedGroupCapacity: 0 })
  })

  it('takes 128 characters and 500 of description', async () => {
    const groupName = '组'.repeat(128)
    expect(await create({ groupName, description: 'x'.repeat(500) })).toMatchObject({ groupName })
  })

  it('is refused where its name is another’s, however it is spelled', async () => {
    const groupName = `Café ${newId()}`
    await create({ groupName }, await world.person())
    for (const taken of [groupName, groupName.toUpperCase(), groupName.normalize('NFD')])
      await expect(create({ groupName: taken })).rejects.toMatchObject({ name: 'name_taken' })
    expect(await owner.call(queryUserCapacity, {})).toMatchObject({ allottedGroupCapacity: 0 })
  })

  it('is one of several that are made under one name at once', async () => {
    const groupName = name()
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => create({ groupName })))
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of made) if (one.status === 'rejected') expect(one.reason.name).toBe('name_taken')
    expect(await owner.call(queryUserCapacity, {})).toMatchObject({ allottedGroupCapacity: GB })
  })

  it('never passes the allowance, however many are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => create({ capacity: 30 })))
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
    for (const one of made)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          name: 'group_allowance_full',
          details: { missing: '20.00 GB', missingBytes: 20 * GB },
        })
    expect(await owner.call(queryUserCapacity, {})).toMatchObject({ allottedGroupCapacity: 90 * GB })
    await create({ capacity: 10 })
    await expect(create()).rejects.toMatchObject({ name: 'group_allowance_full' })
  })

  it('is not made at all where one of its members is not there', async () => {
    const groupName = name()
    for (const principalId of [newId(), 'nobody'])
      await expect(
        create({ groupName, members: [{ principalType: 'user', principalId, role: 'viewer' }] }),
      ).rejects.toMatchObject({ name: 'not_found' })
    expect(await create({ groupName })).toMatchObject({ groupName })
  })

  it('takes 500 members at once and no more', async () => {
    const members = Array.from({ length: 501 }, () => ({
      principalType: 'user' as const,
      principalId: newId(),
      role: 'viewer' as const,
    }))
    await expect(create({ members })).rejects.toMatchObject({
      name: 'too_many_recipients',
      details: { limit: 500 },
    })
    await expect(create({ members: members.slice(1) })).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('the page of groups', () => {
  it('has those one is in by oneself or a department, each once under the strongest role', async () => {
    const [top, other] = [await world.department(name()), await world.department(name())]
    const below = await world.department(name(), top)
    const person = await world.person(undefined, { department: below })
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `${letter} ${newId()}`)
    await world.group(
      owner,
      [
        [person, 'viewer'],
        [top, 'manager'],
      ],
      { name: a ?? '' },
    )
    await world.group(owner, [[below, 'downloader']], { name: b ?? '' })
    await world.group(owner, [[other, 'manager']], { name: c ?? '' })
    await world.group(person, [], { name: d ?? '' })
    const page = await person.call(pageGroups, {})
    expect(page).toMatchObject({
      total: 3,
      list: [
        { groupName: a, role: 'manager', identity: 'administrator', memberCount: 2 },
        { groupName: b, role: 'downloader', identity: 'member', memberCount: 2 },
        { groupName: d, role: 'owner', identity: 'owner', memberCount: 1 },
      ],
    })
    expect(page.list.map(({ fileAuth }) => fileAuth)).toEqual([
      ROLE_ITEMS.manager,
      expect.not.arrayContaining(['upload', 'delete', 'members']),
      ROLE_ITEMS.owner,
    ])
    expect(page.list[1]?.fileAuth).toContain('download')
    const ask = async (input: Input<typeof pageGroups>) => names(await person.call(pageGroups, input))
    expect(await ask({ identity: 'owner' })).toEqual([d])
    expect(await ask({ identity: 'administrator' })).toEqual([a])
    expect(await ask({ identity: 'member' })).toEqual([b])
    expect(await ask({ keyword: (b ?? '').toUpperCase() })).toEqual([b])
    expect(await ask({ orderBy: 'createTime' })).toEqual([d, b, a])
  })

  it('is walked by cursor and by number alike, in every order', async () => {
    for (let n = 0; n < 7; n++) await create({ groupName: `g${n} ${newId()}` })
    for (const orderBy of ['groupName', 'createTime'] as const)
      for (const orderType of ['asc', 'desc'] as const) {
        const order = { orderBy, orderType }
        const all = names(await owner.call(pageGroups, { ...order, pageSize: 100 }))
        expect(all).toHaveLength(7)
        const walked: string[] = []
        for (let cursor: string | undefined; ; ) {
          const page = await owner.call(pageGroups, { ...order, pageSize: 3, ...(cursor ? { cursor } : {}) })
          expect(page.total).toBe(7)
          walked.push(...names(page))
          cursor = page.nextCursor
          if (!cursor) break
        }
        expect(walked).toEqual(all)
        expect(names(await owner.call(pageGroups, { ...order, pageSize: 3, pageNo: 2 }))).toEqual(
          all.slice(3, 6),
        )
      }
    const { nextCursor = '' } = await owner.call(pageGroups, { pageSize: 3 })
    for (const input of [{ show: 'all' }, { orderBy: 'createTime' }, { keyword: 'g' }] as const)
      await expect(owner.call(pageGroups, { ...input, cursor: nextCursor })).rejects.toMatchObject({
        code: 20001,
      })
    await expect((await world.person()).call(pageGroups, { cursor: nextCursor })).rejects.toMatchObject({
      code: 20001,
    })
  })

  it('leaves out what one has hidden, for oneself alone', async () => {
    const member = await world.person()
    const [a, b] = [
      await world.group(owner, [[member, 'viewer']]),
      await world.group(owner, [[member, 'viewer']]),
    ]
    const { groupId } = a
    for (let n = 0; n < 2; n++) await member.call(hideGroup, { groupId, isHide: true })
    expect(await member.call(pageGroups, {})).toMatchObject({
      total: 1,
      hiddenCount: 1,
      list: [{ groupId: b.groupId, isHide: false }],
    })
    expect(await member.call(pageGroups, { show: 'hidden' })).toMatchObject({
      total: 1,
      list: [{ groupId, isHide: true }],
    })
    expect(await member.call(pageGroups, { show: 'all' })).toMatchObject({ total: 2, hiddenCount: 1 })
    expect(await owner.call(pageGroups, {})).toMatchObject({ total: 2, hiddenCount: 0 })
    await member.call(hideGroup, { groupId, isHide: false })
    expect(await member.call(pageGroups, {})).toMatchObject({ total: 2, hiddenCount: 0 })
    const stranger = await world.person()
    await expect(stranger.call(hideGroup, { groupId, isHide: true })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('tells who is no member nothing of a group', async () => {
    const { groupId } = await create()
    const stranger = await world.person()
    for (const id of [groupId, newId(), 'group'])
      await expect(stranger.call(queryGroup, { groupId: id })).rejects.toMatchObject({ name: 'not_found' })
    expect(await stranger.call(pageGroups, { show: 'all' })).toMatchObject({ total: 0, list: [] })
  })
})

describe('changing a group', () => {
  it('renames its root along with it', async () => {
    const group = await create()
    const member = await world.person()
    const groupName = name()
    const { groupId, rootId } = group
    expect(await owner.call(editGroup, { groupId, groupName, description: ' new ' })).toMatchObject({
      groupName,
      description: 'new',
      totalCapacity: GB,
    })
    expect(await owner.call(queryInstanceDetail, { instanceId: rootId })).toMatchObject({
      instanceName: groupName,
    })
    // The old name is free.
    await create({ groupName: group.groupName }, member)
    await expect(owner.call(editGroup, { groupId, groupName: group.groupName })).rejects.toMatchObject({
      name: 'name_taken',
    })
    // Only the case of one's own.
    const upper = groupName.toUpperCase()
    expect(await owner.call(editGroup, { groupId, groupName: upper })).toMatchObject({ groupName: upper })
  })

  it('moves bytes between the allowance and the group', async () => {
    const { groupId, rootId } = await create({ capacity: 50 })
    await create({ capacity: 30 })
    const given = async () => (await owner.call(queryUserCapacity, {})).allottedGroupCapacity / GB
    await expect(owner.call(editGroup, { groupId, capacity: 71 })).rejects.toMatchObject({
      name: 'group_allowance_full',
      details: { missing: '1.00 GB', missingBytes: GB },
    })
    expect(await given()).toBe(80)
    expect(await owner.call(editGroup, { groupId, capacity: 70 })).toMatchObject({ totalCapacity: 70 * GB })
    expect(await given()).toBe(100)
    expect(await owner.call(editGroup, { groupId, capacity: 1 })).toMatchObject({ totalCapacity: GB })
    expect(await given()).toBe(31)
    await owner.upload(rootId, 'a', Buffer.from('abc'))
    await world.ctx.db.pool.query('update space set reserved = $2 where id = $1', [groupId, 2 * GB])
    await expect(owner.call(editGroup, { groupId, capacity: 2 })).rejects.toMatchObject({
      name: 'below_used',
      details: { used: '2.00 GB', usedBytes: 2 * GB + 3 },
    })
    await world.ctx.db.pool.query('update space set reserved = 0 where id = $1', [groupId])
    expect(await owner.call(editGroup, { groupId, capacity: 2 })).toMatchObject({ totalCapacity: 2 * GB })
  })

  it('is the managers’, its space the owner’s alone', async () => {
    const [manager, linker] = [await world.person(), await world.person()]
    const { groupId } = await world.group(owner, [
      [manager, 'manager'],
      [linker, 'linker'],
    ])
    expect(await manager.call(editGroup, { groupId, description: 'mine' })).toMatchObject({
      description: 'mine',
    })
    const more = { groupId, capacity: 2, description: 'more' }
    await expect(manager.call(editGroup, more)).rejects.toMatchObject({ name: 'not_permitted' })
    await expect(linker.call(editGroup, { groupId, description: 'no' })).rejects.toMatchObject({
      name: 'not_permitted',
    })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({
      description: 'mine',
      totalCapacity: GB,
    })
  })

  it('says of a full group that it is the group', async () => {
    const { groupId, rootId } = await create()
    await world.ctx.db.pool.query('update space set total = 4 where id = $1', [groupId])
    await expect(owner.speaking('en-US').upload(rootId, 'a', Buffer.from('abcde'))).rejects.toThrow(
      /this group/,
    )
    await world.ctx.db.pool.query('update space set total = $2 where id = $1', [groupId, GB])
  })
})
