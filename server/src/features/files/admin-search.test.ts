import { searchOwnedFiles } from '@clouddisk/contract/admin-files'
import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import { pageLogs } from '@clouddisk/contract/audit'
import { batchCreateFolder, createFolder, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let person: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
  person = await world.person(undefined, { realName: '李四' })
})
afterAll(() => world.close())

const find = (asked: Input<typeof searchOwnedFiles>, who = admin) => who.call(searchOwnedFiles, asked)
const namesOf = async (asked: Input<typeof searchOwnedFiles>, who = admin) =>
  (await find(asked, who)).list.map((item) => item.instanceName)
const folder = async (instanceName: string, parentId = '0', owner = person) =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const upload = async (name: string, parentId = '0', owner = person) =>
  (await owner.upload(parentId, name, Buffer.from(name))).instanceId

describe('an administrator who asks for files among those of all', () => {
  it('is told of people’s, groups’ and departments’, the latest first, with where each lies', async () => {
    const group = await world.group(person, [], { name: 'Together' })
    const department = await world.department('Maps')
    const shelf = await admin.call(createDepartmentGroup, {
      departmentId: department,
      ownerId: person.user.userId,
      groupName: 'Shelf',
      capacity: 1,
    })
    const work = await folder('work')
    const deep = await folder('deep', work)
    await upload('Atlas one.txt', deep)
    await folder('atlas two', group.rootId)
    await upload('ATLAS three.pdf', shelf.rootId)
    const { list, truncated } = await find({ keyword: ' atlas ' })
    expect(truncated).toBe(false)
    expect(list).toMatchObject([
      {
        instanceName: 'ATLAS three.pdf',
        classifierId: 'File',
        fileType: 'pdf',
        fileSize: 15,
        updateUser: '李四',
        kind: 'department',
        ownerType: 'group',
        ownerId: shelf.groupId,
        ownerName: 'Shelf',
        parentId: shelf.rootId,
        instancePath: 'Shelf',
      },
      {
        instanceName: 'atlas two',
        classifierId: 'Folder',
        kind: 'group',
        ownerType: 'group',
        ownerId: group.groupId,
        ownerName: 'Together',
        instancePath: 'Together',
      },
      {
        instanceName: 'Atlas one.txt',
        kind: 'person',
        ownerType: 'user',
        ownerId: person.user.userId,
        ownerName: '李四',
        parentId: deep,
        instancePath: '个人文件/work/deep',
      },
    ])
    const [later = '', earlier = ''] = list.map((item) => item.updateTime)
    const one = async (more: Input<typeof searchOwnedFiles>) => namesOf({ keyword: 'atlas', ...more })
    expect(await one({ kind: 'person' })).toEqual(['Atlas one.txt'])
    expect(await one({ kind: 'group' })).toEqual(['atlas two'])
    expect(await one({ kind: 'department' })).toEqual(['ATLAS three.pdf'])
    expect(await one({ ownerId: person.user.userId })).toEqual(['Atlas one.txt'])
    expect(await one({ ownerId: group.groupId })).toEqual(['atlas two'])
    expect(await one({ ownerId: group.groupId, kind: 'person' })).toEqual([])
    expect(await one({ startTime: later })).toEqual(['ATLAS three.pdf'])
    expect(await one({ startTime: earlier, endTime: later })).toEqual(['atlas two'])
    expect((await find({ keyword: 'atlas one' }, admin.speaking('en-US'))).list).toMatchObject([
      { instancePath: 'Personal files/work/deep' },
    ])
  })

  it('is told of nothing that was thrown away, nor of what is in it, until it is given back', async () => {
    const kept = await folder('kept')
    const gone = await folder('pebble gone')
    await upload('pebble below.txt', await folder('between', gone))
    await upload('pebble kept.txt', kept)
    const alone = await upload('pebble alone.txt', kept)
    await person.call(removeInstances, { instanceIds: [gone] })
    const { list } = await person.call(removeInstances, { instanceIds: [alone] })
    expect(await namesOf({ keyword: 'pebble' })).toEqual(['pebble kept.txt'])
    await person.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''] })
    expect((await namesOf({ keyword: 'pebble' })).toSorted()).toEqual(['pebble alone.txt', 'pebble kept.txt'])
  })

  it('is told of what is older than very much that was thrown away', async () => {
    await upload('dusk.txt')
    const heap = await folder('heap')
    const children = Array.from({ length: 1001 }, (_, i) => ({ instanceName: `dusk ${i}` }))
    await person.call(batchCreateFolder, { parentId: heap, instanceName: 'dusks', children })
    expect((await find({ keyword: 'dusk' })).truncated).toBe(true)
    await person.call(removeInstances, { instanceIds: [heap] })
    expect(await find({ keyword: 'dusk' })).toMatchObject({
      list: [{ instanceName: 'dusk.txt' }],
      truncated: false,
    })
  })

  it('gets the latest two hundred, and is told where there are more', async () => {
    const children = Array.from({ length: LIMITS.searchMax }, (_, i) => ({ instanceName: `grain ${i}` }))
    await person.call(batchCreateFolder, { instanceName: 'all of them', children })
    const exactly = await find({ keyword: 'grain' })
    expect([exactly.list.length, exactly.truncated]).toEqual([LIMITS.searchMax, false])
    await upload('grain latest.txt')
    const more = await find({ keyword: 'grain' })
    expect([more.list.length, more.truncated]).toEqual([LIMITS.searchMax, true])
    expect(more.list[0]?.instanceName).toBe('grain latest.txt')
  })

  it('is told where older files were not looked through', async () => {
    const { limits } = world.ctx.config
    const { searchLookedMax } = limits
    Object.assign(limits, { searchLookedMax: 2 })
    onTestFinished(() => {
      Object.assign(limits, { searchLookedMax })
    })
    const fern = await upload('fern.txt')
    expect(await find({ keyword: 'fern' })).toMatchObject({
      list: [{ instanceId: fern }],
      truncated: true,
    })
    await upload('moss 1.txt')
    await upload('moss 2.txt')
    expect(await find({ keyword: 'fern' })).toEqual({ list: [], truncated: true })
    const endTime = new Date(Date.now() + 60_000).toISOString()
    const startTime = (await find({ keyword: 'moss' })).list[0]?.updateTime ?? ''
    expect(await find({ keyword: 'fern', startTime, endTime })).toEqual({ list: [], truncated: false })
  })

  it('finds a file by the name that it has now', async () => {
    const instanceId = await upload('quartz.txt')
    await person.call(renameInstance, { instanceId, instanceName: 'basalt.txt' })
    expect(await namesOf({ keyword: 'quartz' })).toEqual([])
    expect(await namesOf({ keyword: 'basalt' })).toEqual(['basalt.txt'])
  })

  it('has its own departments’ alone', async () => {
    const [inside, outside] = [await world.department('Inside'), await world.department('Outside')]
    const below = await world.department('Below', inside)
    const near = await world.person(undefined, { department: below })
    const far = await world.person(undefined, { department: outside })
    const [nearGroup, farGroup] = [await world.group(near), await world.group(far)]
    await upload('cedar near.txt', '0', near)
    await upload('cedar near group.txt', nearGroup.rootId, near)
    await upload('cedar far.txt', '0', far)
    await upload('cedar far group.txt', farGroup.rootId, far)
    await upload('cedar nobody’s.txt')
    const shelf = async (departmentId: string, owner: Person, groupName: string) =>
      (
        await admin.call(createDepartmentGroup, {
          departmentId,
          ownerId: owner.user.userId,
          groupName,
          capacity: 1,
        })
      ).rootId
    await upload('cedar near shelf.txt', await shelf(inside, far, 'Near shelf'), far)
    await upload('cedar far shelf.txt', await shelf(outside, near, 'Far shelf'), near)
    const orgAdmin = await world.admin('orgAdmin', { department: inside })
    expect((await namesOf({ keyword: 'cedar' }, orgAdmin)).toSorted()).toEqual([
      'cedar near group.txt',
      'cedar near shelf.txt',
      'cedar near.txt',
    ])
    expect(await namesOf({ ownerId: far.user.userId }, orgAdmin)).toEqual([])
    expect(await namesOf({ keyword: 'cedar' })).toHaveLength(7)
  })

  it('is put down with what was asked', async () => {
    await find({ keyword: 'nowhere at all', kind: 'group', startTime: '2026-01-01T00:00:00Z' })
    await expect
      .poll(async () => (await admin.call(pageLogs, { action: 'admin.searched', pageSize: 10 })).list[0])
      .toMatchObject({
        userId: admin.user.userId,
        result: 'ok',
        detail: {
          keyword: 'nowhere at all',
          kind: 'group',
          startTime: '2026-01-01T00:00:00.000Z',
          count: 0,
        },
      })
  })

  it('is refused a time that is none, and who cannot be', async () => {
    await expect(find({ startTime: 'yesterday' })).rejects.toMatchObject({ details: { field: 'startTime' } })
    await expect(find({ endTime: '20-20-20' })).rejects.toMatchObject({ details: { field: 'endTime' } })
    await expect(find({ ownerId: 'nobody' })).rejects.toMatchObject({ name: 'not_found' })
  })
})
