import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import type { Group } from '@clouddisk/contract/groups'
import { MASS_DELETE_WITHIN_MS } from '@clouddisk/contract/limits'
import { noticeAddress } from '@clouddisk/contract/notice-words'
import { pageNotifications } from '@clouddisk/contract/notifications'
import type { Input } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { restoreDeletion, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let member: Person
let group: Group
let groups = 0
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  member = await world.person()
  group = await world.group(owner, [[member, 'editor']], { name: `Small ${++groups}` })
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

/** A folder with so many in it. */
const filled = async (instanceName: string, count: number, parentId = group.rootId) => {
  const children = Array.from({ length: count - 1 }, (_, n) => ({ instanceName: `${instanceName} ${n}` }))
  const { instanceId = '' } = await owner.call(batchCreateFolder, { parentId, instanceName, children })
  return instanceId
}
const remove = async (id: string, more: Partial<Input<typeof removeInstances>> = {}, person = member) => {
  const { deletionId = '', ...answer } = await person.call(removeInstances, { instanceIds: [id], ...more })
  return { deletionId, ...answer }
}
const told = async (person = owner) =>
  (await person.call(pageNotifications, {})).list.filter(({ kind }) => kind === 'files.massDeleted')
const asksFor = (count: number, total: number, recent: number) => ({
  name: 'confirm_mass_delete',
  details: { count, total, recent },
})

describe('what one person removes little by little', () => {
  it('is asked for with the number of it all, and told', async () => {
    const parts = [await filled('a', 25), await filled('b', 25), await filled('c', 25), await filled('d', 25)]
    const [a = '', b = '', c = '', d = ''] = parts
    await remove(a)
    await remove(b)
    expect((await remove(c, { dryRun: true })).losses).toEqual([
      { instanceId: group.rootId, count: 75, total: 101, recent: 50 },
    ])
    await expect(remove(c)).rejects.toMatchObject(asksFor(75, 101, 50))
    await expect(remove(c, { confirmCount: 74 })).rejects.toMatchObject(asksFor(75, 101, 50))
    expect(await told()).toEqual([])
    await remove(c, { confirmCount: 75 })
    const [notice, ...others] = await told()
    expect(others).toEqual([])
    expect(notice?.data).toMatchObject({ count: 75, groupId: group.groupId })
    // They went in several deletions: the whole bin shows them.
    expect(noticeAddress('files.massDeleted', notice?.data ?? {})).toBe(`/recycleBin?group=${group.groupId}`)
    // What was asked for is not asked for again.
    await remove(d)
    expect(await told()).toHaveLength(1)
  })

  it('is asked for where its last part is one of several that name their deletion', async () => {
    const [a, b, c] = [await filled('a', 30), await filled('b', 15), await filled('c', 10)]
    await remove(a)
    const { deletionId } = await remove(b)
    await expect(remove(c, { deletionId })).rejects.toMatchObject(asksFor(55, 56, 45))
    await remove(c, { deletionId, confirmCount: 55 })
    expect((await told()).map(({ data }) => data.count)).toEqual([55])
  })

  it('is each person’s and each place’s own', async () => {
    const other = await world.group(owner, [[member, 'editor']], { name: `Others ${groups}` })
    const [a, b, c] = [await filled('a', 40), await filled('b', 40, other.rootId), await filled('c', 40)]
    await remove(a)
    await remove(b)
    await remove(c, {}, owner)
    expect(await told()).toEqual([])
  })

  it('is not asked for where it is a fifth at most', async () => {
    await filled('rest', 300)
    for (const name of ['a', 'b', 'c']) await remove(await filled(name, 20))
    expect(await told()).toEqual([])
    await expect(remove(await filled('d', 60))).rejects.toMatchObject({ name: 'confirm_mass_delete' })
  })

  it('counts in what was shared', async () => {
    const { instanceId: shared } = await owner.call(createFolder, { parentId: '0', instanceName: 'shared' })
    const [a, b] = [await filled('a', 40, shared), await filled('b', 40, shared)]
    const members = [
      { principalType: 'user' as const, principalId: member.user.userId, role: 'editor' as const },
    ]
    await owner.call(createShare, { instanceIds: [shared], members })
    await remove(a)
    await expect(remove(b)).rejects.toMatchObject(asksFor(80, 81, 40))
    await remove(b, { confirmCount: 80 })
    expect((await told()).map(({ data }) => data.count)).toEqual([80])
  })

  it('does not count what is back, by whichever way', async () => {
    const [a, b, c] = [await filled('a', 30), await filled('b', 30), await filled('c', 30)]
    const first = await remove(a)
    await member.call(restoreTrash, { instanceIds: [first.list[0]?.newId ?? ''] })
    const second = await remove(b)
    await owner.call(restoreDeletion, { deletionId: second.deletionId, groupId: group.groupId })
    await remove(c)
    await expect(remove(a)).rejects.toMatchObject(asksFor(60, 91, 30))
  })

  it('is asked for anew after it was asked for, and what is back of that takes nothing off', async () => {
    const [a, b, c, d] = [
      await filled('a', 60),
      await filled('b', 40),
      await filled('c', 20),
      await filled('x', 9),
    ]
    const { list } = await remove(a, { confirmCount: 60 })
    await remove(b)
    await member.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''] })
    await expect(remove(c)).rejects.toMatchObject(asksFor(60, 130, 40))
    await remove(d)
    await expect(remove(c)).rejects.toMatchObject(asksFor(69, 130, 49))
  })

  // The last: the world's clock is ahead from here on.
  it('is over after its time', async () => {
    const [a, b, c] = [await filled('a', 40), await filled('b', 40), await filled('c', 40)]
    await remove(a)
    world.advance(MASS_DELETE_WITHIN_MS - 1000)
    await expect(remove(b)).rejects.toMatchObject(asksFor(80, 121, 40))
    world.advance(61_000)
    await remove(b)
    expect(await told()).toEqual([])
    await expect(remove(c)).rejects.toMatchObject(asksFor(80, 81, 40))
  })
})
