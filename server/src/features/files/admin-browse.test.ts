import { pageOwnedFiles } from '@clouddisk/contract/admin-files'
import { pageLogs } from '@clouddisk/contract/audit'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder } from '@clouddisk/contract/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let person: Person
let work: string
let file: string
beforeAll(async () => {
  world = await openWorld()
  person = await world.person(undefined, {
    realName: '李四',
    department: await world.department('Looked at'),
  })
  work = (await person.call(createFolder, { instanceName: 'work' })).instanceId
  file = (await person.upload(work, 'plan.txt', Buffer.from('plan'))).instanceId
})
afterAll(() => world.close())

const look = (admin: Person, more = {}) =>
  admin.call(pageOwnedFiles, { ownerType: 'user', ownerId: person.user.userId, ...more })

describe('an administrator who looks at somebody’s files', () => {
  it('sees what there is, and can take nothing of it', async () => {
    const admin = await world.admin('superAdmin')
    expect((await look(admin)).list.map((item) => item.instanceName)).toEqual(['work'])
    const { list, path } = await look(admin, { parentId: work })
    expect(list).toMatchObject([{ instanceName: 'plan.txt', fileAuth: ['list', 'search', 'attribute'] }])
    expect(path.map((step) => step.instanceId)).toEqual([person.user.rootId, work])
    await expect(admin.call(getDownloadUrl, { instanceId: file })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('sees a group’s too, and no other space through it', async () => {
    const admin = await world.admin('superAdmin')
    const group = await world.group(person, [], { name: 'Looked at together' })
    const { instanceId } = await person.call(createFolder, { parentId: group.rootId, instanceName: 'ours' })
    const { list } = await admin.call(pageOwnedFiles, { ownerType: 'group', ownerId: group.groupId })
    expect(list.map((item) => item.instanceName)).toEqual(['ours'])
    await expect(look(admin, { parentId: instanceId })).rejects.toMatchObject({ name: 'not_found' })
    const asGroup = { ownerType: 'group' as const, ownerId: group.groupId, parentId: work }
    await expect(admin.call(pageOwnedFiles, asGroup)).rejects.toMatchObject({ name: 'not_found' })
  })

  it('is put down with each folder', async () => {
    const admin = await world.admin('superAdmin')
    await look(admin, { parentId: work })
    await expect
      .poll(async () => (await admin.call(pageLogs, { action: 'admin.looked', pageSize: 10 })).list[0])
      .toMatchObject({ objectName: 'work', result: 'ok' })
  })

  it('has its own departments’ alone', async () => {
    const elsewhere = await world.admin('orgAdmin', { department: await world.department('Elsewhere') })
    await expect(look(elsewhere)).rejects.toMatchObject({ name: 'not_found' })
  })
})
