import { createFolder } from '@clouddisk/contract/files'
import { createGroup, pageGroups, queryGroup, queryMembers } from '@clouddisk/contract/groups'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

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

describe('a new group', () => {
  it('has its space from the owner’s allowance, a root of its name, and the owner in it', async () => {
    const member = await world.person()
    const group = await owner.call(createGroup, {
      groupName: ' Design  ',
      description: 'What we draw',
      capacity: 30,
      members: [{ principalType: 'user', principalId: member.user.userId, role: 'editor' }],
    })
    expect(group).toMatchObject({
      groupName: 'Design',
      description: 'What we draw',
      usedCapacity: 0,
      totalCapacity: 30 * GB,
      memberCount: 2,
      ownerId: owner.user.userId,
      role: 'owner',
      identity: 'owner',
      isHide: false,
      dissolveTime: null,
      handover: null,
    })
    await owner.call(createFolder, { parentId: group.rootId, instanceName: 'Plans' })
    expect(await member.tree(group.rootId)).toEqual({ Plans: {} })
    expect(await member.call(queryGroup, { groupId: group.groupId })).toMatchObject({ role: 'editor' })
    expect(await member.call(pageGroups, {})).toMatchObject({
      total: 1,
      hiddenCount: 0,
      list: [{ identity: 'member' }],
    })
    const page = await member.call(queryMembers, { groupId: group.groupId })
    expect(page).toMatchObject({
      total: 2,
      memberCount: 2,
      list: [{ role: 'owner' }, { role: 'editor', isSelf: true }],
    })
  })
})
