import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { addMembers, type Group } from '@clouddisk/contract/groups'
import { noticeAddress } from '@clouddisk/contract/notice-words'
import { pageNotifications, readNotifications } from '@clouddisk/contract/notifications'
import type { Input } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { MINUTE } from '@clouddisk/contract/time'
import { pageTrash, restoreDeletion, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { follow } from '../../../test/stream.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'

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
  group = await world.group(owner, [[member, 'editor']], { name: `Deletions ${++groups}` })
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId: string, person = owner) =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const filled = async (instanceName: string, count: number, parentId: string) => {
  const children = Array.from({ length: count }, (_, n) => ({ instanceName: `${instanceName} ${n}` }))
  const { instanceId = '' } = await owner.call(batchCreateFolder, { parentId, instanceName, children })
  return instanceId
}
const remove = async (
  person: Person,
  instanceIds: string[],
  more: Partial<Input<typeof removeInstances>> = {},
) => {
  const { deletionId = '', ...answer } = await person.call(removeInstances, { instanceIds, ...more })
  return { deletionId, ...answer }
}
const binOf = async (person: Person, more: Partial<Input<typeof pageTrash>> = {}) =>
  person.call(pageTrash, { groupId: group.groupId, pageSize: 1000, ...more })
const namesOf = ({ list }: { list: { instanceName: string }[] }) =>
  list.map((item) => item.instanceName).sort()
const told = async (person: Person) =>
  (await person.call(pageNotifications, {})).list.filter(({ kind }) => kind === 'files.massDeleted')

const idIn = async (person: Person, parentId: string, name: string) =>
  (await person.list(parentId)).find((item) => item.instanceName === name)?.instanceId ?? ''
const share = (instanceId: string) =>
  owner.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: member.user.userId, role: 'editor' }],
  })

describe('a deletion', () => {
  it('is what went in one call, and the bin lists it alone', async () => {
    const [a, b, c] = [
      await folder('a', group.rootId),
      await folder('b', group.rootId),
      await folder('c', group.rootId),
    ]
    const first = await remove(member, [a, b])
    const second = await remove(member, [c])
    expect(second.deletionId).not.toBe(first.deletionId)
    const all = await binOf(owner)
    expect(all.list.map((item) => [item.instanceName, item.deletionId]).sort()).toEqual([
      ['a', first.deletionId],
      ['b', first.deletionId],
      ['c', second.deletionId],
    ])
    const alone = await binOf(owner, { deletionId: first.deletionId })
    expect(namesOf(alone)).toEqual(['a', 'b'])
    expect(alone.total).toBe(2)
    expect((await binOf(owner, { deletionId: newId() })).list).toEqual([])
    await expect(binOf(owner, { deletionId: 'nothing' })).rejects.toMatchObject({ name: 'not_found' })
  })

  it('is paged by cursors that are good for it alone', async () => {
    const ids = [await folder('a', group.rootId), await folder('b', group.rootId)]
    const { deletionId } = await remove(member, ids)
    const { nextCursor: cursor = '', list } = await binOf(owner, { deletionId, pageSize: 1 })
    const rest = await binOf(owner, { deletionId, pageSize: 1, cursor })
    expect([...namesOf({ list }), ...namesOf(rest)].sort()).toEqual(['a', 'b'])
    await expect(binOf(owner, { pageSize: 1, cursor })).rejects.toMatchObject({ name: 'bad_field' })
  })

  it('is told with its number and taken back as one by the owner, who finds it by the notice', async () => {
    const kept = await folder('kept', group.rootId)
    await remove(member, [kept])
    const much = await filled('much', 60, group.rootId)
    const single = await folder('single', group.rootId)
    const { deletionId } = await remove(member, [much, single], { confirmCount: 62 })
    const [notice] = await told(owner)
    expect(notice?.data).toMatchObject({ deletionId, count: 62 })
    expect(noticeAddress('files.massDeleted', notice?.data ?? {})).toBe(
      `/recycleBin?group=${group.groupId}&deletion=${deletionId}`,
    )
    const answer = await owner.call(restoreDeletion, { deletionId, groupId: group.groupId })
    expect(answer).toEqual({ restored: 2, failed: 0, list: [] })
    const tree = await owner.tree(group.rootId)
    expect(Object.keys(tree).sort()).toEqual(['much', 'single'])
    expect(Object.keys(tree.much ?? {})).toHaveLength(60)
    expect(namesOf(await binOf(owner))).toEqual(['kept'])
    await expect(owner.call(restoreDeletion, { deletionId, groupId: group.groupId })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('is taken back by who did it, with the group and without, and by nobody else', async () => {
    const other = await world.person()
    const more = await world.group(
      owner,
      [
        [member, 'editor'],
        [other, 'editor'],
      ],
      { name: `More ${groups}` },
    )
    const go = async () => {
      const ids = [
        await folder('here', group.rootId),
        await folder('there', more.rootId),
        await folder('mine', '0', member),
      ]
      return (await remove(member, ids)).deletionId
    }
    const one = await go()
    for (const groupId of [undefined, more.groupId]) {
      const input = { deletionId: one, ...(groupId && { groupId }) }
      await expect(other.call(restoreDeletion, input)).rejects.toMatchObject({ name: 'not_found' })
    }
    await expect(
      other.call(restoreDeletion, { deletionId: one, groupId: group.groupId }),
    ).rejects.toMatchObject({ name: 'not_found' })
    expect(await member.call(restoreDeletion, { deletionId: one, groupId: group.groupId })).toMatchObject({
      restored: 1,
    })
    expect(await member.call(restoreDeletion, { deletionId: one })).toMatchObject({ restored: 2, failed: 0 })
    expect(Object.keys(await member.tree())).toEqual(['mine'])
    expect(Object.keys(await owner.tree(more.rootId))).toEqual(['there'])
  })

  it('comes back in more steps than one, and says what does not', async () => {
    const many = Array.from({ length: 620 }, (_, n) => ({ instanceName: `n${n}` }))
    const place = await folder('place', '0', member)
    await member.call(batchCreateFolder, { parentId: place, instanceName: 'many', children: many })
    const tops = await member.list(await idIn(member, place, 'many'))
    const { deletionId } = await remove(
      member,
      tops.map((item) => item.instanceId),
    )
    const answer = await member.call(restoreDeletion, { deletionId })
    expect(answer).toEqual({ restored: 620, failed: 0, list: [] })
    // What was shared is shared no more, so that who threw it away there has no place to put it back to.
    const shared = await folder('shared', '0')
    const inside = await folder('inside', shared)
    await share(shared)
    const gone = await remove(member, [inside])
    await owner.call(removeInstances, { instanceIds: [shared] })
    const failed = await member.call(restoreDeletion, { deletionId: gone.deletionId })
    expect(failed).toMatchObject({ restored: 0, failed: 1, list: [{ instanceName: 'inside' }] })
    expect(failed.list[0]?.errcode).not.toBe(0)
  })
})

describe('a deletion of several calls', () => {
  it('is asked for with the number of them all, told once, and taken back as one', async () => {
    const parts = await Promise.all([0, 1, 2].map((n) => filled(`part${n}`, 30, group.rootId)))
    await filled('rest', 100, group.rootId)
    const [first = '', second = '', third = ''] = parts
    // What each takes is said before, and removes nothing.
    const dry = await remove(member, [first, second], { dryRun: true })
    expect(dry.losses).toEqual([{ instanceId: group.rootId, count: 62, total: 195 }])
    expect(dry.list.map((line) => [line.errcode, line.newId])).toEqual([
      [0, undefined],
      [0, undefined],
    ])
    expect((await binOf(owner)).list).toEqual([])
    // Each for itself is below fifty; together they are not.
    const { deletionId } = await remove(member, [first])
    const next = remove(member, [second], { deletionId })
    await expect(next).rejects.toMatchObject({
      name: 'confirm_mass_delete',
      details: { count: 62, total: 195 },
    })
    expect((await remove(member, [third], { deletionId, dryRun: true })).losses).toEqual([
      { instanceId: group.rootId, count: 62, total: 195 },
    ])
    await remove(member, [second], { deletionId, confirmCount: 93 })
    expect((await told(owner)).map(({ data }) => [data.count, data.deletionId])).toEqual([[62, deletionId]])
    // Who has the bell open hears that it has grown.
    const bell = await follow(owner)
    await remove(member, [third], { deletionId, confirmCount: 93 })
    await bell.until(({ kind }) => kind === 'notification.added' || kind === 'file.trashed')
    expect(bell.seen.map(({ kind }) => kind)).toContain('notification.added')
    bell.stop()
    expect((await told(owner)).map(({ data }) => [data.count, data.deletionId])).toEqual([[93, deletionId]])
    expect(await owner.call(restoreDeletion, { deletionId, groupId: group.groupId })).toMatchObject({
      restored: 3,
    })
  })

  it('counts in what was shared as well', async () => {
    const shared = await folder('shared', '0')
    const parts = [await filled('one', 40, shared), await filled('two', 40, shared)]
    await share(shared)
    const { deletionId } = await remove(member, [parts[0] ?? ''])
    await expect(remove(member, [parts[1] ?? ''], { deletionId })).rejects.toMatchObject({
      name: 'confirm_mass_delete',
      details: { count: 82, total: 83 },
    })
    await remove(member, [parts[1] ?? ''], { deletionId, confirmCount: 82 })
    const [notice] = await told(owner)
    expect(noticeAddress('files.massDeleted', notice?.data ?? {})).toBe(`/recycleBin?deletion=${deletionId}`)
    expect(await owner.call(restoreDeletion, { deletionId })).toMatchObject({ restored: 2, failed: 0 })
  })

  it('is one person’s: nobody adds to somebody else’s', async () => {
    const { deletionId } = await remove(member, [await folder('a', group.rootId)])
    const b = await folder('b', group.rootId)
    for (const id of [deletionId, newId(), 'nothing'])
      await expect(remove(owner, [b], { deletionId: id })).rejects.toMatchObject({ name: 'not_found' })
    expect(Object.keys(await owner.tree(group.rootId))).toEqual(['b'])
  })

  it('is told anew to who has read of it, and to who manages by now', async () => {
    const parts = [await filled('one', 60, group.rootId), await filled('two', 20, group.rootId)]
    const { deletionId } = await remove(member, [parts[0] ?? ''], { confirmCount: 61 })
    await owner.call(readNotifications, {})
    const late = await world.person()
    await owner.call(addMembers, {
      groupId: group.groupId,
      members: [{ principalType: 'user', principalId: late.user.userId, role: 'manager' }],
    })
    await remove(member, [parts[1] ?? ''], { deletionId, confirmCount: 82 })
    for (const person of [owner, late])
      expect((await told(person)).map(({ data, read }) => [data.count, read])).toEqual([[82, false]])
  })

  it('is told as soon as it is much of what is left, also where others took that', async () => {
    const [first, others, rest] = [
      await filled('first', 60, group.rootId),
      await filled('others', 300, group.rootId),
      await filled('rest', 20, group.rootId),
    ]
    // 61 of 383 are neither asked for nor told.
    const { deletionId } = await remove(member, [first])
    expect(await told(owner)).toEqual([])
    await remove(owner, [others], { confirmCount: 301 })
    await remove(member, [rest], { deletionId, confirmCount: 82 })
    expect((await told(owner)).map(({ data }) => data.count)).toEqual([82])
  })

  it('does not count what is back', async () => {
    const first = await filled('first', 45, group.rootId)
    const { deletionId, list } = await remove(member, [first, await folder('other', group.rootId)])
    await member.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''] })
    const second = await filled('second', 45, group.rootId)
    expect((await remove(member, [second], { deletionId, dryRun: true })).losses).toMatchObject([
      { count: 47 },
    ])
  })

  // The last: the world's clock is ahead from here on.
  it('is over after an hour: what goes later is asked for and told by itself', async () => {
    const { deletionId } = await remove(member, [await folder('a', group.rootId)])
    const b = await folder('b', group.rootId)
    const c = await folder('c', group.rootId)
    world.advance(59 * MINUTE)
    await remove(member, [b], { deletionId })
    world.advance(2 * MINUTE)
    await expect(remove(member, [c], { deletionId })).rejects.toMatchObject({ name: 'not_found' })
    expect(Object.keys(await owner.tree(group.rootId))).toEqual(['c'])
  })
})
