import { beginLeave } from '@clouddisk/contract/admin-offboarding'
import { changePeople } from '@clouddisk/contract/admin-people'
import { pageLogs } from '@clouddisk/contract/audit'
import { createFolder, moveInstances } from '@clouddisk/contract/files'
import { addMembers } from '@clouddisk/contract/groups'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { createShare } from '@clouddisk/contract/shares'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let auditor: Person
let anna: Person
let cleo: Person
beforeAll(async () => {
  world = await openWorld()
  auditor = await world.admin('auditor')
  anna = await world.person('anna_1', { realName: '安娜' })
  cleo = await world.person('cleo_1', { realName: '柯丽' })
})
afterAll(() => world.close())

const entries = async (filter: { keyword?: string; action?: string } = {}) =>
  (await auditor.call(pageLogs, { pageSize: 1000, ...filter })).list
const folder = async (instanceName: string, parentId = '0') =>
  (await anna.call(createFolder, { parentId, instanceName })).instanceId
const as = <R extends string>(who: Person, role: R) => ({
  principalType: 'user' as const,
  principalId: who.user.userId,
  role,
})

describe('a move in the log', () => {
  it('names where from and where to', async () => {
    const [plans, old] = [await folder('Plans'), await folder('Old')]
    const file = (await anna.upload(old, 'draft.txt', Buffer.from('one'))).instanceId
    await anna.call(moveInstances, { instances: [file], targeParentId: plans })
    await anna.call(moveInstances, { instances: [file], targeParentId: '0' })
    const told = (await entries({ action: 'file.moved', keyword: 'draft.txt' })).reverse()
    expect(told.map(({ detail }) => detail)).toEqual([
      { name: 'draft.txt', from: 'Old', fromId: old, to: 'Plans', toId: plans },
      { name: 'draft.txt', from: 'Plans', fromId: plans, to: '安娜', toId: anna.user.rootId },
    ])
  })

  it('into another space is told once for each item, with both spaces', async () => {
    const { rootId } = await world.group(anna, [], { name: 'Band' })
    const from = await folder('Songs')
    const ids = [await folder('one', from), await folder('two', from)]
    await anna.call(moveInstances, { instances: ids, targeParentId: rootId })
    const told = (await entries({ action: 'file.moved' })).filter(({ objectId }) =>
      ids.includes(objectId ?? ''),
    )
    expect(told.map(({ objectName }) => objectName).sort()).toEqual(['one', 'two'])
    for (const { detail } of told)
      expect(detail).toMatchObject({
        ...{ from: 'Songs', fromId: from, fromSpace: '安娜' },
        ...{ to: 'Band', toId: rootId, toSpace: 'Band', group: 'Band' },
      })
  })
})

describe('what was done to a person', () => {
  it('is found by its name, and by its account', async () => {
    const admin = await world.admin('superAdmin')
    const heir = await world.person('heir_1', { realName: '海儿' })
    const { groupId, rootId } = await world.group(anna, [], { name: 'Choir' })
    await anna.call(addMembers, { groupId, members: [as(cleo, 'viewer')] })
    const inside = await folder('Inside', rootId)
    const principalIds = [cleo.user.userId]
    await anna.call(updateUserRole, {
      ...{ instanceId: inside, principalType: 'user', principalIds, role: 'editor' },
    })
    await anna.call(createShare, { instanceIds: [await folder('Given')], members: [as(cleo, 'viewer')] })
    await admin.call(changePeople, { action: 'freeze', userIds: principalIds })
    await admin.call(beginLeave, { userId: cleo.user.userId, toUserId: heir.user.userId })
    const expected = [
      'member.changed',
      'privilege.changed',
      'share.created',
      'person.frozen',
      'person.leaveBegun',
      'person.handedOver',
    ]
    for (const keyword of ['cleo_1', '柯丽', 'CLEO']) {
      const actions = (await entries({ keyword })).map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(expected))
      expect(actions).not.toContain('group.created')
    }
    // Who got it is found as well, by what names only its id.
    expect((await entries({ keyword: 'heir_1' })).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['person.leaveBegun', 'person.handedOver']),
    )
  })
})
