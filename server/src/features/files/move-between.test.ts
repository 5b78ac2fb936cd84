import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  pageInstances,
  previewMove,
  queryInstanceDetail,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { addMembers, type Group, queryGroup } from '@clouddisk/contract/groups'
import { queryJob } from '@clouddisk/contract/jobs'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { createShare, pageShares } from '@clouddisk/contract/shares'
import { restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let member: Person
let group: Group
beforeAll(async () => {
  world = await openWorld()
})
let groups = 0
beforeEach(async () => {
  owner = await world.person()
  member = await world.person()
  group = await world.group(owner, [[member, 'editor']], { name: `Between ${++groups}` })
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0', person = owner) =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const move = (instanceId: string, targeParentId: string, more = {}, person = owner) =>
  person.call(moveInstances, { instanceIds: [instanceId], targeParentId, ...more })
const usedBy = async (person: Person) => (await person.call(queryUserCapacity, {})).usedSize
const usedByGroup = async () => (await owner.call(queryGroup, { groupId: group.groupId })).usedCapacity

describe('a move from one space to another', () => {
  it('takes along what is charged, versions too, and everybody in the group has it then', async () => {
    const work = await folder('work')
    await owner.upload(work, 'a.txt', Buffer.alloc(100, 1))
    await owner.upload(work, 'a.txt', Buffer.alloc(50, 2), { conflict: 'newVersion' })
    const { list } = await move(work, group.rootId)
    expect(list).toMatchObject([{ errcode: 0, outcome: 'moved' }])
    expect([await usedBy(owner), await usedByGroup()]).toEqual([0, 150])
    expect(await member.tree(group.rootId)).toEqual({ work: { 'a.txt': 50 } })
    const detail = await member.call(queryInstanceDetail, { instanceId: work })
    expect(detail).toMatchObject({ groupId: group.groupId, instanceType: '2' })
    expect(await owner.tree()).toEqual({})
  })

  it('back out of the group is its managers’, and ends what single files gave', async () => {
    const papers = await folder('papers', group.rootId)
    await member.upload(papers, 'a.txt', Buffer.alloc(10))
    const reader = { principalType: 'user' as const, principalIds: [member.user.userId] }
    await owner.call(updateUserRole, { instanceId: papers, ...reader, role: 'manager' })
    // Who manages one folder of the group may take that folder out.
    const mine = await folder('mine', '0', member)
    expect((await move(papers, mine, {}, member)).list).toMatchObject([{ errcode: 0 }])
    expect([await usedByGroup(), await usedBy(member)]).toEqual([0, 10])
    expect(await owner.tree(group.rootId)).toEqual({})
    const { rows } = await world.ctx.db.pool.query('select role from file_grant where file_id = $1', [papers])
    expect(rows).toEqual([])
  })

  it('is refused where the other space is too full, and changes nothing', async () => {
    const poor = await world.person(undefined, { capacity: 60 })
    const theirs = await world.group(poor, [], { name: `Poor ${groups}` })
    const work = await folder('work', theirs.rootId, poor)
    await poor.upload(work, 'a.txt', Buffer.alloc(100))
    await expect(move(work, '0', {}, poor)).rejects.toMatchObject({
      name: 'quota_full',
      message: expect.stringContaining('个人空间不足，还差 40'),
    })
    expect(await poor.tree(theirs.rootId)).toEqual({ work: { 'a.txt': 100 } })
    expect(await usedBy(poor)).toBe(0)
  })

  it('numbers a namesake, or becomes its version', async () => {
    const { instanceId: there } = await member.upload(group.rootId, 'a.txt', Buffer.alloc(1))
    const { instanceId: one } = await owner.upload('0', 'a.txt', Buffer.alloc(2))
    expect((await move(one, group.rootId)).list).toMatchObject([
      { outcome: 'renamed', instanceName: 'a (1).txt' },
    ])
    const { instanceId: two } = await owner.upload('0', 'a.txt', Buffer.alloc(4))
    expect((await move(two, group.rootId, { conflict: 'newVersion' })).list).toMatchObject([
      { outcome: 'newVersion', newId: there },
    ])
    expect([await usedBy(owner), await usedByGroup()]).toEqual([0, 7])
  })

  it('ends shares of what goes into a group, and nobody else notices before', async () => {
    const work = await folder('work')
    const colleague = await world.person()
    const to = { principalType: 'user' as const, principalId: colleague.user.userId, role: 'viewer' as const }
    await owner.call(createShare, { instanceIds: [work], members: [to] })
    const told = await owner.call(previewMove, { instanceIds: [work], targeParentId: group.rootId })
    expect(told).toMatchObject({
      crossing: true,
      endedShares: 1,
      gains: { count: 1, list: [{ principalId: member.user.userId }] },
      loses: { count: 1, list: [{ principalId: colleague.user.userId }] },
      missingSize: 0,
    })
    await move(work, group.rootId)
    expect((await colleague.call(pageShares, { type: 'received' })).list).toEqual([])
    await expect(colleague.call(pageInstances, { parentId: work })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('tells of a copy who could read it then, and names those above a share in full, or masked where a setting asks for it', async () => {
    const { instanceId } = await owner.upload('0', 'plan.txt', Buffer.alloc(30))
    const toGroup = { instanceIds: [instanceId], targeParentId: group.rootId, copy: true }
    expect(await owner.call(previewMove, toGroup)).toMatchObject({
      crossing: true,
      gains: { count: 1, list: [{ principalId: member.user.userId, name: member.user.userRealName }] },
      loses: { count: 0, list: [] },
      endedShares: 0,
      requiredSize: 30,
      missingSize: 0,
    })
    const [top, stranger] = [await folder('top'), await world.person(undefined, { realName: '欧阳小峰' })]
    const inner = await folder('inner', top)
    const share = (id: string, person: Person) =>
      owner.call(createShare, {
        instanceIds: [id],
        members: [{ principalType: 'user', principalId: person.user.userId, role: 'editor' }],
      })
    await share(top, stranger)
    const guest = await world.person()
    await share(inner, guest)
    const { instanceId: mine } = await guest.upload('0', 'mine.txt', Buffer.alloc(1))
    const into = { instanceIds: [mine], targeParentId: inner, copy: true }
    const names = async () => {
      const { gains } = await guest.call(previewMove, into)
      expect(gains.count).toBe(2)
      return gains.list.map(({ name }) => name).sort()
    }
    expect(await names()).toEqual([owner.user.userRealName, '欧阳小峰'].sort())
    const admin = await world.admin('superAdmin')
    await admin.call(saveInstanceSettings, { maskNames: 'otherDepartments' })
    expect(await names()).toEqual([owner.user.userRealName, '欧**峰'].sort())
    await admin.call(saveInstanceSettings, { maskNames: 'off' })
    await expect(guest.call(previewMove, { ...into, instanceIds: [instanceId] })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('of what is large runs behind the call, as a whole', async () => {
    await world.jobs.start()
    const children = Array.from({ length: 2600 }, (_, n) => ({ instanceName: `branch ${n}` }))
    const { instanceId: top = '' } = await owner.call(batchCreateFolder, { instanceName: 'wide', children })
    await owner.call(batchCreateFolder, { parentId: top, instanceName: 'deeper', children })
    await owner.upload(top, 'a.txt', Buffer.alloc(30))
    const { jobId = '', list } = await move(top, group.rootId)
    expect(list).toEqual([])
    await expect
      .poll(async () => (await owner.call(queryJob, { jobId })).state, { timeout: 20_000 })
      .toBe('done')
    expect((await owner.call(queryJob, { jobId })).list).toMatchObject([
      { instanceId: top, outcome: 'moved' },
    ])
    expect([await usedBy(owner), await usedByGroup()]).toEqual([0, 30])
    const { parent } = await member.call(pageInstances, { parentId: top })
    expect(parent.groupId).toBe(group.groupId)
    await world.jobs.stop()
  })

  it('ends a copy into what went away meanwhile, which leaves nothing behind', async () => {
    const [source, target] = [await folder('source'), await folder('target', group.rootId)]
    const children = Array.from({ length: 250 }, (_, n) => ({ instanceName: `branch ${n}` }))
    await owner.call(batchCreateFolder, { parentId: source, instanceName: 'wide', children })
    await owner.upload(source, 'a.txt', Buffer.alloc(30))
    const { jobId = '' } = await owner.call(copyInstances, { instanceIds: [source], targeParentId: target })
    await move(target, '0')
    await world.jobs.start()
    await expect
      .poll(async () => (await owner.call(queryJob, { jobId })).state, { timeout: 20_000 })
      .toBe('failed')
    expect((await owner.call(queryJob, { jobId })).list).toMatchObject([{ errcode: 40903 }])
    await world.jobs.stop()
    expect([await usedBy(owner), await usedByGroup()]).toEqual([30, 0])
    expect(Object.keys(await owner.tree(target))).toEqual([])
  })

  it('leaves an upload into what went away nowhere, and its space free', async () => {
    const work = await folder('work')
    const { instanceId } = await owner.upload(work, 'a.txt', Buffer.alloc(5))
    await owner.call(removeInstances, { instanceIds: [instanceId] })
    await move(work, group.rootId)
    // What was thrown away before stays in the bin that it went to, and comes back to its owner.
    await owner.call(restoreTrash, { instanceIds: [instanceId] })
    expect(await owner.tree()).toEqual({ work: { 'a.txt': 5 } })
    expect(await owner.tree(group.rootId)).toEqual({ work: {} })
  })

  it('and one the other way at the same time leave both whole', async () => {
    const [mine, theirs] = [await folder('mine'), await folder('theirs', group.rootId)]
    await owner.upload(mine, 'a.txt', Buffer.alloc(3))
    await owner.upload(theirs, 'b.txt', Buffer.alloc(4))
    const rename = owner.call(renameInstance, { instanceId: mine, instanceName: 'mine as well' })
    const results = await Promise.allSettled([
      move(mine, group.rootId),
      move(theirs, '0'),
      rename,
      folder('inside', mine),
      folder('inside', theirs),
    ])
    expect(results.map(({ status }) => status)).not.toContain('rejected')
    expect([await usedBy(owner), await usedByGroup()]).toEqual([4, 3])
  })
})

describe('taking much away from others', () => {
  const fill = async (count: number) => {
    const children = Array.from({ length: count }, (_, n) => ({ instanceName: `f ${n}` }))
    const { instanceId = '' } = await owner.call(batchCreateFolder, {
      parentId: group.rootId,
      instanceName: 'much',
      children,
    })
    return instanceId
  }

  it('asks for the number, and goes on with it', async () => {
    const much = await fill(60)
    const remove = (confirmCount?: number) =>
      member.call(removeInstances, {
        instanceIds: [much],
        ...(confirmCount === undefined ? {} : { confirmCount }),
      })
    await expect(remove()).rejects.toMatchObject({
      name: 'confirm_mass_delete',
      details: { count: 61, total: 62 },
    })
    await expect(remove(60)).rejects.toMatchObject({ name: 'confirm_mass_delete' })
    const { list } = await remove(61)
    // Undone as one.
    await member.call(restoreTrash, { instanceIds: list.map((line) => line.newId ?? '') })
    expect(Object.keys((await owner.tree(group.rootId)).much ?? {})).toHaveLength(60)
  })

  it('asks nothing for fifty, or for a small part, or of one’s own', async () => {
    const fifty = await fill(49)
    expect((await member.call(removeInstances, { instanceIds: [fifty] })).list).toMatchObject([
      { errcode: 0 },
    ])
    const children = Array.from({ length: 600 }, (_, n) => ({ instanceName: `g ${n}` }))
    await owner.call(batchCreateFolder, { parentId: group.rootId, instanceName: 'rest', children })
    const part = await fill(60)
    expect((await member.call(removeInstances, { instanceIds: [part] })).list).toMatchObject([{ errcode: 0 }])
    const { instanceId: own = '' } = await owner.call(batchCreateFolder, { instanceName: 'own', children })
    expect((await owner.call(removeInstances, { instanceIds: [own] })).list).toMatchObject([{ errcode: 0 }])
  })

  it('asks before a move out of the group as well', async () => {
    const much = await fill(60)
    await expect(move(much, '0')).rejects.toMatchObject({ name: 'confirm_mass_delete' })
    const manager = await world.person()
    await owner.call(addMembers, {
      groupId: group.groupId,
      members: [{ principalType: 'user', principalId: manager.user.userId, role: 'manager' }],
    })
    expect((await move(much, '0', { confirmCount: 61 })).list).toMatchObject([{ errcode: 0 }])
    const told = async (person: Person) =>
      (await person.call(pageNotifications, {})).list.flatMap(({ kind, data }) =>
        kind === 'files.massMoved' ? [[data.count, data.actorName, data.groupId]] : [],
      )
    expect(await told(manager)).toEqual([[61, owner.user.userRealName, group.groupId]])
    expect([await told(owner), await told(member)]).toEqual([[], []])
  })

  it('tells nobody of a move that was refused, item by item', async () => {
    const much = await fill(60)
    const { list } = await move(much, '0', { confirmCount: 61 }, member)
    expect(list).toMatchObject([{ errcode: 30403 }])
    expect((await owner.call(pageNotifications, {})).list.map(({ kind }) => kind)).not.toContain(
      'files.massMoved',
    )
  })
})
