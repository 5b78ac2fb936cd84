import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { createRole, giveRole, takeRole } from '@clouddisk/contract/admin-roles'
import {
  cancelDissolve,
  cancelHandover,
  createGroup,
  dissolveGroup,
  editGroup,
  handoverGroup,
  pageGroups,
  queryGroup,
  queryHandover,
} from '@clouddisk/contract/groups'
import { PERMISSION_ITEMS, type PermissionItem } from '@clouddisk/contract/roles'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'

/** What somebody's roles do not let it do at all it does not do with its own groups either. */

let world: World
let admin: Person
let owner: Person
let heir: Person
let roles = 0
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
beforeEach(async () => {
  ;[owner, heir] = [await world.person(), await world.person()]
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const userId = () => owner.user.userId
/** Gives the owner a role with all but these items; answers how to take it back. */
async function without(...off: PermissionItem[]): Promise<() => Promise<unknown>> {
  const items = PERMISSION_ITEMS.filter((item) => !off.includes(item))
  const { roleId } = await admin.call(createRole, { roleName: `bounded_${++roles}`, type: 'ordinary', items })
  await admin.call(giveRole, { roleId, userIds: [userId()] })
  await admin.call(takeRole, { roleId: 'default', userIds: [userId()] })
  return () => admin.call(takeRole, { roleId, userIds: [userId()] })
}
const given = async () => (await owner.call(queryUserCapacity, {})).allottedGroupCapacity
const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ name: 'not_permitted' })

describe('a list of groups', () => {
  it('has none of those that the person’s roles leave nothing of, nor who hands them over', async () => {
    const { groupId } = await world.group(owner, [[heir, 'viewer']])
    const { groupId: asked } = await world.group(heir, [[owner, 'viewer']])
    const { handoverId } = await heir.call(handoverGroup, { groupId: asked, userId: userId() })
    const listed = async () => {
      const { list, total, handovers } = await owner.call(pageGroups, { show: 'all' })
      return [list.map((one) => one.groupId).sort(), total, handovers.map((one) => one.handoverId)]
    }
    const all = [[groupId, asked].sort(), 2, [handoverId]]
    expect(await listed()).toEqual(all)
    // A viewer's role leaves nothing where uploading alone is allowed.
    const back = await without(...PERMISSION_ITEMS.filter((item) => item !== 'upload'))
    expect(await listed()).toEqual([[groupId], 1, []])
    await back()
    expect(await listed()).toEqual(all)
    await admin.call(giveRole, { roleId: 'forbidden', userIds: [userId()] })
    await admin.call(takeRole, { roleId: 'default', userIds: [userId()] })
    expect(await listed()).toEqual([[], 0, []])
  })

  it('tells a group that is being dissolved to who may still read there', async () => {
    const { groupId } = await world.group(owner)
    await owner.call(dissolveGroup, { groupId })
    await without(...PERMISSION_ITEMS.filter((item) => item !== 'upload'))
    expect(await owner.call(pageGroups, { show: 'all' })).toMatchObject({ total: 0, list: [] })
    await expect(owner.call(queryGroup, { groupId })).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('an owner whose roles do not let it', () => {
  const create = () => owner.call(createGroup, { groupName: `Group ${newId()}`, capacity: 1 })

  it.each(['upload', 'members'] as const)('%s, makes no group', async (item) => {
    const back = await without(item)
    await refused(create())
    expect(await given()).toBe(0)
    await back()
    expect(await create()).toMatchObject({ ownerId: userId() })
  })

  it.each(['viewer', 'editor', 'uploader'] as const)('as %s makes none', async (role) => {
    owner = await world.person(undefined, { roles: [role] })
    await refused(create())
  })

  it('delete, dissolves none and calls none back', async () => {
    const { groupId } = await world.group(owner, [[heir, 'viewer']])
    let back = await without('delete')
    await refused(owner.call(dissolveGroup, { groupId }))
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ dissolveTime: null })
    // What its roles let it do it does all the same.
    await owner.call(editGroup, { groupId, capacity: 2 })
    await owner.call(handoverGroup, { groupId, userId: heir.user.userId })
    await owner.call(cancelHandover, { groupId })
    await back()
    await owner.call(dissolveGroup, { groupId })
    back = await without('delete')
    await refused(owner.call(cancelDissolve, { groupId }))
    await back()
    expect(await owner.call(cancelDissolve, { groupId })).toMatchObject({ dissolveTime: null })
  })

  it('manage people, hands none over and gives none another size', async () => {
    const { groupId } = await world.group(owner, [[heir, 'viewer']])
    const before = await given()
    let back = await without('members')
    await refused(owner.call(handoverGroup, { groupId, userId: heir.user.userId }))
    expect(await owner.call(queryHandover, { groupId })).toBeNull()
    await refused(owner.call(editGroup, { groupId, capacity: 3 }))
    await refused(owner.call(editGroup, { groupId, description: 'ours' }))
    expect(await given()).toBe(before)
    await back()
    await owner.call(handoverGroup, { groupId, userId: heir.user.userId })
    back = await without('members')
    await refused(owner.call(cancelHandover, { groupId }))
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({ status: 'waiting' })
    await expect(owner.call(dissolveGroup, { groupId })).rejects.toMatchObject({ name: 'handover_open' })
    await back()
    expect(await owner.call(cancelHandover, { groupId })).toMatchObject({ status: 'cancelled' })
  })
})
