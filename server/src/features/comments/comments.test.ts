import { pageActivity } from '@clouddisk/contract/activity'
import { pageSecondTrash, removeSecondTrash } from '@clouddisk/contract/admin-recycle'
import { pageLogs } from '@clouddisk/contract/audit'
import { queryChanges } from '@clouddisk/contract/changes'
import * as contract from '@clouddisk/contract/comments'
import {
  copyInstances,
  createFolder,
  moveInstances,
  queryInstanceDetail,
  removeInstances,
} from '@clouddisk/contract/files'
import { dissolveGroup } from '@clouddisk/contract/groups'
import { pageNotifications, saveNotificationSettings } from '@clouddisk/contract/notifications'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { createShare } from '@clouddisk/contract/shares'
import { clearTrash, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let member: Person
let viewer: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  member = await world.person()
  viewer = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const page = (instanceId: string, by = owner) => by.call(contract.pageComments, { instanceId })
const texts = async (instanceId: string, by = owner) =>
  (await page(instanceId, by)).list.map(({ text }) => text)
const say = (instanceId: string, text: string, by = owner, mentions: readonly Person[] = []) =>
  by.call(contract.createComment, {
    instanceId,
    text,
    ...(mentions.length > 0 && { mentions: mentions.map(({ user }) => user.userId) }),
  })
const notices = async (by: Person) =>
  (await by.call(pageNotifications, {})).list
    .filter(({ kind }) => kind.startsWith('comment.'))
    .map(({ kind, data }) => [kind, data.instanceName, data.message])
const groupFile = async () => {
  const group = await world.group(owner, [
    [member, 'editor'],
    [viewer, 'viewer'],
  ])
  const { instanceId } = await owner.upload(group.rootId, 'plan.txt', Buffer.from('plan'))
  return { group, instanceId }
}

describe('comments', () => {
  test('are written, read and listed by those who may comment (R188)', async () => {
    const { instanceId } = await groupFile()
    const first = await say(instanceId, '  first\r\nline  ', member)
    expect(first).toMatchObject({ text: 'first\nline', canChange: true, canRemove: true, editTime: null })
    await say(instanceId, 'second')
    const { list, total } = await page(instanceId)
    expect(total).toBe(2)
    expect(list).toMatchObject([
      { text: 'second', userId: owner.user.userId, canChange: true, canRemove: true },
      { text: 'first\nline', userId: member.user.userId, canChange: false, canRemove: true },
    ])
    expect((await page(instanceId, member)).list[0]).toMatchObject({ canChange: false, canRemove: false })
    expect(await owner.call(queryInstanceDetail, { instanceId })).toMatchObject({ commentCount: 2 })
    expect(await viewer.call(queryInstanceDetail, { instanceId })).not.toHaveProperty('commentCount')
    const refused = { name: 'not_permitted' }
    await expect(page(instanceId, viewer)).rejects.toMatchObject(refused)
    await expect(say(instanceId, 'no', viewer)).rejects.toMatchObject(refused)
    await expect(say(instanceId, 'no', await world.person())).rejects.toMatchObject({ name: 'not_found' })
  })

  test('are changed by their author and removed by it, or by those who manage the item (R188)', async () => {
    const { instanceId } = await groupFile()
    const { commentId } = await say(instanceId, 'before', member)
    const mine = await say(instanceId, 'mine')
    const change = (by: Person, id = commentId) =>
      by.call(contract.updateComment, { commentId: id, text: 'after' })
    const remove = (by: Person, id = commentId) => by.call(contract.removeComment, { commentId: id })
    await expect(change(owner)).rejects.toMatchObject({ name: 'not_permitted' })
    await expect(remove(member, mine.commentId)).rejects.toMatchObject({ name: 'not_permitted' })
    for (const id of [commentId, mine.commentId]) {
      await expect(change(viewer, id)).rejects.toMatchObject({ name: 'not_permitted' })
      await expect(remove(viewer, id)).rejects.toMatchObject({ name: 'not_permitted' })
    }
    const stranger = await world.person()
    const unknown = { name: 'not_found', details: { what: 'comment' } }
    await expect(change(stranger)).rejects.toMatchObject(unknown)
    await expect(change(stranger, 'x')).rejects.toMatchObject(unknown)
    expect(await change(member)).toMatchObject({ text: 'after', editTime: expect.any(String) })
    await remove(owner)
    await expect(remove(owner)).rejects.toMatchObject(unknown)
    expect(await texts(instanceId)).toEqual(['mine'])
  })

  test('are limited in length and number, and never empty (R188)', async () => {
    const { instanceId } = await owner.upload('0', 'a.txt', Buffer.from('a'))
    await say(instanceId, 'x'.repeat(contract.COMMENT_MAX))
    for (const [text, reason] of [
      ['x'.repeat(contract.COMMENT_MAX + 1), 'too_long'],
      [' \n ', 'missing'],
    ] as const)
      await expect(say(instanceId, text)).rejects.toMatchObject({
        name: 'bad_field',
        details: { field: 'text', reason },
      })
    await world.ctx.db.pool.query(
      `insert into comment (id, file_id, text) select gen_random_uuid(), $1, 'x' from generate_series(1, $2)`,
      [instanceId, contract.COMMENTS_MAX - 1],
    )
    await expect(say(instanceId, 'one too many')).rejects.toMatchObject({ name: 'too_many_comments' })
  })

  test('come page after page, without repeating or leaving out any', async () => {
    const { instanceId } = await owner.upload('0', 'a.txt', Buffer.from('a'))
    for (let n = 0; n < 7; n++) await say(instanceId, `${n}`)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const asked = { instanceId, pageSize: 3, ...(cursor && { cursor }) }
      const { list, nextCursor } = await owner.call(contract.pageComments, asked)
      seen.push(...list.map(({ text }) => text))
      cursor = nextCursor
      if (cursor === undefined) break
      await say(instanceId, 'meanwhile')
    }
    expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0'])
    const other = await owner.upload('0', 'b.txt', Buffer.from('b'))
    const { nextCursor = '' } = await owner.call(contract.pageComments, { instanceId, pageSize: 1 })
    await expect(
      owner.call(contract.pageComments, { instanceId: other.instanceId, cursor: nextCursor }),
    ).rejects.toMatchObject({ details: { field: 'cursor' } })
  })

  test('follow their file, come back with it from the recycle bin, are not copied, and go with it', async () => {
    const { instanceId } = await owner.upload('0', 'a.txt', Buffer.from('a'))
    await say(instanceId, 'mine')
    const { instanceId: to } = await owner.call(createFolder, { parentId: '0', instanceName: 'to' })
    await owner.call(moveInstances, { instanceIds: [instanceId], targeParentId: to })
    expect(await texts(instanceId)).toEqual(['mine'])
    const { list } = await owner.call(copyInstances, { instanceIds: [instanceId], targeParentId: '0' })
    expect(await texts(list[0]?.newId ?? '')).toEqual([])
    await owner.call(removeInstances, { instanceIds: [instanceId] })
    await expect(page(instanceId)).rejects.toMatchObject({ name: 'not_found' })
    await owner.call(restoreTrash, { instanceIds: [instanceId] })
    expect(await texts(instanceId)).toEqual(['mine'])
    await owner.call(removeInstances, { instanceIds: [instanceId] })
    await owner.call(clearTrash, {})
    const admin = await world.admin()
    const { list: kept } = await admin.call(pageSecondTrash, { ownerId: owner.user.userId })
    await admin.call(removeSecondTrash, { recycleIds: kept.map(({ recycleId }) => recycleId) })
    const { rows } = await world.ctx.db.pool.query('select from comment where file_id = $1', [instanceId])
    expect(rows).toEqual([])
  })

  test('are still read, not written, in a group that is being deleted', async () => {
    const { group, instanceId } = await groupFile()
    await say(instanceId, 'before', member)
    await owner.call(dissolveGroup, { groupId: group.groupId })
    expect(await texts(instanceId, member)).toEqual(['before'])
    await expect(say(instanceId, 'after', member)).rejects.toMatchObject({ name: 'group_dissolving' })
  })

  test('are in the feed, in activity of those who read them, and in the audit log without their text', async () => {
    const { instanceId } = await groupFile()
    const cursors = new Map<Person, string>()
    for (const one of [owner, member, viewer]) cursors.set(one, (await one.call(queryChanges, {})).cursor)
    await say(instanceId, 'confidential words', member)
    const heard = async (one: Person) =>
      (await one.call(queryChanges, { cursor: cursors.get(one) ?? '' })).list.map(({ kind }) => kind)
    for (const one of [owner, member]) expect(await heard(one)).toContain('comment.added')
    expect(await heard(viewer)).toEqual([])
    const kinds = async (by: Person) =>
      (await by.call(pageActivity, { instanceId })).list.map(({ kind }) => kind)
    expect(await kinds(owner)).toContain('comment.added')
    expect(await kinds(viewer)).not.toContain('comment.added')
    const admin = await world.admin()
    const logged = await admin.call(pageLogs, { action: 'comment.added' })
    expect(logged.list[0]).toMatchObject({ objectId: instanceId, userId: member.user.userId })
    expect(JSON.stringify(logged)).not.toContain('confidential')
  })
})

describe('mentions and notifications', () => {
  test('a mention notifies once, however often the comment is changed (R188)', async () => {
    const { instanceId } = await groupFile()
    const { commentId } = await say(instanceId, 'look @member', owner, [member])
    expect(await notices(member)).toEqual([['comment.mentioned', 'plan.txt', 'look @member']])
    const change = (mentions: readonly Person[]) =>
      owner.call(contract.updateComment, {
        commentId,
        text: 'look again',
        mentions: mentions.map(({ user }) => user.userId),
      })
    await change([])
    const { mentions } = await change([member])
    expect(mentions).toEqual([{ userId: member.user.userId, userRealName: member.user.userRealName }])
    expect(await notices(member)).toHaveLength(1)
    expect(await notices(owner)).toEqual([])
  })

  test('only those who read the comments are found and mentioned (R188)', async () => {
    const { instanceId } = await groupFile()
    const { list } = await owner.call(contract.searchMentions, { instanceId })
    expect(list.map(({ userId }) => userId)).toEqual([member.user.userId])
    const byName = { instanceId, keyword: member.user.userName }
    expect((await owner.call(contract.searchMentions, byName)).list).toHaveLength(1)
    expect((await owner.call(contract.searchMentions, { instanceId, keyword: 'nobody' })).list).toEqual([])
    const refused = { name: 'bad_field', details: { field: 'mentions', reason: 'unknown_value' } }
    for (const person of [viewer, await world.person()])
      await expect(say(instanceId, 'hey', owner, [person])).rejects.toMatchObject(refused)
    await expect(
      owner.call(contract.createComment, { instanceId, text: 'hey', mentions: ['x'] }),
    ).rejects.toMatchObject(refused)
    expect(await texts(instanceId)).toEqual([])
    expect(await notices(viewer)).toEqual([])
  })

  test('the owner and those who commented before are told of new comments, if they still read them (R188)', async () => {
    const { instanceId } = await groupFile()
    const other = await world.person()
    const { instanceId: shared } = await owner.call(createFolder, { parentId: '0', instanceName: 'shared' })
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [member, other].map(({ user }) => ({
        principalType: 'user' as const,
        principalId: user.userId,
        role: 'editor' as const,
      })),
    })
    const { instanceId: file } = await member.upload(shared, 'b.txt', Buffer.from('b'))
    await say(file, 'one', other)
    expect(await notices(owner)).toEqual([['comment.added', 'b.txt', 'one']])
    expect(await notices(member)).toEqual([['comment.added', 'b.txt', 'one']])
    await say(file, 'two', member)
    expect(await notices(other)).toEqual([['comment.added', 'b.txt', 'two']])
    // Comments in the group: who may no longer read them is told nothing.
    await say(instanceId, 'three', member)
    const gone = { principalType: 'user' as const, principalIds: [member.user.userId] }
    await owner.call(updateUserRole, { instanceId, ...gone, role: 'viewer' })
    await say(instanceId, 'four')
    expect(await notices(member)).toHaveLength(1)
  })

  test('each kind is switched off by itself', async () => {
    const { instanceId } = await groupFile()
    await member.call(saveNotificationSettings, {
      list: [{ kind: 'comment.added', app: false, mail: 'off' }],
    })
    await say(instanceId, 'mine', member)
    await say(instanceId, 'not told')
    await say(instanceId, 'told', owner, [member])
    expect(await notices(member)).toEqual([['comment.mentioned', 'plan.txt', 'told']])
  })
})
