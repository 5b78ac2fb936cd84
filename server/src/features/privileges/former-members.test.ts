import { moveDepartment } from '@clouddisk/contract/admin-departments'
import { changePeople, updatePerson } from '@clouddisk/contract/admin-people'
import { pageLogs } from '@clouddisk/contract/audit'
import { createFavorites, pageFavorites } from '@clouddisk/contract/favorites'
import { createFolder, getInstanceProperty } from '@clouddisk/contract/files'
import { addMembers, type Group } from '@clouddisk/contract/groups'
import { queryPrivilegeList, updateUserRole } from '@clouddisk/contract/privileges'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'

/** Permissions of single files end with membership, also where that ends by another department. */

let world: World
let admin: Person
let owner: Person
let person: Person
let upper: string
let lower: string
let elsewhere: string
let group: Group
let folder: string
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
beforeEach(async () => {
  upper = await world.department(`Upper ${newId()}`)
  lower = await world.department('Lower', upper)
  elsewhere = await world.department(`Elsewhere ${newId()}`)
  owner = await world.person()
  person = await world.person(undefined, { department: lower })
  group = await world.group(owner, [[upper, 'viewer']])
  folder = (await owner.call(createFolder, { parentId: group.rootId, instanceName: 'plans' })).instanceId
  await permit('user', id(person))
  await person.call(createFavorites, { instanceId: folder })
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const id = (one: Person) => one.user.userId
const permit = (principalType: 'user' | 'department', principalId: string) =>
  owner.call(updateUserRole, {
    instanceId: folder,
    principalType,
    principalIds: [principalId],
    role: 'manager',
  })
const listed = async () =>
  (await owner.call(queryPrivilegeList, { instanceId: folder })).map((one) => one.principalId)
const items = async () => (await person.call(getInstanceProperty, { instanceId: folder })).fileAuth
const put = (departmentId: string) => admin.call(updatePerson, { userId: id(person), departmentId })
const VIEWER = ['list', 'preview', 'collect', 'search', 'attribute']
const asViewer = () =>
  owner.call(addMembers, {
    groupId: group.groupId,
    members: [{ principalType: 'user', principalId: id(person), role: 'viewer' }],
  })

describe('somebody whose department changes', () => {
  it('loses what it had of single files, and gets nothing of it back', async () => {
    expect(await items()).toContain('members')
    await put(elsewhere)
    await expect(items()).rejects.toMatchObject({ name: 'not_found' })
    expect(await listed()).not.toContain(id(person))
    await asViewer()
    expect(await items()).toEqual(VIEWER)
    expect(await person.call(pageFavorites, {})).toMatchObject({ total: 0 })
    const { list } = await admin.call(pageLogs, { userId: id(admin) })
    expect(list.filter((entry) => entry.objectId === folder)).toHaveLength(1)
  })

  it('loses it one of many as well, and by having none any more', async () => {
    await admin.call(changePeople, { action: 'department', userIds: [id(person)], departmentId: elsewhere })
    expect(await listed()).not.toContain(id(person))
    await put(lower)
    expect(await items()).toEqual(VIEWER)
    await permit('user', id(person))
    await put('0')
    await asViewer()
    expect(await items()).toEqual(VIEWER)
  })

  it('keeps it as long as it is in by another way', async () => {
    await put(upper)
    expect(await items()).toContain('members')
    await asViewer()
    await put(elsewhere)
    expect(await items()).toContain('members')
    expect(await person.call(pageFavorites, {})).toMatchObject({ total: 1 })
  })
})

describe('a department that is moved', () => {
  const move = (parentId: string) => admin.call(moveDepartment, { departmentId: lower, parentId })

  it('loses it with all who are in it', async () => {
    await permit('department', lower)
    await move(elsewhere)
    expect(await listed()).not.toContain(id(person))
    expect(await listed()).not.toContain(lower)
    await move(upper)
    expect(await items()).toEqual(VIEWER)
  })

  it('keeps it where it is in by itself, with those who are', async () => {
    const member = { principalType: 'department' as const, principalId: lower, role: 'viewer' as const }
    await permit('department', lower)
    await owner.call(addMembers, { groupId: group.groupId, members: [member] })
    await move(elsewhere)
    expect(await listed()).toEqual(expect.arrayContaining([lower, id(person)]))
    expect(await items()).toContain('members')
  })
})
