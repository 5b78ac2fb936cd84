import { codeOf } from '@clouddisk/contract/errors'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { queryGroup } from '@clouddisk/contract/groups'
import { createShare } from '@clouddisk/contract/shares'
import { clearTrash, pageTrash, removeTrash, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let manager: Person
let editor: Person
let other: Person
let viewer: Person
beforeAll(async () => {
  world = await openWorld()
  ;[owner, manager, editor, other, viewer] = (await Promise.all(
    Array.from({ length: 5 }, () => world.person()),
  )) as [Person, Person, Person, Person, Person]
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const codes = (list: { errcode: number }[]) => list.map((line) => line.errcode)
const bin = async (person: Person, groupId: string) =>
  (await person.call(pageTrash, { groupId })).list.map((row) => row.instanceName).sort()

async function group() {
  const { groupId, rootId, groupName } = await world.group(owner, [
    [manager, 'manager'],
    [editor, 'editor'],
    [other, 'editor'],
    [viewer, 'viewer'],
  ])
  const thrown = async (person: Person, name: string) => {
    const { instanceId } = await person.upload(rootId, name, Buffer.from(name))
    await person.call(removeInstances, { instanceIds: [instanceId] })
    return instanceId
  }
  return { groupId, rootId, groupName, thrown }
}

describe('a group’s recycle bin', () => {
  it('has everything for its managers, and for who may delete what it threw away itself', async () => {
    const { groupId, groupName, thrown } = await group()
    await thrown(editor, 'of the editor')
    await thrown(other, 'of the other')
    const all = ['of the editor', 'of the other']
    expect(await bin(owner, groupId)).toEqual(all)
    expect(await bin(manager, groupId)).toEqual(all)
    expect(await bin(editor, groupId)).toEqual(['of the editor'])
    await expect(bin(viewer, groupId)).rejects.toMatchObject({ name: 'not_permitted' })
    await expect(bin(await world.person(), groupId)).rejects.toMatchObject({ name: 'not_found' })
    expect(await editor.call(pageTrash, { groupId, keyword: 'OTHER' })).toMatchObject({
      total: 0,
      totalSize: 0,
    })
    expect(await editor.call(pageTrash, { groupId })).toMatchObject({
      total: 1,
      totalSize: 13,
      list: [{ originalPath: groupName, originalExists: true, deleteUser: editor.user.userRealName }],
    })
    expect(await manager.call(pageTrash, { groupId })).toMatchObject({ total: 2, totalSize: 25 })
    expect((await editor.call(pageTrash, {})).list).toEqual([])
  })

  it('is not paged by another’s cursor', async () => {
    const { groupId, thrown } = await group()
    await thrown(editor, 'a')
    await thrown(other, 'b')
    const { nextCursor = '' } = await manager.call(pageTrash, { groupId, pageSize: 1 })
    expect(nextCursor).not.toBe('')
    for (const [person, input] of [
      [editor, { groupId }],
      [manager, {}],
    ] as const)
      await expect(person.call(pageTrash, { ...input, cursor: nextCursor })).rejects.toMatchObject({
        code: 20001,
      })
  })

  it('gives back to who may upload there, others’ only to managers', async () => {
    const { groupId, rootId, thrown } = await group()
    const [mine, theirs] = [await thrown(editor, 'mine'), await thrown(other, 'theirs')]
    const restore = async (person: Person, id: string, more: object = { groupId }) =>
      codes((await person.call(restoreTrash, { instanceIds: [id], ...more })).list)
    expect(await restore(editor, theirs)).toEqual([codeOf('not_found')])
    await expect(restore(viewer, theirs)).rejects.toMatchObject({ name: 'not_permitted' })
    expect(await restore(editor, mine)).toEqual([0])
    const { instanceId } = await manager.call(createFolder, { parentId: rootId, instanceName: 'Elsewhere' })
    expect(await restore(manager, theirs, { groupId, targetInstanceId: instanceId })).toEqual([0])
    expect(await viewer.tree(rootId)).toEqual({ mine: 4, Elsewhere: { theirs: 6 } })
  })

  it('is emptied by managers alone, and the group’s space is free at once', async () => {
    const { groupId, thrown } = await group()
    const used = async () => (await owner.call(queryGroup, { groupId })).usedCapacity
    const [a] = [await thrown(editor, 'a'), await thrown(other, 'b')]
    await thrown(owner, 'ccc')
    expect(await used()).toBe(5)
    for (const person of [editor, viewer]) {
      const wanted = { groupId, instanceIds: [a] }
      await expect(person.call(removeTrash, wanted)).rejects.toMatchObject({ name: 'not_permitted' })
      await expect(person.call(clearTrash, { groupId })).rejects.toMatchObject({ name: 'not_permitted' })
    }
    expect(codes((await manager.call(removeTrash, { groupId, instanceIds: [a] })).list)).toEqual([0])
    expect(await used()).toBe(4)
    expect(await owner.call(clearTrash, { groupId })).toMatchObject({ removed: 2, fileSize: 4 })
    expect([await used(), await bin(owner, groupId)]).toEqual([0, []])
  })
})

describe('undo', () => {
  it('brings back what oneself threw away in a group, and nothing of others', async () => {
    const { rootId, thrown } = await group()
    const [mine, theirs] = [await thrown(editor, 'mine'), await thrown(other, 'theirs')]
    const { list } = await editor.call(restoreTrash, { instanceIds: [theirs, mine] })
    expect(codes(list)).toEqual([codeOf('not_found'), 0])
    expect(await editor.tree(rootId)).toEqual({ mine: 4 })
  })

  it('brings back what oneself threw away in a received share', async () => {
    const { instanceId: shared } = await owner.call(createFolder, { instanceName: 'Shared' })
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [{ principalType: 'user', principalId: editor.user.userId, role: 'editor' }],
    })
    const { instanceId } = await editor.upload(shared, 'a', Buffer.from('a'))
    await editor.call(removeInstances, { instanceIds: [instanceId] })
    expect(codes((await other.call(restoreTrash, { instanceIds: [instanceId] })).list)).toEqual([90000])
    expect(codes((await editor.call(restoreTrash, { instanceIds: [instanceId] })).list)).toEqual([0])
    expect(await owner.tree(shared)).toEqual({ a: 1 })
  })
})
