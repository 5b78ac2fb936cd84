import { removeDepartment } from '@clouddisk/contract/admin-departments'
import { beginLeave, purgeLeaver } from '@clouddisk/contract/admin-offboarding'
import { updatePerson } from '@clouddisk/contract/admin-people'
import type { Change } from '@clouddisk/contract/changes'
import { createFolder, moveInstances, removeInstances } from '@clouddisk/contract/files'
import { dissolveGroup, queryGroup } from '@clouddisk/contract/groups'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { createShare, pageShares } from '@clouddisk/contract/shares'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { removeTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveInto } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { follow } from '../../../test/stream.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { deleteDissolvedGroups } from '../groups/dissolve.ts'

let world: World
let owner: Person
let member: Person
let n = 0
const open: { stop(): void }[] = []
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  member = await world.person()
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.stop()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const folder = async (who: Person, instanceName: string, parentId = '0') =>
  (await who.call(createFolder, { parentId, instanceName })).instanceId
const share = (
  who: Person,
  id: string,
  principalType: 'user' | 'department' | 'group',
  principalId: string,
) => who.call(createShare, { instanceIds: [id], members: [{ principalType, principalId, role: 'viewer' }] })
const published = async (who: Person) => (await who.call(pageShares, { type: 'published' })).total

/** Somebody who listens: what it heard before a mark in its own space that is made now. */
async function listening(who: Person) {
  const stream = await follow(who)
  open.push(stream)
  return async (): Promise<Pick<Change, 'kind' | 'instanceId'>[]> => {
    const mark = await folder(who, `mark ${++n}`)
    await stream.until((change) => change.instanceId === mark)
    return stream.seen
      .splice(0)
      .filter(({ kind, instanceId }) => instanceId !== mark && !kind.startsWith('notification.'))
      .map(({ kind, instanceId }) => ({ kind, instanceId }))
  }
}

describe('open windows hear that access ended', () => {
  it('with a group: who was in it, whoever had shared with it, and the owner that its space is free', async () => {
    const sharer = await world.person()
    const group = await world.group(owner, [
      [member, 'viewer'],
      [sharer, 'viewer'],
    ])
    const shared = await folder(sharer, 'for the group')
    await share(sharer, shared, 'group', group.groupId)
    await owner.call(dissolveGroup, { groupId: group.groupId })
    world.advance(7.01 * DAY)
    const [o, m, s] = [await world.again(owner), await world.again(member), await world.again(sharer)]
    const [owns, hears, shares] = [await listening(o), await listening(m), await listening(s)]
    await deleteDissolvedGroups(world.ctx)
    const gone = { kind: 'group.changed', instanceId: group.rootId }
    expect(await hears()).toEqual(expect.arrayContaining([gone, { kind: 'share.ended', instanceId: null }]))
    expect(await shares()).toContainEqual({ kind: 'share.ended', instanceId: shared })
    // Once as a member, once as it gets its space back.
    expect((await owns()).filter(({ kind }) => kind === 'group.changed')).toEqual([gone, gone])
    expect(await published(s)).toBe(0)
    expect((await m.call(pageShares, { type: 'received' })).total).toBe(0)
  })

  it('with a department: those who shared with it, and the groups that it was in', async () => {
    const department = await world.department(`Ending ${++n}`)
    await moveInto(world, member, department)
    const shared = await folder(owner, 'for all of it')
    await share(owner, shared, 'department', department)
    const group = await world.group(owner, [[department, 'viewer']])
    await moveInto(world, member, null)
    const owns = await listening(owner)
    await (await world.admin()).call(removeDepartment, { departmentId: department })
    expect(await owns()).toEqual(
      expect.arrayContaining([
        { kind: 'share.ended', instanceId: shared },
        { kind: 'member.changed', instanceId: group.rootId },
      ]),
    )
    expect(await published(owner)).toBe(0)
    expect(await owner.call(queryGroup, { groupId: group.groupId })).toMatchObject({ memberCount: 1 })
  })

  it('with an account: those who shared with it, and the groups that it was in', async () => {
    const shared = await folder(owner, 'for a colleague')
    await share(owner, shared, 'user', member.user.userId)
    const group = await world.group(owner, [[member, 'editor']])
    const inside = await folder(owner, 'inside', group.rootId)
    const principal = { principalType: 'user' as const, principalIds: [member.user.userId] }
    await owner.call(updateUserRole, { instanceId: inside, ...principal, role: 'viewer' })
    const admin = await world.admin()
    await admin.call(beginLeave, { userId: member.user.userId })
    const owns = await listening(owner)
    await admin.call(purgeLeaver, { userId: member.user.userId })
    expect(await owns()).toEqual(
      expect.arrayContaining([
        { kind: 'share.ended', instanceId: shared },
        { kind: 'member.changed', instanceId: group.rootId },
        { kind: 'privilege.changed', instanceId: inside },
      ]),
    )
    expect(await published(owner)).toBe(0)
  })

  it('with a handover: the heir, of what is its own now', async () => {
    const heir = await world.person()
    const shared = await folder(member, 'soon the heir’s')
    await share(member, shared, 'user', heir.user.userId)
    const hears = await listening(heir)
    const leave = { userId: member.user.userId, toUserId: heir.user.userId }
    await (await world.admin()).call(beginLeave, leave)
    expect(await hears()).toContainEqual({ kind: 'share.ended', instanceId: shared })
  })

  it('with a move into another space: who had been given something of it, however deep', async () => {
    const top = await folder(owner, 'top')
    const deep = await folder(owner, 'deep', top)
    await share(owner, deep, 'user', member.user.userId)
    const group = await world.group(owner)
    const hears = await listening(member)
    await owner.call(moveInstances, { instanceIds: [top], targeParentId: group.rootId })
    expect(await hears()).toEqual([{ kind: 'share.ended', instanceId: deep }])
  })

  it('with the bin: who had been given something that is let go for good', async () => {
    const top = await folder(owner, 'top')
    const deep = await folder(owner, 'deep', top)
    await share(owner, deep, 'user', member.user.userId)
    const { list } = await owner.call(removeInstances, { instanceIds: [top] })
    const hears = await listening(member)
    await owner.call(removeTrash, { instanceIds: list.map(({ newId = '' }) => newId) })
    expect(await hears()).toEqual([{ kind: 'share.ended', instanceId: deep }])
  })
})

describe('a stream ends with the time of its account', () => {
  it('and tells nothing of what happens afterwards', async () => {
    const group = await world.group(owner, [[member, 'viewer']])
    const admin = await world.admin()
    const stream = await follow(member)
    open.push(stream)
    const validUntil = new Date(world.ctx.now().getTime() + 60_000).toISOString()
    await admin.call(updatePerson, { userId: member.user.userId, validUntil })
    const before = await folder(owner, 'in time', group.rootId)
    await stream.until((change) => change.instanceId === before)
    world.advance(60_000)
    const after = await folder(owner, 'too late', group.rootId)
    await expect(stream.until((change) => change.instanceId === after)).rejects.toThrow('the stream ended')
  })

  it('and not before, where it was made longer', async () => {
    const group = await world.group(owner, [[member, 'viewer']])
    const admin = await world.admin()
    const userId = member.user.userId
    const inMs = (ms: number) => new Date(world.ctx.now().getTime() + ms).toISOString()
    await admin.call(updatePerson, { userId, validUntil: inMs(60_000) })
    const stream = await follow(member)
    open.push(stream)
    await admin.call(updatePerson, { userId, validUntil: inMs(HOUR) })
    world.advance(60_000)
    const after = await folder(owner, 'in time', group.rootId)
    await stream.until((change) => change.instanceId === after)
  })
})
