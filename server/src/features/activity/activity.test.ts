// @module-tag long
import { type Activity, pageActivity, pageGroupActivity } from '@clouddisk/contract/activity'
import {
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { updateUserRole } from '@clouddisk/contract/privileges'
import type { Input } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { clearTrash, restoreTrash } from '@clouddisk/contract/trash'
import { pageVersions, restoreVersion } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

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

const folder = async (instanceName: string, parentId = '0', by = owner) =>
  (await by.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, parentId = '0', by = owner, text = name) =>
  (await by.upload(parentId, name, Buffer.from(text), { conflict: 'newVersion' })).instanceId

type Asked = Omit<Input<typeof pageActivity>, 'instanceId'>
const activity = async (instanceId: string, by = owner, asked: Asked = {}) =>
  (await by.call(pageActivity, { instanceId, ...asked })).list
const ofGroup = async (groupId: string, by = owner, asked: Asked = {}) =>
  (await by.call(pageGroupActivity, { groupId, ...asked })).list
const kinds = (list: readonly Activity[]) => list.map(({ kind }) => kind)
const names = (list: readonly Activity[]) =>
  list.flatMap(({ items }) => items.map(({ instanceName }) => instanceName))
/** Everything that an answer says, to look for what it must not say. */
const text = (list: readonly Activity[]) => JSON.stringify(list)

describe('the activity of an item', () => {
  it('tells who did what to a file, from where to where, and which version', async () => {
    const [a, b] = [await folder('a'), await folder('b')]
    const id = await file('first.txt', a)
    await file('first.txt', a, owner, 'second')
    const { list: versions } = await owner.call(pageVersions, { instanceId: id })
    await owner.call(restoreVersion, { instanceId: id, versionId: versions[1]?.versionId ?? '' })
    await owner.call(renameInstance, { instanceId: id, instanceName: 'last.txt' })
    await owner.call(moveInstances, { instanceIds: [id], targeParentId: b })
    await owner.call(removeInstances, { instanceIds: [id] })
    await owner.call(restoreTrash, { instanceIds: [id] })
    const list = await activity(id)
    const { userId, userRealName } = owner.user
    expect(list.every((one) => one.userId === userId && one.userRealName === userRealName)).toBe(true)
    expect(list).toMatchObject([
      { kind: 'file.restored', count: 1, isVisitor: false },
      { kind: 'file.trashed' },
      {
        kind: 'file.moved',
        from: { instanceId: a, instanceName: 'a' },
        to: { instanceId: b, instanceName: 'b' },
      },
      { kind: 'file.renamed', oldName: 'first.txt', items: [{ instanceName: 'last.txt', isThere: true }] },
      { kind: 'version.restored', versionNo: 3 },
      { kind: 'file.versioned', versionNo: 2 },
      {
        kind: 'file.created',
        items: [
          {
            instanceId: id,
            instanceName: 'first.txt',
            currentName: 'last.txt',
            isFolder: false,
            isThere: true,
          },
        ],
      },
    ])
  })

  it('of a folder has what happened directly in it, and what was done at once is one entry', async () => {
    const a = await folder('a')
    const inner = await folder('inner', a)
    await file('deep.txt', inner)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await file(`${n}.txt`, a))
    await owner.call(removeInstances, { instanceIds: ids })
    expect(await activity(a)).toMatchObject([
      { kind: 'file.trashed', count: 5, items: [{ isThere: false }, {}, {}] },
      { kind: 'file.created', count: 5, items: [{ instanceId: ids[4], instanceName: '4.txt' }, {}, {}] },
      { kind: 'folder.created', count: 1, items: [{ instanceName: 'inner', isFolder: true }] },
      { kind: 'folder.created', count: 1, items: [{ instanceName: 'a' }] },
    ])
    await owner.call(clearTrash, {})
    const [deleted] = await activity(a)
    expect(deleted).toMatchObject({ kind: 'file.trashed', count: 5, items: [{ isThere: false }, {}, {}] })
  })

  it('names copies apart from uploads, and a folder renamed once', async () => {
    const a = await folder('a')
    const id = await file('one.txt')
    await owner.call(copyInstances, { instanceIds: [id], targeParentId: a })
    await owner.call(renameInstance, { instanceId: a, instanceName: 'b' })
    expect(await activity(a)).toMatchObject([
      { kind: 'file.renamed', oldName: 'a', items: [{ instanceName: 'b' }] },
      { kind: 'file.copied', items: [{ instanceName: 'one.txt' }] },
      { kind: 'folder.created', items: [{ instanceName: 'a', currentName: 'b' }] },
    ])
  })

  it('is filtered by kinds and by person', async () => {
    const group = await world.group(owner, [[member, 'editor']])
    const a = await folder('a', group.rootId)
    await file('mine.txt', a)
    await file('theirs.txt', a, member)
    await owner.call(renameInstance, { instanceId: a, instanceName: 'b' })
    expect(kinds(await activity(a, owner, { kinds: ['places'] }))).toEqual(['file.renamed'])
    expect(names(await activity(a, owner, { actorId: member.user.userId }))).toEqual(['theirs.txt'])
    expect(names(await activity(a, owner, { kinds: ['content'], actorId: owner.user.userId }))).toEqual([
      'mine.txt',
      'a',
    ])
    expect(await activity(a, owner, { kinds: ['sharing'] })).toEqual([])
  })

  it('comes page after page, without repeating or leaving out anything', async () => {
    const a = await folder('a')
    for (let n = 0; n < 12; n++) {
      const id = await folder(`f${n}`, a)
      await owner.call(renameInstance, { instanceId: id, instanceName: `g${n}` })
    }
    const all = await activity(a)
    expect(all).toHaveLength(25)
    for (const pageSize of [1, 2, 7, 24]) {
      const paged: Activity[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await owner.call(pageActivity, { instanceId: a, pageSize, ...(cursor && { cursor }) })
        paged.push(...page.list)
        cursor = page.nextCursor
        if (cursor === undefined) break
        // What happens meanwhile comes before the first page.
        await folder(`meanwhile ${pageSize} ${paged.length}`, a)
      }
      expect(paged.map(({ activityId }) => activityId)).toEqual(all.map(({ activityId }) => activityId))
      await owner.call(removeInstances, {
        instanceIds: (await owner.list(a))
          .filter(({ instanceName }) => instanceName.startsWith('meanwhile'))
          .map(({ instanceId }) => instanceId),
      })
      all.splice(0, all.length, ...(await activity(a, owner, { pageSize: 100 })))
    }
  })

  it('of a group comes page after page, for a member who does not see all of it', async () => {
    const group = await world.group(owner, [[member, 'viewer']])
    const closed = await folder('closed', group.rootId)
    await owner.call(updateUserRole, {
      instanceId: closed,
      principalType: 'user',
      principalIds: [member.user.userId],
      role: 'forbidden',
    })
    for (let n = 0; n < 6; n++) {
      const id = await folder(`f${n}`, group.rootId)
      await folder(`hidden ${n}`, closed)
      await owner.call(renameInstance, { instanceId: id, instanceName: `g${n}` })
    }
    const all = await ofGroup(group.groupId, member)
    expect(all.filter(({ kind }) => kind === 'file.renamed')).toHaveLength(6)
    for (const pageSize of [1, 4, 11]) {
      const paged: Activity[] = []
      for (let cursor: string | undefined; ; ) {
        const asked = { groupId: group.groupId, pageSize, ...(cursor && { cursor }) }
        const page = await member.call(pageGroupActivity, asked)
        expect(page.list.length).toBeLessThanOrEqual(pageSize)
        paged.push(...page.list)
        cursor = page.nextCursor
        if (cursor === undefined) break
      }
      expect(paged).toEqual(all)
      expect(text(paged)).not.toMatch(/hidden|closed/)
    }
  })

  it('refuses cursors of another list, filter or person', async () => {
    const [a, b] = [await folder('a'), await folder('b')]
    await folder('in a', a)
    const { nextCursor: cursor = '' } = await owner.call(pageActivity, { instanceId: a, pageSize: 1 })
    expect(cursor).not.toBe('')
    const refused = { code: 20001, details: { field: 'cursor', reason: 'cursor' } }
    await expect(activity(b, owner, { cursor })).rejects.toMatchObject(refused)
    await expect(activity(a, owner, { cursor, kinds: ['content'] })).rejects.toMatchObject(refused)
    await expect(activity(a, owner, { cursor: 'x.y' })).rejects.toMatchObject(refused)
    expect(await activity(a, owner, { cursor })).toHaveLength(1)
  })
})

describe('what a reader sees of activity', () => {
  it('has nothing of items that are kept from the reader, nor the names of folders', async () => {
    const group = await world.group(owner, [[member, 'editor']])
    const [open, closed] = [await folder('open', group.rootId), await folder('closed', group.rootId)]
    await owner.call(updateUserRole, {
      instanceId: closed,
      principalType: 'user',
      principalIds: [member.user.userId],
      role: 'forbidden',
    })
    const hidden = await file('hidden.txt', open)
    await owner.call(updateUserRole, {
      instanceId: hidden,
      principalType: 'user',
      principalIds: [member.user.userId],
      role: 'forbidden',
    })
    await file('inside.txt', closed)
    const moved = await file('moved.txt', closed)
    await owner.call(moveInstances, { instanceIds: [moved], targeParentId: open })
    expect(text(await activity(open, owner))).toContain('hidden.txt')
    for (const list of [await activity(open, member), await ofGroup(group.groupId, member)]) {
      expect(text(list)).not.toMatch(/hidden|closed|inside/)
      expect(list).toContainEqual(
        expect.objectContaining({
          kind: 'file.moved',
          from: null,
          to: { instanceId: open, instanceName: 'open' },
        }),
      )
    }
    await expect(activity(closed, member)).rejects.toMatchObject({ name: 'not_found' })
    await expect(activity(hidden, member)).rejects.toMatchObject({ name: 'not_found' })
    // Its entry is gone with it.
    await owner.call(removeInstances, { instanceIds: [hidden] })
    expect(text(await activity(open, member))).not.toContain('hidden')
    await owner.call(clearTrash, { groupId: group.groupId })
    expect(text(await activity(open, member))).not.toContain('hidden')
    expect(text(await activity(open, owner))).toContain('hidden')
  })

  it('has with whom something is shared for those who manage it', async () => {
    const a = await folder('a')
    const other = await world.person()
    const members = [
      { principalType: 'user' as const, principalId: member.user.userId, role: 'viewer' as const },
      { principalType: 'user' as const, principalId: other.user.userId, role: 'manager' as const },
    ]
    await owner.call(createShare, { instanceIds: [a], members })
    await file('later.txt', a)
    expect(kinds(await activity(a, owner))).toEqual(['file.created', 'share.created', 'folder.created'])
    expect(kinds(await activity(a, other))).toEqual(['file.created', 'share.created', 'folder.created'])
    expect(kinds(await activity(a, member))).toEqual(['file.created', 'folder.created'])
    await expect(activity(a, await world.person())).rejects.toMatchObject({ name: 'not_found' })
  })

  it('has the whole space of a group, for its members', async () => {
    const group = await world.group(owner, [[member, 'viewer']])
    const a = await folder('a', group.rootId)
    await file('deep.txt', await folder('b', a))
    expect(names(await ofGroup(group.groupId, member))).toEqual(
      expect.arrayContaining(['a', 'b', 'deep.txt']),
    )
    expect(kinds(await ofGroup(group.groupId, member))).toContain('group.changed')
    const stranger = await world.person()
    for (const groupId of [group.groupId, owner.user.userId, 'x'])
      await expect(ofGroup(groupId, stranger)).rejects.toMatchObject({ name: 'not_found' })
  })

  it('has nothing of what happened to an item elsewhere before it came, but the name', async () => {
    const mine = await folder('mine only')
    const id = await file('paper.txt', mine)
    const group = await world.group(owner, [[member, 'viewer']])
    await owner.call(moveInstances, { instanceIds: [id], targeParentId: group.rootId })
    const list = await activity(id, member)
    expect(kinds(list)).toEqual(['file.moved', 'file.created'])
    expect(list[0]).toMatchObject({ from: null, to: { instanceId: group.rootId } })
    expect(text(list)).not.toContain('mine only')
  })

  it('has no names that an item had where the reader could not see it', async () => {
    const group = await world.group(owner, [[member, 'viewer']])
    const [open, closed] = [await folder('open', group.rootId), await folder('closed', group.rootId)]
    await owner.call(updateUserRole, {
      instanceId: closed,
      principalType: 'user',
      principalIds: [member.user.userId],
      role: 'forbidden',
    })
    for (const place of [await folder('mine only'), closed]) {
      const id = await file('secret.txt', place)
      await owner.call(renameInstance, { instanceId: id, instanceName: 'public.txt' })
      await owner.call(moveInstances, { instanceIds: [id], targeParentId: open })
      await owner.call(renameInstance, { instanceId: id, instanceName: 'last.txt' })
      for (const list of [await activity(id, member), await ofGroup(group.groupId, member)]) {
        expect(text(list)).not.toMatch(/secret|closed|mine only/)
        expect(list[0]).toMatchObject({ kind: 'file.renamed', oldName: 'public.txt' })
      }
      expect(kinds(await activity(id, member))).toEqual(['file.renamed', 'file.moved', 'file.created'])
      await owner.call(removeInstances, { instanceIds: [id] })
    }
  })

  it('has no names from before an item was shared by itself, nor of moves between hidden folders', async () => {
    const [one, two, shared] = [await folder('one'), await folder('two'), await folder('shared')]
    const id = await file('layoffs.txt', one)
    await owner.call(moveInstances, { instanceIds: [id], targeParentId: two })
    await owner.call(renameInstance, { instanceId: id, instanceName: 'plan.txt' })
    const share = (instanceId: string) =>
      owner.call(createShare, {
        instanceIds: [instanceId],
        members: [{ principalType: 'user', principalId: member.user.userId, role: 'viewer' }],
      })
    await share(id)
    const alone = await activity(id, member)
    expect(text(alone)).not.toMatch(/layoffs|"one"|"two"/)
    expect(kinds(alone)).toContain('file.renamed')
    expect(text(await activity(id, owner))).toContain('layoffs')
    await share(shared)
    await owner.call(moveInstances, { instanceIds: [id], targeParentId: shared })
    for (const list of [await activity(id, member), await activity(shared, member)]) {
      expect(text(list)).not.toMatch(/layoffs|"one"|"two"/)
      expect(list[0]).toMatchObject({ kind: 'file.moved', to: { instanceId: shared } })
    }
    expect(kinds(await activity(id, member))).toEqual(['file.moved', 'file.created'])
  })

  it('says of what was moved out of a shared folder that it went, not where to', async () => {
    const [shared, mine] = [await folder('shared'), await folder('mine only')]
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [{ principalType: 'user', principalId: member.user.userId, role: 'viewer' }],
    })
    const id = await file('paper.txt', shared)
    await owner.call(moveInstances, { instanceIds: [id], targeParentId: mine })
    await owner.call(renameInstance, { instanceId: id, instanceName: 'later.txt' })
    await file('paper.txt', mine, owner, 'another')
    const list = await activity(shared, member)
    expect(list[0]).toMatchObject({
      kind: 'file.moved',
      from: { instanceId: shared },
      to: null,
      items: [{ instanceName: 'paper.txt', isThere: false }],
    })
    expect(text(list)).not.toMatch(/mine only|later/)
    await expect(activity(id, member)).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('each page of activity', () => {
  it('is read from an index in its order, however much there is', async () => {
    const a = await folder('a')
    const { pool } = world.ctx.db
    await pool.query(
      `insert into change (kind, space_id, file_id, parent_ids, actor_id, details)
       select 'file.renamed', s.id, $2, array[$2::uuid], $1, '{}' from space s, generate_series(1, 30000) where s.person_id = $1`,
      [owner.user.userId, a],
    )
    await pool.query('analyze change')
    const { rows: spaces } = await pool.query('select space_id from file where id = $1', [a])
    for (const [condition, id, index] of [
      ['c.parent_ids[1] = $1', a, 'change_in_folder'],
      ['c.file_id = $1', a, 'change_of_file'],
      ['c.space_id = $1', spaces[0]?.space_id, 'change_of_space'],
    ]) {
      const { rows } = await pool.query(
        `explain (analyze, timing off, format json) select * from change c
         where ${condition} and (c.xid, c.id) < ('9223372036854775807'::xid8, 9223372036854775807)
         order by c.xid desc, c.id desc limit 500`,
        [id],
      )
      const plan = JSON.stringify(rows[0])
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/Sort|Seq Scan|Removed by Filter/)
    }
    const { list, nextCursor } = await owner.call(pageActivity, { instanceId: a, kinds: ['sharing'] })
    expect(list).toEqual([])
    expect(nextCursor).toBeDefined()
  })
})
