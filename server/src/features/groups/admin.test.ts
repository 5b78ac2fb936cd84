import { queryUserCapacity } from '@clouddisk/contract/accounts'
import {
  createDepartment,
  moveDepartment,
  queryDepartment,
  updateDepartment,
} from '@clouddisk/contract/admin-departments'
import {
  type AdminGroup,
  cancelAnyDissolve,
  createDepartmentGroup,
  dissolveAnyGroup,
  pageAllGroups,
  queryAnyGroup,
  queryAnyMembers,
  updateAnyGroup,
} from '@clouddisk/contract/admin-groups'
import { queryPerson } from '@clouddisk/contract/admin-people'
import {
  answerHandover,
  editGroup,
  handoverGroup,
  hideGroup,
  pageGroups,
  queryGroup,
  queryHandover,
  queryMembers,
} from '@clouddisk/contract/groups'
import { noticeWords } from '@clouddisk/contract/notice-words'
import { pageNotifications } from '@clouddisk/contract/notifications'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { deleteDissolvedGroups } from './dissolve.ts'

let world: World
let admin: Person
let owner: Person
let top: string
let below: string
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
beforeEach(async () => {
  top = await world.department(`Top ${newId()}`)
  below = await world.department('Below', top)
  owner = await world.person(undefined, { department: below })
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const GB = 1024 ** 3
const id = (person: Person) => person.user.userId
const query = (text: string, ...values: unknown[]) => world.ctx.db.pool.query(text, values)
const allotted = async (departmentId: string) =>
  (await query('select allotted from department where id = $1', departmentId)).rows[0]?.allotted / GB
const given = async (person: Person) => (await person.call(queryUserCapacity, {})).allottedGroupCapacity / GB
const create = (input: Partial<Input<typeof createDepartmentGroup>> = {}, person = admin) =>
  person.call(createDepartmentGroup, {
    departmentId: below,
    ownerId: id(owner),
    groupName: `Group ${newId()}`,
    capacity: 3,
    ...input,
  })
const refusedAs = (name: string) => (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ name })

describe('a department’s group', () => {
  it('is made by administrators and charged to the department', async () => {
    const group = await create({
      members: [{ principalType: 'department', principalId: top, role: 'viewer' }],
    })
    expect(group).toMatchObject({
      departmentId: below,
      departmentName: 'Below',
      ownerId: id(owner),
      ownerAccount: owner.user.userName,
      ownerDepartment: [expect.stringMatching(/^Top/), 'Below'],
      totalCapacity: 3 * GB,
      memberCount: 1,
      hiddenCount: 0,
    })
    const { groupId } = group
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ role: 'owner', departmentId: below })
    expect([await allotted(below), await allotted(top), await given(owner)]).toEqual([3, 0, 0])
    await refusedAs('not_permitted')(owner.call(editGroup, { groupId, capacity: 4 }))
    expect(await owner.call(editGroup, { groupId, description: 'ours' })).toMatchObject({
      description: 'ours',
    })
  })

  it('is bounded by the department’s allowance, however many are made at once', async () => {
    await query('update department set total = $2 where id = $1', below, 10 * GB)
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => create()))
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
    await expect(create({ capacity: 2 })).rejects.toMatchObject({
      name: 'group_allowance_full',
      details: { missingBytes: GB },
    })
    expect(await allotted(below)).toBe(9)
  })

  it('is bounded by those above as well, whoever makes departments below', async () => {
    const org = await world.admin('orgAdmin', { department: below })
    await query('update department set total = $2 where id = $1', top, 10 * GB)
    const { departmentId } = await org.call(createDepartment, { departmentName: 'New', parentId: below })
    const made = await Promise.allSettled(
      [below, departmentId, top, below, departmentId].map((one) => create({ departmentId: one })),
    )
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
    await expect(create({ departmentId, ownerId: id(org), capacity: 2 }, org)).rejects.toMatchObject({
      name: 'group_allowance_full',
      details: { missingBytes: GB },
    })
    expect(await admin.call(queryDepartment, { departmentId: top })).toMatchObject({
      allottedCapacity: 9 * GB,
    })
    const less = admin.call(updateDepartment, { departmentId: top, totalCapacity: 9 * GB - 1 })
    await refusedAs('below_used')(less)
    expect(await create({ departmentId, capacity: 1 })).toMatchObject({ totalCapacity: GB })
  })

  it('stays bounded by those above where its department is moved', async () => {
    await query('update department set total = $2 where id = $1', top, 10 * GB)
    const wide = await world.department(`Wide ${newId()}`)
    const deep = await world.department('Deep', below)
    const move = (departmentId: string, parentId: string) =>
      admin.call(moveDepartment, { departmentId, parentId })
    await move(below, wide)
    await create({ departmentId: deep, capacity: 8 })
    await create({ capacity: 4 })
    await expect(move(below, top)).rejects.toMatchObject({
      name: 'group_allowance_full',
      details: { missingBytes: 2 * GB },
    })
    expect(await admin.call(queryDepartment, { departmentId: below })).toMatchObject({ parentId: wide })
    await create({ departmentId: top, capacity: 1 })
    await expect(move(deep, top)).resolves.toMatchObject({ parentId: top })
    await expect(move(below, top)).rejects.toMatchObject({ details: { missingBytes: 3 * GB } })
    // What was more than a limit before it was set may go about below it, and anywhere else.
    await query('update department set total = $2 where id = $1', top, 5 * GB)
    const other = await world.department('Other', top)
    expect(await move(deep, other)).toMatchObject({ parentId: other })
    expect(await move(deep, wide)).toMatchObject({ parentId: wide })
    expect(await move(deep, '0')).toMatchObject({ parentId: null })
  })

  it('passes no limit where one is made while its department moves', async () => {
    await query('update department set total = $2 where id = $1', top, 5 * GB)
    const wide = await world.department(`Wide ${newId()}`)
    for (let round = 0; round < 5; round++) {
      const departmentId = await world.department(`Moving ${round}`, wide)
      await Promise.allSettled([
        create({ departmentId }),
        admin.call(moveDepartment, { departmentId, parentId: top }),
        create({ departmentId: top, capacity: 1 }),
      ])
    }
    const { allottedCapacity } = await admin.call(queryDepartment, { departmentId: top })
    expect(allottedCapacity).toBeLessThanOrEqual(5 * GB)
  })

  it('changes hands without its space', async () => {
    const heir = await world.person(undefined, { department: top })
    const { groupId } = await create({
      members: [{ principalType: 'user', principalId: id(heir), role: 'viewer' }],
    })
    await query('update person set group_total = 0 where id = $1', id(heir))
    const asked = await owner.call(handoverGroup, { groupId, userId: id(heir) })
    expect(asked).toMatchObject({ totalCapacity: 0 })
    const [notice] = (await heir.call(pageNotifications, {})).list
    expect(notice).toMatchObject({ kind: 'handover.asked', data: { groupId, total: 0 } })
    expect(noticeWords('handover.asked', notice?.data ?? {}, 'en-US').detail).toContain('quota isn’t used')
    expect(await heir.call(answerHandover, { handoverId: asked.handoverId, agree: true })).toMatchObject({
      status: 'agreed',
      totalCapacity: 0,
    })
    expect(await heir.call(queryGroup, { groupId })).toMatchObject({ role: 'owner' })
    expect([await allotted(below), await given(owner), await given(heir)]).toEqual([3, 0, 0])
  })

  it('is refused without department, owner or a name of its own', async () => {
    const frozen = await world.person()
    await query(`update person set status = 'frozen' where id = $1`, id(frozen))
    const { groupName } = await create()
    for (const departmentId of [newId(), 'none']) await refusedAs('not_found')(create({ departmentId }))
    for (const ownerId of [newId(), 'nobody']) await refusedAs('not_found')(create({ ownerId }))
    await refusedAs('account_frozen')(create({ ownerId: id(frozen) }))
    await refusedAs('name_taken')(create({ groupName }))
    await expect(create({ capacity: 0 })).rejects.toMatchObject({ code: 20001 })
    expect(await allotted(below)).toBe(3)
  })

  it('gives its space back when it is gone', async () => {
    const { groupId } = await create()
    await admin.call(dissolveAnyGroup, { groupId })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ dissolveTime: expect.any(String) })
    expect(await admin.call(cancelAnyDissolve, { groupId })).toMatchObject({ dissolveTime: null })
    await admin.call(dissolveAnyGroup, { groupId })
    world.advance(7.01 * DAY)
    admin = await world.again(admin)
    owner = await world.again(owner)
    await deleteDissolvedGroups(world.ctx)
    await refusedAs('not_found')(admin.call(queryAnyGroup, { groupId }))
    expect(await allotted(below)).toBe(0)
  })
})

describe('a group made for a person', () => {
  it('is charged to its owner, and stays within what the owner may have', async () => {
    const forOwner = { ownerId: id(owner), groupName: `Own ${newId()}`, capacity: 60 }
    const made = await admin.call(createDepartmentGroup, forOwner)
    expect(made).toMatchObject({ departmentId: null, ownerId: id(owner), totalCapacity: 60 * GB })
    expect([await allotted(below), await given(owner)]).toEqual([0, 60])
    await expect(
      admin.call(createDepartmentGroup, { ...forOwner, groupName: `More ${newId()}`, capacity: 50 }),
    ).rejects.toMatchObject({ name: 'group_allowance_full', details: { missingBytes: 10 * GB } })
    expect(await given(owner)).toBe(60)
    expect(await owner.call(editGroup, { groupId: made.groupId, capacity: 61 })).toMatchObject({
      totalCapacity: 61 * GB,
    })
  })
})

describe('all groups', () => {
  it('are paged with the hidden ones, filtered, in every order', async () => {
    const other = await world.person()
    const mark = newId()
    const names = ['a', 'b', 'c', 'd'].map((letter) => `${letter} ${mark}`)
    const [a, b, c, d] = names as [string, string, string, string]
    const hidden = await world.group(owner, [], { name: a, capacity: 4 })
    await owner.call(hideGroup, { groupId: hidden.groupId, isHide: true })
    await world.group(other, [], { name: b, capacity: 3 })
    await create({ groupName: c, capacity: 2 })
    const { groupId } = await create({ groupName: d, ownerId: id(other), capacity: 1 })
    await admin.call(dissolveAnyGroup, { groupId })
    const ask = async (input: Input<typeof pageAllGroups>) =>
      (await admin.call(pageAllGroups, { keyword: mark, ...input })).list.map(
        (group: AdminGroup) => group.groupName,
      )
    expect(await ask({})).toEqual([a, b, c, d])
    expect(await admin.call(pageAllGroups, { keyword: a })).toMatchObject({
      total: 1,
      list: [{ hiddenCount: 1 }],
    })
    expect(await ask({ kind: 'department' })).toEqual([c, d])
    expect(await ask({ kind: 'person' })).toEqual([a, b])
    expect(await ask({ state: 'dissolving' })).toEqual([d])
    expect(await ask({ state: 'living' })).toEqual([a, b, c])
    for (const departmentId of [top, below]) expect(await ask({ departmentId })).toEqual([a, c, d])
    expect(await ask({ departmentId: newId() })).toEqual([])
    expect(await ask({ orderBy: 'totalCapacity' })).toEqual([d, c, b, a])
    expect(await ask({ orderBy: 'createTime' })).toEqual([d, c, b, a])
    expect((await admin.call(pageAllGroups, { keyword: owner.user.userName })).total).toBeGreaterThanOrEqual(
      2,
    )
    for (const orderBy of ['groupName', 'createTime', 'usedCapacity', 'totalCapacity'] as const) {
      const walked: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await admin.call(pageAllGroups, {
          keyword: mark,
          orderBy,
          pageSize: 1,
          ...(cursor ? { cursor } : {}),
        })
        walked.push(...page.list.map((group: AdminGroup) => group.groupName))
        cursor = page.nextCursor
        if (!cursor) break
      }
      expect(walked).toEqual(await ask({ orderBy }))
    }
  })

  it('are given to another owner, who is not asked, with the space that they cost', async () => {
    const heir = await world.person()
    const { groupId } = await world.group(owner, [[heir, 'viewer']], { capacity: 60 })
    const third = await world.person()
    const { handoverId } = await owner.call(handoverGroup, { groupId, userId: id(heir) })
    expect(
      await admin.call(updateAnyGroup, {
        groupId,
        ownerId: id(third),
        capacity: 70,
        groupName: `New ${groupId}`,
      }),
    ).toMatchObject({ ownerId: id(third), totalCapacity: 70 * GB, groupName: `New ${groupId}` })
    expect([await given(owner), await given(third)]).toEqual([0, 70])
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({ status: 'cancelled' })
    await refusedAs('handover_over')(heir.call(answerHandover, { handoverId, agree: true }))
    // Who was asked need not answer any more, and hears so.
    const heard = (await heir.call(pageNotifications, {})).list.filter(
      ({ data }) => data.handoverId === handoverId,
    )
    expect(heard.map(({ kind }) => kind)).toEqual(['handover.cancelled', 'handover.asked'])
    const { list } = await third.call(queryMembers, { groupId })
    expect(list.map((one) => [one.principalId, one.role])).toEqual([
      [id(owner), 'manager'],
      [id(heir), 'viewer'],
      [id(third), 'owner'],
    ])
    await world.group(heir, [], { capacity: 40 })
    await expect(admin.call(updateAnyGroup, { groupId, ownerId: id(heir) })).rejects.toMatchObject({
      name: 'handover_no_space',
      details: { missingBytes: 10 * GB },
    })
    await query('update "group" set synced = true where owner_id = $1', id(heir))
    await refusedAs('handover_synced_group')(admin.call(updateAnyGroup, { groupId, ownerId: id(heir) }))
    await refusedAs('below_used')(
      query('update space set reserved = 2 * 1024::bigint ^ 3 where id = $1', groupId).then(() =>
        admin.call(updateAnyGroup, { groupId, capacity: 1, description: 'no' }),
      ),
    )
    await query('update space set reserved = 0 where id = $1', groupId)
    expect(await admin.call(queryAnyGroup, { groupId })).toMatchObject({
      ownerId: id(third),
      description: '',
    })
  })

  it('are there for who administers groups, and cannot be changed by who only reads', async () => {
    const { groupId } = await world.group(owner)
    const auditor = await world.admin('auditor')
    expect(await auditor.call(queryAnyGroup, { groupId })).toMatchObject({ groupId })
    expect(await auditor.call(queryAnyMembers, { groupId })).toMatchObject({
      memberCount: 1,
      list: [{ principalId: id(owner), role: 'owner', isSelf: false }],
    })
    await refusedAs('area_refused')(owner.call(queryAnyMembers, { groupId }))
    for (const person of [auditor, owner, await world.admin('storageAdmin')])
      for (const work of [
        () => create({}, person),
        () => person.call(updateAnyGroup, { groupId, description: 'x' }),
        () => person.call(dissolveAnyGroup, { groupId }),
        () => person.call(cancelAnyDissolve, { groupId }),
      ])
        await expect(work()).rejects.toMatchObject({ name: 'area_refused', httpStatus: 403 })
    await refusedAs('area_refused')(owner.call(pageAllGroups, {}))
    // An administrator is no member: its own page shows nothing of it.
    expect(await admin.call(pageGroups, { show: 'all', keyword: groupId })).toMatchObject({ total: 0 })
    await refusedAs('not_found')(admin.call(queryGroup, { groupId }))
  })
})

describe('an administrator of departments', () => {
  it('has the groups of its departments, those of their people that are no department’s, and no others', async () => {
    const elsewhere = await world.department(newId())
    const [other, lone] = [await world.person(undefined, { department: elsewhere }), await world.person()]
    const org = await world.admin('orgAdmin', { department: top })
    const mine = [await world.group(owner), await create({ ownerId: id(other) })].map((one) => one.groupId)
    const theirs = [
      await world.group(other),
      await world.group(lone),
      await create({ departmentId: elsewhere, ownerId: id(other) }),
      await create({ departmentId: elsewhere }),
    ].map((one) => one.groupId)
    const page = await org.call(pageAllGroups, { pageSize: 100 })
    expect(page.list.map((group) => group.groupId).sort()).toEqual([...mine].sort())
    expect(page.total).toBe(2)
    // Asked for a department, everybody is told the same that its administrator has.
    expect((await org.call(pageAllGroups, { departmentId: elsewhere })).total).toBe(0)
    const asked = await admin.call(pageAllGroups, { departmentId: below, pageSize: 100 })
    expect(asked.list.map((group) => group.groupId).sort()).toEqual([...mine].sort())
    for (const groupId of theirs)
      for (const work of [
        () => org.call(queryAnyGroup, { groupId }),
        () => org.call(queryAnyMembers, { groupId }),
        () => org.call(updateAnyGroup, { groupId, description: 'x' }),
        () => org.call(dissolveAnyGroup, { groupId }),
        () => org.call(cancelAnyDissolve, { groupId }),
      ])
        await refusedAs('not_found')(work())
    for (const groupId of mine)
      expect(await org.call(updateAnyGroup, { groupId, description: 'x' })).toMatchObject({
        description: 'x',
      })
    for (const ownerId of [id(other), id(lone)])
      await refusedAs('not_found')(org.call(updateAnyGroup, { groupId: mine[0] ?? '', ownerId }))
    await refusedAs('not_found')(create({ departmentId: elsewhere }, org))
    await refusedAs('not_found')(create({ ownerId: id(lone) }, org))
    await refusedAs('not_found')(
      org.call(createDepartmentGroup, { ownerId: id(lone), groupName: `Lone ${newId()}`, capacity: 1 }),
    )
    expect(await create({}, org)).toMatchObject({ departmentId: below, ownerId: id(owner) })
  })

  it('takes no group from who has more than ordinary roles, and ends none', async () => {
    const org = await world.admin('orgAdmin', { department: top })
    for (const role of ['superAdmin', 'auditor', 'orgAdmin'] as const) {
      const theirs = await world.admin(role, { department: below })
      const { groupId } = await world.group(theirs)
      for (const work of [
        () => org.call(updateAnyGroup, { groupId, ownerId: id(org) }),
        () => org.call(updateAnyGroup, { groupId, description: 'x' }),
        () => org.call(dissolveAnyGroup, { groupId }),
        () => org.call(cancelAnyDissolve, { groupId }),
      ])
        await refusedAs('area_refused')(work())
      expect(await org.call(queryAnyGroup, { groupId })).toMatchObject({
        ownerId: id(theirs),
        description: '',
      })
      // A department's is its department's.
      const ours = await create({ ownerId: id(theirs) })
      expect(await org.call(updateAnyGroup, { groupId: ours.groupId, ownerId: id(owner) })).toMatchObject({
        ownerId: id(owner),
      })
    }
    const { groupId } = await world.group(org)
    expect(await org.call(updateAnyGroup, { groupId, ownerId: id(owner) })).toMatchObject({
      ownerId: id(owner),
    })
  })

  it('makes nobody an owner whose account is not its to change', async () => {
    const org = await world.admin('orgAdmin', { department: top })
    const { groupId } = await world.group(owner)
    for (const role of ['superAdmin', 'auditor', 'orgAdmin'] as const) {
      const ownerId = id(await world.admin(role, { department: below }))
      const own = { ownerId, groupName: `Group ${newId()}`, capacity: 3 }
      await refusedAs('area_refused')(org.call(createDepartmentGroup, own))
      await refusedAs('area_refused')(create({ ownerId }, org))
      await refusedAs('area_refused')(org.call(updateAnyGroup, { groupId, ownerId }))
      expect(await admin.call(queryPerson, { userId: ownerId })).toMatchObject({ groupAllotted: 0 })
    }
    expect(await org.call(queryAnyGroup, { groupId })).toMatchObject({ ownerId: id(owner) })
    expect(await create({ ownerId: id(org) }, org)).toMatchObject({ ownerId: id(org) })
  })

  it('makes nobody an owner whom its roles keep from having a group', async () => {
    const { groupId } = await world.group(owner)
    for (const role of ['observer', 'editor', 'sharedBy', 'forbidden'] as const) {
      const ownerId = id(await world.person(undefined, { department: below, roles: [role] }))
      const refusal = { code: 20001, details: { field: 'ownerId', reason: 'unknown_value' } }
      await expect(create({ ownerId })).rejects.toMatchObject(refusal)
      await expect(admin.call(updateAnyGroup, { groupId, ownerId })).rejects.toMatchObject(refusal)
    }
    expect(await admin.call(queryAnyGroup, { groupId })).toMatchObject({ ownerId: id(owner) })
  })
})
