import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import {
  copyInstances,
  createFolder,
  queryFolderSize,
  queryInstanceDetail,
  removeInstances,
} from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { clearTrash, removeTrash } from '@clouddisk/contract/trash'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../test/person.ts'
import { discard, openUpload, putAll, save } from '../../test/transfer.ts'
import { openWorld, type World } from '../../test/world.ts'
import { setQuota } from '../features/accounts/accounts.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (person: Person, instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const detailOf = async (person: Person) => {
  const { usedSize, reservedSize, filesSize, versionsSize, recycleSize } = await person.call(
    queryCapacityDetail,
    {},
  )
  return { usedSize, reservedSize, filesSize, versionsSize, recycleSize }
}

describe('capacity', () => {
  it('comes in both shapes, unlimited as the limit flag "0"', async () => {
    const person = await world.person(undefined, { capacity: 1000 })
    await person.upload('0', 'a', Buffer.alloc(250))
    expect(await person.call(queryUserCapacity, {})).toEqual({
      usedSize: 250,
      totalSize: 1000,
      isLimist: '1',
      usedCapacity: 250,
      totalCapacity: 1000,
      usedSelfCapacity: 250,
      usedGroupCapacity: 0,
      allottedGroupCapacity: 0,
      totalSelf: 1000,
      totalGroup: 100 * 1024 ** 3,
      isGroupLimit: '1',
    })
    const free = await world.person(undefined, { capacity: null })
    expect(await free.call(queryUserCapacity, {})).toMatchObject({ isLimist: '0', totalSize: 0 })
    expect(await free.call(queryCapacityDetail, {})).toMatchObject({ isLimist: '0', totalSize: 0 })
  })

  it('tells what the groups of a person hold, beside what they were given', async () => {
    const GB = 1024 ** 3
    const person = await world.person()
    const groups = async () => {
      const { usedGroupCapacity, allottedGroupCapacity } = await person.call(queryUserCapacity, {})
      return { usedGroupCapacity, allottedGroupCapacity }
    }
    const name = `Quota ${person.user.userName}`
    const { rootId } = await person.call(createGroup, { groupName: name, description: '', capacity: 3 })
    await person.call(createGroup, { groupName: `${name} 2`, description: '', capacity: 4 })
    expect(await groups()).toEqual({ usedGroupCapacity: 0, allottedGroupCapacity: 7 * GB })
    await person.upload(rootId, 'a', Buffer.alloc(250))
    expect(await groups()).toEqual({ usedGroupCapacity: 250, allottedGroupCapacity: 7 * GB })
    // Somebody else's group is charged to its owner, a department's to the department.
    const owner = await world.person()
    const theirs = await owner.call(createGroup, {
      groupName: `${name} 3`,
      description: '',
      capacity: 3,
      members: [{ principalType: 'user', principalId: person.user.userId, role: 'editor' }],
    })
    const member = await world.again(person)
    await member.upload(theirs.rootId, 'a', Buffer.alloc(99))
    const ofDepartment = await (await world.admin()).call(createDepartmentGroup, {
      departmentId: await world.department(name),
      ownerId: person.user.userId,
      groupName: `${name} 4`,
      capacity: 3,
    })
    await (await world.again(person)).upload(ofDepartment.rootId, 'a', Buffer.alloc(70))
    expect(await groups()).toEqual({ usedGroupCapacity: 250, allottedGroupCapacity: 7 * GB })
    // What refuses a new group is what was given, not what is used of it.
    await expect(
      person.call(createGroup, { groupName: `${name} 5`, description: '', capacity: 94 }),
    ).rejects.toMatchObject({ name: 'group_allowance_full' })
  })

  it('is charged for content, kept versions and the recycle bin, and reserved for what is on its way', async () => {
    const person = await world.person()
    const a = await person.upload('0', 'a', Buffer.alloc(100))
    await person.upload('0', 'a', Buffer.alloc(30), { conflict: 'newVersion' })
    const b = await person.upload('0', 'b', Buffer.alloc(7))
    expect(await detailOf(person)).toEqual({
      usedSize: 137,
      reservedSize: 0,
      filesSize: 37,
      versionsSize: 100,
      recycleSize: 0,
    })
    await person.call(removeInstances, { instanceIds: [a.instanceId] })
    expect(await detailOf(person)).toEqual({
      usedSize: 137,
      reservedSize: 0,
      filesSize: 7,
      versionsSize: 0,
      recycleSize: 130,
    })
    const upload = { parentId: '0', name: 'c', bytes: Buffer.alloc(50) }
    const check = await openUpload(person, { ...upload, hashes: 'never' })
    expect(await detailOf(person)).toMatchObject({ usedSize: 137, reservedSize: 50 })
    await putAll(person, check, upload.bytes)
    await save(person, upload, check)
    expect(await detailOf(person)).toMatchObject({ usedSize: 187, reservedSize: 0, filesSize: 57 })
    await person.call(removeTrash, { instanceIds: [a.instanceId] })
    expect(await detailOf(person)).toMatchObject({ usedSize: 57, recycleSize: 0 })
    await person.call(removeInstances, { instanceIds: [b.instanceId] })
    expect(await person.call(clearTrash, {})).toMatchObject({
      removed: 1,
      fileSize: 7,
      list: [{ errcode: 0 }],
    })
    expect(await detailOf(person)).toMatchObject({ usedSize: 50, recycleSize: 0 })
  })

  it('is charged to each that holds the same content', async () => {
    const bytes = Buffer.from('the same content for everybody')
    for (const person of [await world.person(), await world.person()]) {
      const { instanceId } = await person.upload('0', 'mine', bytes)
      await person.call(copyInstances, { instances: [instanceId], targeParentId: '0' })
      expect(await detailOf(person)).toMatchObject({ usedSize: 2 * bytes.length })
    }
  })

  it('tells the largest items first', async () => {
    const person = await world.person()
    const big = await folder(person, 'big')
    await person.upload(big, 'inside', Buffer.alloc(500))
    await person.upload('0', 'small', Buffer.alloc(5))
    const { list } = await person.call(queryCapacityDetail, {})
    expect(list).toMatchObject([
      { instanceName: 'big', classifierId: 'Folder', fileSize: 500 },
      { instanceName: 'small', classifierId: 'File', fileSize: 5 },
    ])
  })
})

describe('a full quota', () => {
  it('takes what fits to the byte and refuses one more, telling what is missing', async () => {
    const person = await world.person(undefined, { capacity: 100 })
    await person.upload('0', 'a', Buffer.alloc(60))
    await expect(person.upload('0', 'b', Buffer.alloc(41))).rejects.toMatchObject({
      name: 'quota_full',
      details: { missing: 1 },
    })
    await person.upload('0', 'b', Buffer.alloc(40))
    await expect(person.upload('0', 'c', Buffer.alloc(1, 'c'))).rejects.toMatchObject({ name: 'quota_full' })
    await expect(
      person.upload('0', 'a', Buffer.alloc(1, 'd'), { conflict: 'newVersion' }),
    ).rejects.toMatchObject({ name: 'quota_full' })
    expect(await person.tree()).toEqual({ a: 60, b: 40 })
    expect(await folder(person, 'takes no room')).toEqual(expect.any(String))
  })

  it('is full of what is only on its way, until that is discarded', async () => {
    const person = await world.person(undefined, { capacity: 100 })
    const check = await openUpload(person, {
      parentId: '0',
      name: 'big',
      bytes: Buffer.alloc(80),
      hashes: 'never',
    })
    await expect(person.upload('0', 'a', Buffer.alloc(21))).rejects.toMatchObject({ name: 'quota_full' })
    await discard(person, check)
    await discard(person, check)
    await person.upload('0', 'a', Buffer.alloc(100))
  })

  it('is not passed by a byte by sixteen uploads at the same moment', async () => {
    const person = await world.person(undefined, { capacity: 1000 })
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => person.upload('0', `file ${n}`, Buffer.alloc(150, n))),
    )
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(6)
    for (const one of results) if (one.status === 'rejected') expect(one.reason.name).toBe('quota_full')
    expect(await detailOf(person)).toMatchObject({ usedSize: 900, reservedSize: 0 })
  })

  it('is not passed by uploads and copies together', async () => {
    const person = await world.person(undefined, { capacity: 1000 })
    const { instanceId } = await person.upload('0', 'first', Buffer.alloc(100))
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, async (_, n) =>
        n % 2 === 0
          ? person.upload('0', `file ${n}`, Buffer.alloc(100, n + 1))
          : person.call(copyInstances, { instances: [instanceId], targeParentId: '0' }),
      ),
    )
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(9)
    expect(await detailOf(person)).toMatchObject({ usedSize: 1000, reservedSize: 0 })
  })

  it('that was lowered below what is used stops growth and nothing else', async () => {
    const person = await world.person(undefined, { capacity: 1000 })
    const { instanceId } = await person.upload('0', 'a', Buffer.alloc(500))
    await setQuota(world.ctx, person.user.userName, 100)
    await expect(person.upload('0', 'b', Buffer.alloc(1))).rejects.toMatchObject({
      name: 'quota_full',
      details: { missing: 401 },
    })
    expect(await person.download(instanceId)).toHaveLength(500)
    await person.call(removeInstances, { instanceIds: [instanceId] })
    await person.call(clearTrash, {})
    await person.upload('0', 'b', Buffer.alloc(100))
  })
})

describe('totals', () => {
  it('of folders are kept through everything that happens below them', async () => {
    const person = await world.person()
    const top = await folder(person, 'top')
    const inner = await folder(person, 'inner', top)
    const sizeOf = (instanceId: string) => person.call(queryFolderSize, { instanceId })
    const { instanceId } = await person.upload(inner, 'a', Buffer.alloc(10))
    await person.upload(inner, 'a', Buffer.alloc(4), { conflict: 'newVersion' })
    expect(await sizeOf(top)).toEqual({ fileSize: 4, fileCount: 1, folderCount: 1 })
    await person.call(copyInstances, { instances: [inner], targeParentId: '0' })
    expect(await sizeOf('0')).toEqual({ fileSize: 8, fileCount: 2, folderCount: 3 })
    await person.call(removeInstances, { instanceIds: [instanceId] })
    expect(await sizeOf(top)).toEqual({ fileSize: 0, fileCount: 0, folderCount: 1 })
    expect(await sizeOf(instanceId).catch((error) => error.name)).toBe('not_found')
  })

  it('stand in an item’s detail with its versions, hashes and who has access', async () => {
    const person = await world.person()
    await person.upload('0', 'a.txt', Buffer.from('abc'))
    const saved = await person.upload('0', 'a.txt', Buffer.from('hello'), { conflict: 'newVersion' })
    expect(await person.call(queryInstanceDetail, { instanceId: saved.instanceId })).toMatchObject({
      totalSize: 5,
      fileCount: 1,
      folderCount: 0,
      versions: [
        { versionNo: 2, fileSize: 5, current: true },
        { versionNo: 1, fileSize: 3, current: false },
      ],
      access: [{ principalType: 'user', principalId: person.user.userId, role: 'owner' }],
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    })
    expect(await person.call(queryInstanceDetail, { instanceId: '0' })).toMatchObject({
      totalSize: 5,
      md5: null,
    })
  })
})
