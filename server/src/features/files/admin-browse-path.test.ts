import { pageOwnedFiles, searchOwnedFiles } from '@clouddisk/contract/admin-files'
import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import { createFolder } from '@clouddisk/contract/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let department: string
let boss: Person
let superAdmin: Person
beforeAll(async () => {
  world = await openWorld()
  department = await world.department('Ours')
  boss = await world.admin('orgAdmin', { department })
  superAdmin = await world.admin('superAdmin', { department })
})
afterAll(() => world.close())

const look = (owner: Person, by = boss) =>
  by.call(pageOwnedFiles, { ownerType: 'user', ownerId: owner.user.userId })
const found = async (keyword: string, by = boss) =>
  (await by.call(searchOwnedFiles, { keyword })).list.map((item) => item.instanceName).sort()
const folder = (person: Person, instanceName: string, parentId = '0') =>
  person.call(createFolder, { parentId, instanceName })
const REFUSED = { name: 'area_refused' }

describe('a department administrator', () => {
  it('looks at nothing of a super administrator in its department, by no way', async () => {
    const person = await world.person(undefined, { department })
    await folder(superAdmin, 'secret plan')
    await folder(person, 'public plan')
    await expect(look(superAdmin)).rejects.toMatchObject(REFUSED)
    const group = await world.group(superAdmin, [], { name: 'Secret group' })
    await folder(superAdmin, 'group plan', group.rootId)
    const ofGroup = { ownerType: 'group' as const, ownerId: group.groupId }
    await expect(boss.call(pageOwnedFiles, ofGroup)).rejects.toMatchObject(REFUSED)
    expect(await found('plan')).toEqual(['public plan'])
    const asked = { keyword: 'plan', ownerId: superAdmin.user.userId }
    expect((await boss.call(searchOwnedFiles, asked)).list).toEqual([])
    expect((await look(person)).list).toMatchObject([{ instanceName: 'public plan' }])
  })

  it('looks at the group of its department, whoever owns that', async () => {
    const shelf = await superAdmin.call(createDepartmentGroup, {
      departmentId: department,
      ownerId: superAdmin.user.userId,
      groupName: 'Shelf',
      capacity: 1,
    })
    await folder(superAdmin, 'shelf list', shelf.rootId)
    const ofGroup = { ownerType: 'group' as const, ownerId: shelf.groupId }
    expect((await boss.call(pageOwnedFiles, ofGroup)).list).toMatchObject([{ instanceName: 'shelf list' }])
    expect(await found('shelf list')).toEqual(['shelf list'])
  })

  it('is the only one who is kept from that', async () => {
    const above = await world.admin('superAdmin')
    await folder(superAdmin, 'for each other')
    expect((await look(superAdmin, above)).list.length).toBeGreaterThan(0)
    expect(await found('for each other', above)).toEqual(['for each other'])
  })
})
