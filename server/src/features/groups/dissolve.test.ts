import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import {
  addMembers,
  cancelDissolve,
  createGroup,
  dissolveGroup,
  editGroup,
  leaveGroup,
  pageGroups,
  queryGroup,
  removeMembers,
} from '@clouddisk/contract/groups'
import { updateMemberRole } from '@clouddisk/contract/privileges'
import { DAY } from '@clouddisk/contract/time'
import { restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openUpload, putAll, save } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { expireTrash } from '../trash/jobs.ts'
import { collectUploads } from '../uploads/jobs.ts'
import { deleteDissolvedGroups, type StepHook } from './dissolve.ts'

let world: World
let owner: Person
let member: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  member = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const GB = 1024 ** 3
const given = async (person: Person) => (await person.call(queryUserCapacity, {})).allottedGroupCapacity / GB
const rows = async (text: string, ...values: unknown[]) => (await world.ctx.db.pool.query(text, values)).rows
/** Days pass; sessions do not last as long. */
async function days(n: number): Promise<void> {
  world.advance(n * DAY)
  ;[owner, member] = [await world.again(owner), await world.again(member)]
}
const refusedAs = (name: string) => (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ name })

describe('a group that is being dissolved', () => {
  it('can be read for seven days and nothing else', async () => {
    const { groupId, rootId } = await world.group(owner, [[member, 'editor']])
    const { instanceId } = await member.upload(rootId, 'a', Buffer.from('abc'))
    const { instanceId: thrown } = await member.upload(rootId, 'b', Buffer.from('b'))
    await member.call(removeInstances, { instanceIds: [thrown] })
    const { dissolveTime } = await owner.call(dissolveGroup, { groupId })
    expect(Math.abs(Date.parse(dissolveTime ?? '') - world.ctx.now().getTime() - 7 * DAY)).toBeLessThan(
      60_000,
    )
    expect(await owner.call(dissolveGroup, { groupId })).toMatchObject({ dissolveTime })
    expect(await member.call(pageGroups, {})).toMatchObject({ list: [{ dissolveTime }] })
    const { fileAuth } = await owner.call(queryGroup, { groupId })
    expect(fileAuth).toContain('download')
    for (const item of ['upload', 'delete', 'members']) expect(fileAuth).not.toContain(item)
    expect((await member.download(instanceId)).toString()).toBe('abc')
    for (const person of [owner, member]) {
      await refusedAs('group_dissolving')(person.upload(rootId, 'c', Buffer.from('c')))
      await refusedAs('group_dissolving')(person.call(createFolder, { parentId: rootId, instanceName: 'c' }))
      expect((await person.call(removeInstances, { instanceIds: [instanceId] })).list).toMatchObject([
        { errcode: 40936 },
      ])
    }
    expect((await member.call(restoreTrash, { instanceIds: [thrown] })).list).toMatchObject([
      { errcode: 40936 },
    ])
    const another = { principalType: 'user' as const, principalId: (await world.person()).user.userId }
    for (const work of [
      () => owner.call(editGroup, { groupId, description: 'no' }),
      () => owner.call(editGroup, { groupId, capacity: 2 }),
      () => owner.call(addMembers, { groupId, members: [{ ...another, role: 'viewer' }] }),
      () => owner.call(updateMemberRole, { groupId, principalIds: [member.user.userId], role: 'viewer' }),
    ])
      await refusedAs('group_dissolving')(work())
    await refusedAs('not_permitted')(member.call(editGroup, { groupId, description: 'no' }))
    // Who is not to read it any more is taken out all the same, or goes by itself.
    expect(await owner.call(removeMembers, { groupId, principalIds: [member.user.userId] })).toEqual({
      removed: 1,
    })
  })

  it('is called back by its owner, and all is as before', async () => {
    const { groupId, rootId } = await world.group(owner, [[member, 'manager']])
    for (const call of [dissolveGroup, cancelDissolve])
      await refusedAs('not_permitted')(member.call(call, { groupId }))
    await owner.call(dissolveGroup, { groupId })
    for (let n = 0; n < 2; n++)
      expect(await owner.call(cancelDissolve, { groupId })).toMatchObject({ dissolveTime: null })
    await member.upload(rootId, 'a', Buffer.from('abc'))
    await days(8)
    await deleteDissolvedGroups(world.ctx)
    expect(await member.tree(rootId)).toEqual({ a: 3 })
  })

  it('lets members go, and keeps its name until it is gone', async () => {
    const { groupId, groupName } = await world.group(owner, [[member, 'viewer']])
    await owner.call(dissolveGroup, { groupId })
    await member.call(leaveGroup, { groupId })
    await refusedAs('name_taken')(member.call(createGroup, { groupName, capacity: 1 }))
    await days(7.01)
    await deleteDissolvedGroups(world.ctx)
    await member.call(createGroup, { groupName, capacity: 1 })
  })
})

describe('an upload that began before', () => {
  it('and ends while it is being dissolved is refused, and its space is free', async () => {
    const { groupId, rootId } = await world.group(owner, [[member, 'editor']])
    const upload = { parentId: rootId, name: 'late', bytes: Buffer.from('too late') }
    const check = await openUpload(member, upload)
    await putAll(member, check, upload.bytes)
    await owner.call(dissolveGroup, { groupId })
    expect(await rows('select reserved from space where id = $1', groupId)).toEqual([{ reserved: 8 }])
    await refusedAs('group_dissolving')(save(member, upload, check))
    expect(await rows('select reserved from space where id = $1', groupId)).toEqual([{ reserved: 0 }])
    await refusedAs('upload_gone')(save(member, upload, check))
    await owner.call(cancelDissolve, { groupId })
    expect(await owner.tree(rootId)).toEqual({})
  })

  it('and is never ended goes with the group', async () => {
    const { groupId, rootId } = await world.group(owner, [[member, 'editor']])
    const upload = { parentId: rootId, name: 'late', bytes: Buffer.from('never saved') }
    const check = await openUpload(member, upload)
    await owner.call(dissolveGroup, { groupId })
    await days(7.01)
    await deleteDissolvedGroups(world.ctx)
    await refusedAs('upload_gone')(save(member, upload, check))
    expect(await rows('select from "group" where id = $1', groupId)).toEqual([])
  })
})

/** A group with items, a bin and a folder of its own permissions, whose time is over. */
async function due() {
  const { groupId, rootId } = await world.group(owner, [[member, 'editor']], { capacity: 5 })
  const { instanceId: folder } = await member.call(createFolder, { parentId: rootId, instanceName: 'Folder' })
  await member.upload(folder, 'inside', Buffer.from('inside'))
  for (const name of ['a', 'bb', 'ccc']) await member.upload(rootId, name, Buffer.from(name))
  for (const name of ['x', 'yy']) {
    const { instanceId } = await member.upload(rootId, name, Buffer.from(name))
    await member.call(removeInstances, { instanceIds: [instanceId] })
  }
  await owner.call(dissolveGroup, { groupId })
  await days(7.01)
  return { groupId, rootId, folder }
}

const binOf = (groupId: string) =>
  rows('select name, stage, deleted_by from trash where space_id = $1 order by name', groupId)

async function expectGone({ groupId, folder }: { groupId: string; folder: string }): Promise<void> {
  expect(await given(owner)).toBe(0)
  expect(await binOf(groupId)).toMatchObject(
    ['a', 'bb', 'ccc', 'Folder', 'x', 'yy'].map((name) => ({ name, stage: 'administrators' })),
  )
  expect(await rows('select used, reserved, read_only from space where id = $1', groupId)).toEqual([
    { used: 0, reserved: 0, read_only: false },
  ])
  for (const person of [owner, member]) {
    await refusedAs('not_found')(person.call(queryGroup, { groupId }))
    await refusedAs('not_found')(person.call(cancelDissolve, { groupId }))
    await refusedAs('not_found')(person.list(folder))
    expect(await person.call(pageGroups, { show: 'all' })).toMatchObject({ total: 0 })
  }
}

describe('a group whose seven days are over', () => {
  it('is gone for its people, its files in the administrators’ bin, its space given back once', async () => {
    const group = await due()
    await deleteDissolvedGroups(world.ctx)
    await expectGone(group)
    await deleteDissolvedGroups(world.ctx)
    await expectGone(group)
  })

  it('keeps its space for as long as something is in the bin', async () => {
    const { groupId, rootId, folder } = await due()
    await deleteDissolvedGroups(world.ctx)
    await days(29)
    await expireTrash(world.ctx)
    await deleteDissolvedGroups(world.ctx)
    expect(await rows('select id from file where id = $1', folder)).toHaveLength(1)
    expect(await rows('select id from space where id = $1', groupId)).toHaveLength(1)
    await days(1.1)
    await expireTrash(world.ctx)
    await collectUploads(world.ctx)
    await deleteDissolvedGroups(world.ctx)
    expect(await rows('select id from file where space_id = $1 or id = $2', groupId, rootId)).toEqual([])
    expect(await rows('select id from space where id = $1', groupId)).toEqual([])
  })

  it('goes on where a server that died has stopped, after whichever step', async () => {
    const group = await due()
    // The first time after the first step, then after the second, until there are not so many.
    for (let steps = 0, died = true; died; steps++) {
      died = false
      let left = steps
      const pause: StepHook = () => {
        died = left-- === 0
        if (died) throw new Error('the server died')
      }
      await deleteDissolvedGroups(world.ctx, pause, 1).catch((error) =>
        expect(error.message).toBe('the server died'),
      )
      expect(await world.doctor()).toEqual([])
      await refusedAs('not_found')(member.call(queryGroup, { groupId: group.groupId }))
      expect(died || steps > 3).toBe(true)
    }
    await expectGone(group)
  })

  it('is ended once by servers that do it at the same time', async () => {
    const group = await due()
    await Promise.all([1, 2, 3].map(() => deleteDissolvedGroups(world.ctx, undefined, 2)))
    await expectGone(group)
  })

  it('waits with its end for what is still under way', async () => {
    const { groupId } = await due()
    await rows('update space set reserved = 7 where id = $1', groupId)
    await deleteDissolvedGroups(world.ctx)
    expect(await given(owner)).toBe(5)
    await rows('update space set reserved = 0 where id = $1', groupId)
    await deleteDissolvedGroups(world.ctx)
    expect(await given(owner)).toBe(0)
  })
})
