import { type AdminGroup, createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import { createRole, giveRole, takeRole } from '@clouddisk/contract/admin-roles'
import { createFolder, getInstanceProperty } from '@clouddisk/contract/files'
import {
  addMembers,
  createGroup,
  dissolveGroup,
  queryMembers,
  removeMembers,
} from '@clouddisk/contract/groups'
import { queryPrivilegeList, updateMemberRole, updateUserRole } from '@clouddisk/contract/privileges'
import type { EntryRole, MemberRole, PermissionItem, ShareRole } from '@clouddisk/contract/roles'
import { createShare, updateSharers } from '@clouddisk/contract/shares'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'

/** Nobody gives what it does not have itself, nor takes it by a role that reaches into departments. */

let world: World
let admin: Person
let owner: Person
let member: Person
let tech: string
let group: AdminGroup
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
beforeEach(async () => {
  tech = await world.department(`Tech ${newId()}`)
  ;[owner, member] = [await world.person(), await world.person()]
  group = await admin.call(createDepartmentGroup, {
    departmentId: tech,
    ownerId: id(owner),
    groupName: `Group ${newId()}`,
    capacity: 1,
    members: [named(member, 'viewer'), { principalType: 'department', principalId: tech, role: 'editor' }],
  })
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const id = (person: Person) => person.user.userId
const VIEWER = ['list', 'search', 'attribute', 'preview', 'collect'] as const
const named = (person: Person, role: MemberRole) => ({
  principalType: 'user' as const,
  principalId: id(person),
  role,
})
const roles = async () =>
  Object.fromEntries(
    (await owner.call(queryMembers, { groupId: group.groupId })).list.map((one) => [
      one.principalId,
      one.role,
    ]),
  )
/** Somebody with these items in the files of the department. */
async function reaching(...items: PermissionItem[]): Promise<{ person: Person; roleId: string }> {
  const person = await world.person()
  const { roleId } = await admin.call(createRole, {
    roleName: `r${newId().slice(-12)}`,
    type: 'advanced',
    scope: 'subtree',
    items,
    departmentIds: [tech],
  })
  await admin.call(giveRole, { roleId, userIds: [id(person)] })
  return { person, roleId }
}
const BEYOND = { code: 20001, details: { field: 'role', reason: 'beyond_own' } }
const NOT = { name: 'not_permitted' }

describe('whoever has people of a department’s group by an advanced role', () => {
  it('makes neither itself nor anybody what it is not', async () => {
    const { person } = await reaching('list', 'members')
    const { groupId } = group
    const before = await roles()
    const add = (...members: ReturnType<typeof named>[]) => person.call(addMembers, { groupId, members })
    await expect(add(named(person, 'manager'))).rejects.toMatchObject(BEYOND)
    await expect(add(named(person, 'viewer'))).rejects.toMatchObject(BEYOND)
    await expect(add(named(await world.person(), 'viewer'))).rejects.toMatchObject(BEYOND)
    await expect(
      person.call(updateMemberRole, { groupId, principalIds: [tech], role: 'viewer' }),
    ).rejects.toMatchObject(NOT)
    await expect(person.call(removeMembers, { groupId, principalIds: [tech] })).rejects.toMatchObject(NOT)
    expect(await roles()).toEqual(before)
    const { fileAuth } = await person.call(getInstanceProperty, { instanceId: group.rootId })
    expect(fileAuth).toEqual(['list', 'members'])
  })

  it('gives and takes within what it has, and nothing above', async () => {
    const { person, roleId } = await reaching(...VIEWER, 'members')
    const { groupId } = group
    const other = await world.person()
    expect(await person.call(addMembers, { groupId, members: [named(other, 'viewer')] })).toMatchObject({
      added: 1,
    })
    expect(await person.call(removeMembers, { groupId, principalIds: [id(other)] })).toEqual({ removed: 1 })
    const role = (to: MemberRole, principalId: string) =>
      person.call(updateMemberRole, { groupId, principalIds: [principalId], role: to })
    for (const more of ['manager', 'linker', 'editor', 'downloader'] as const)
      await expect(role(more, id(member))).rejects.toMatchObject(BEYOND)
    // What somebody else was given is not lowered either.
    await expect(role('viewer', tech)).rejects.toMatchObject(NOT)
    await expect(
      person.call(addMembers, {
        groupId,
        members: [{ ...named(other, 'viewer'), principalType: 'department', principalId: tech }],
      }),
    ).rejects.toMatchObject(NOT)
    expect(await roles()).toEqual({ [id(owner)]: 'owner', [id(member)]: 'viewer', [tech]: 'editor' })
    // The owner is nobody’s to change, as ever.
    await expect(role('viewer', id(owner))).rejects.toMatchObject({ name: 'cannot_lock_out' })
    await owner.call(dissolveGroup, { groupId })
    expect(await person.call(removeMembers, { groupId, principalIds: [id(member)] })).toEqual({ removed: 1 })
    await admin.call(takeRole, { roleId, userIds: [id(person)] })
    await expect(person.call(queryMembers, { groupId })).rejects.toMatchObject({ name: 'not_found' })
  })

  it('does so with permissions of single files', async () => {
    const { person } = await reaching(...VIEWER, 'members')
    const { instanceId } = await owner.call(createFolder, { parentId: group.rootId, instanceName: 'plans' })
    const staff = await world.person(undefined, { department: tech })
    const permit = (who: Person, role: EntryRole | 'inherit', by = person) =>
      by.call(updateUserRole, { instanceId, principalType: 'user', principalIds: [id(who)], role })
    for (const role of ['manager', 'editor', 'downloader'] as const)
      await expect(permit(member, role)).rejects.toMatchObject(BEYOND)
    expect(await permit(member, 'forbidden')).toEqual({ changed: 1 })
    expect(await permit(member, 'inherit')).toEqual({ changed: 1 })
    // An editor by its department loses nothing by it, and gets nothing back.
    await expect(permit(staff, 'forbidden')).rejects.toMatchObject(NOT)
    await permit(staff, 'forbidden', owner)
    await expect(permit(staff, 'inherit')).rejects.toMatchObject(NOT)
    await permit(member, 'editor', owner)
    for (const role of ['viewer', 'forbidden', 'inherit'] as const)
      await expect(permit(member, role)).rejects.toMatchObject(NOT)
    expect((await owner.call(queryPrivilegeList, { instanceId })).map((one) => one.role)).toContain('editor')
  })
})

describe('who manages by an entry, bounded by an ordinary role', () => {
  it('manages all people of a group, and gives what it may do itself', async () => {
    const { groupId } = group
    const bounded = await world.person(undefined, { roles: ['sharedBy'] })
    const editor = await world.person()
    await owner.call(addMembers, { groupId, members: [named(bounded, 'manager'), named(editor, 'editor')] })
    const role = (who: Person, to: MemberRole) =>
      bounded.call(updateMemberRole, { groupId, principalIds: [id(who)], role: to })
    for (const more of ['manager', 'linker', 'editor'] as const) {
      await expect(role(member, more)).rejects.toMatchObject(BEYOND)
      const one = await world.person()
      await expect(bounded.call(addMembers, { groupId, members: [named(one, more)] })).rejects.toMatchObject(
        BEYOND,
      )
    }
    expect(await role(member, 'downloader')).toEqual({ changed: 1 })
    expect(await role(editor, 'viewer')).toEqual({ changed: 1 })
    await owner.call(updateMemberRole, { groupId, principalIds: [id(editor)], role: 'editor' })
    expect(await bounded.call(removeMembers, { groupId, principalIds: [id(editor)] })).toEqual({ removed: 1 })
  })

  it('makes no group with managers where it may not do all they may', async () => {
    const { roleId } = await admin.call(createRole, {
      roleName: `r${newId().slice(-12)}`,
      type: 'ordinary',
      items: [...VIEWER, 'upload', 'members'],
    })
    const bounded = await world.person()
    await admin.call(giveRole, { roleId, userIds: [id(bounded)] })
    await admin.call(takeRole, { roleId: 'default', userIds: [id(bounded)] })
    const make = (role: MemberRole) =>
      bounded.call(createGroup, { groupName: `G ${newId()}`, capacity: 1, members: [named(member, role)] })
    await expect(make('editor')).rejects.toMatchObject(BEYOND)
    expect(await make('viewer')).toMatchObject({ role: 'owner' })
  })

  it('shares no more of its files than it may do with them', async () => {
    const bounded = await world.person()
    const { instanceId } = await bounded.call(createFolder, { parentId: '0', instanceName: 'mine' })
    await admin.call(giveRole, { roleId: 'sharedBy', userIds: [id(bounded)] })
    await admin.call(takeRole, { roleId: 'default', userIds: [id(bounded)] })
    const share = (role: ShareRole) =>
      bounded.call(createShare, {
        instanceIds: [instanceId],
        members: [{ principalType: 'user', principalId: id(member), role }],
      })
    for (const more of ['manager', 'editor'] as const)
      expect((await share(more)).list).toMatchObject([{ errcode: 20001 }])
    const { shares } = await share('downloader')
    const fileSharingId = shares[0]?.fileSharingId ?? ''
    const change = (role: ShareRole) =>
      bounded.call(updateSharers, { fileSharingId, principalIds: [id(member)], role })
    await expect(change('editor')).rejects.toMatchObject(BEYOND)
    await change('viewer')
  })
})
