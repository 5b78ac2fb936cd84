import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import { clearTrash, pageTrash, removeTrash, restoreTrash, type TrashItem } from '@clouddisk/contract/trash'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { expireTrash } from './jobs.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, parentId = '0', content = name) =>
  (await person.upload(parentId, name, Buffer.from(content))).instanceId
const remove = async (...instanceIds: string[]) => (await person.call(removeInstances, { instanceIds })).list
const restore = async (instanceIds: string[], targetInstanceId?: string) =>
  (await person.call(restoreTrash, { instanceIds, ...(targetInstanceId ? { targetInstanceId } : {}) })).list
const bin = async (): Promise<TrashItem[]> => (await person.call(pageTrash, { pageSize: 1000 })).list
const codes = (list: { errcode: number }[]) => list.map((line) => line.errcode)
const used = async () => (await person.call(queryCapacityDetail, {})).usedSize

describe('deleting', () => {
  it('takes a subtree out of sight and keeps it whole in the bin', async () => {
    const work = await folder('Work')
    const inner = await folder('inner', work)
    const deep = await file('deep.txt', inner)
    await file('top.txt')
    const [line] = await remove(work)
    expect(line).toEqual({
      instanceId: work,
      newId: expect.any(String),
      instanceName: 'Work',
      errcode: 0,
      errmsg: '',
    })
    expect(await person.tree()).toEqual({ 'top.txt': 7 })
    for (const id of [work, inner]) await expect(person.list(id)).rejects.toMatchObject({ name: 'not_found' })
    await expect(person.download(deep)).rejects.toMatchObject({ name: 'not_found' })
    expect(await bin()).toEqual([
      {
        recycleId: line?.newId,
        instanceId: work,
        instanceName: 'Work',
        classifierId: 'Folder',
        fileType: '',
        fileSize: 8,
        fileCount: 1,
        classification: 1,
        deleteUser: person.user.userRealName,
        originalPath: '个人文件',
        originalExists: true,
        deleteTime: expect.any(String),
        expireTime: expect.any(String),
        deletionId: expect.any(String),
      },
    ])
  })

  it('answers for each item and never takes the root', async () => {
    const a = await file('a')
    expect(codes(await remove(person.user.rootId, a, 'nothing', a))).toEqual([40908, 0, 90000])
    expect(await person.tree()).toEqual({})
  })

  it('of a folder and of what is in it is one entry, which undoes both', async () => {
    const work = await folder('Work')
    const inside = await file('inside', work)
    const lines = await remove(inside, work)
    expect(codes(lines)).toEqual([0, 0])
    expect(await bin()).toHaveLength(1)
    expect(codes(await restore(lines.map((line) => line.newId ?? '')))).toEqual([0])
    expect(await person.tree()).toEqual({ Work: { inside: 6 } })
  })

  it('frees the name at once', async () => {
    await remove(await file('a.txt'))
    expect((await person.upload('0', 'a.txt', Buffer.from('new'))).outcome).toBe('created')
  })
})

describe('restoring', () => {
  it('puts things back where they were, by recycle id or by their own', async () => {
    const work = await folder('Work')
    const [a, b] = [await file('a', work), await file('b', work)]
    const [first] = await remove(a)
    await remove(b)
    expect(await restore([first?.newId ?? '', b])).toMatchObject([
      { newId: a, instanceName: 'a', errcode: 0 },
      { newId: b, instanceName: 'b', errcode: 0 },
    ])
    expect(await person.tree()).toEqual({ Work: { a: 1, b: 1 } })
    expect(await bin()).toEqual([])
    expect(codes(await restore([a, 'nothing', newId()]))).toEqual([90000, 90000, 90000])
  })

  it('finds a folder that was renamed and moved meanwhile', async () => {
    const work = await folder('Work')
    const a = await file('a', work)
    await remove(a)
    await person.call(renameInstance, { instanceId: work, instanceName: 'Play' })
    await person.call(moveInstances, { instances: [work], targeParentId: await folder('Elsewhere') })
    expect(await bin()).toMatchObject([{ originalPath: '个人文件/Elsewhere/Play', originalExists: true }])
    await folder('Work')
    await restore([a])
    expect(await person.tree()).toEqual({ Elsewhere: { Play: { a: 1 } }, Work: {} })
  })

  it.each(['is in the bin itself', 'is gone for good'])('makes the folder anew that %s', async (what) => {
    const top = await folder('Top')
    const work = await folder('Work', top)
    const a = await file('a', work)
    await remove(a)
    await remove(work)
    if (what === 'is gone for good') {
      await person.call(removeTrash, { instanceIds: [work] })
      world.advance(61 * DAY)
      // Sessions end, too; what is restored must still be there.
      await world.ctx.db.pool.query(`update trash set expires_at = '2200-01-01' where stage = 'person'`)
      await expireTrash(world.ctx)
      person = await world.again(person)
    }
    await person.call(renameInstance, { instanceId: top, instanceName: 'Renamed' })
    expect((await bin()).find((row) => row.instanceId === a)).toMatchObject({
      originalPath: '个人文件/Top/Work',
      originalExists: false,
    })
    expect(codes(await restore([a]))).toEqual([0])
    expect(await person.tree()).toEqual({ Renamed: { Work: { a: 1 } } })
  })

  it('of a folder and of what was thrown away out of it before brings both together, in whatever order', async () => {
    const work = await folder('Work')
    const [a, b] = [await file('a', work), await file('b', work)]
    await remove(a)
    await remove(b)
    await remove(work)
    const lines = await restore([a, work, b])
    expect(lines.map((line) => [line.instanceId, line.errcode])).toEqual([
      [a, 0],
      [work, 0],
      [b, 0],
    ])
    expect(await person.tree()).toEqual({ Work: { a: 1, b: 1 } })
  })

  it('never overwrites: what has the name stays, what comes back is numbered', async () => {
    const a = await file('a.txt', '0', 'first')
    await remove(a)
    const second = await file('A.TXT', '0', 'second')
    await remove(second)
    await file('a.txt', '0', 'third!')
    expect(await restore([a, second])).toMatchObject([{ errcode: 0 }, { errcode: 0 }])
    const sizes = Object.values(await person.tree()).sort()
    expect(sizes).toEqual([5, 6, 6])
    expect((await person.download(a)).toString()).toBe('first')
    expect((await person.download(second)).toString()).toBe('second')
  })

  it('does not take a file for the folder that is gone', async () => {
    const work = await folder('Work')
    const a = await file('a', work)
    await remove(a)
    await remove(work)
    await file('work', '0', 'a file')
    await restore([a])
    expect(await person.tree()).toEqual({ work: 6, 'Work (1)': { a: 1 } })
  })

  it('into a chosen folder goes there, and only into an existing folder of one’s own', async () => {
    const a = await file('a', await folder('Work'))
    const target = await folder('Target')
    const gone = await folder('gone')
    await remove(a, gone)
    await expect(restore([a], gone)).rejects.toMatchObject({ name: 'not_found' })
    await expect(restore([a], 'nonsense')).rejects.toMatchObject({ name: 'not_found' })
    await expect(restore([a], await file('f'))).rejects.toMatchObject({ name: 'is_a_file' })
    await restore([a], target)
    await remove(a)
    await restore([a], '0')
    expect(await person.tree()).toEqual({ Work: {}, Target: {}, a: 1, f: 1 })
  })

  it('is refused where it would nest too deep', async () => {
    let deep = '0'
    for (let level = 0; level < LIMITS.depthMax - 1; level++) deep = await folder('d', deep)
    const two = await folder('two')
    await folder('levels', two)
    await remove(two)
    expect(codes(await restore([two], deep))).toEqual([40909])
    expect(await bin()).toHaveLength(1)
  })

  it('asks for another place where its folder is gone and there is no room to make it again', async () => {
    const chain = async (levels: number) => {
      const ids: string[] = []
      for (let n = 0; n < levels; n++) ids.push(await folder(`${n}`, ids.at(-1) ?? '0'))
      return ids
    }
    const shallow = await chain(LIMITS.depthMax - 2)
    const gone = await folder('gone', shallow.at(-1))
    const inside = await file('inside', await folder('deeper', gone))
    await remove(inside)
    await remove(gone)
    await person.call(removeTrash, { instanceIds: [gone] })
    const top = await folder('top')
    await person.call(moveInstances, { instances: [shallow[0] ?? ''], targeParentId: top })
    expect(await restore([inside])).toMatchObject([{ errcode: 40907 }])
    expect(codes(await restore([inside], top))).toEqual([0])
  })
})

describe('the bin', () => {
  it('is paged in every order, filtered, and knows its sums', async () => {
    for (const [n, name] of ['file10', 'file2', '阿', 'Zebra', 'file1'].entries())
      await remove(await file(name, '0', 'x'.repeat(n + 1)))
    await remove(await folder('a folder'))
    const ask = async (
      orderBy: NonNullable<Input<typeof pageTrash>['orderBy']>,
      orderType: 'asc' | 'desc',
      pageSize = 100,
    ) => {
      const all: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await person.call(pageTrash, {
          orderBy,
          orderType,
          pageSize,
          ...(cursor ? { cursor } : {}),
        })
        expect([page.total, page.totalSize]).toEqual([6, 15])
        all.push(...page.list.map((row: TrashItem) => row.instanceName))
        cursor = page.nextCursor
        if (!cursor) return all
      }
    }
    const byName = ['a folder', 'file1', 'file2', 'file10', 'Zebra', '阿']
    const byTime = ['file10', 'file2', '阿', 'Zebra', 'file1', 'a folder']
    expect(await ask('instanceName', 'asc')).toEqual(byName)
    expect(await ask('deleteTime', 'asc')).toEqual(byTime)
    expect((await bin()).map((row) => row.instanceName)).toEqual([...byTime].reverse())
    expect(await ask('fileSize', 'desc')).toEqual(['file1', 'Zebra', '阿', 'file2', 'file10', 'a folder'])
    expect(await ask('fileType', 'asc')).toEqual(byName)
    expect(await ask('updateTime', 'asc')).toEqual(byTime)
    for (const orderBy of ['instanceName', 'fileSize', 'updateTime', 'fileType', 'deleteTime'] as const)
      for (const orderType of ['asc', 'desc'] as const)
        expect(await ask(orderBy, orderType, 2)).toEqual(await ask(orderBy, orderType))
    const found = await person.call(pageTrash, { keyword: 'FILE' })
    expect([found.total, found.totalSize, found.list.length]).toEqual([3, 8, 3])
  })

  it('lets things go for good, and their space at once', async () => {
    const [a, b] = [await file('a'), await file('bb')]
    await remove(a, b)
    expect(await used()).toBe(3)
    const lines = (await person.call(removeTrash, { instanceIds: [b, 'nothing', newId()] })).list
    expect(codes(lines)).toEqual([0, 90000, 90000])
    expect(await used()).toBe(1)
    expect(codes(await restore([b]))).toEqual([90000])
    expect(codes((await person.call(removeTrash, { instanceIds: [b] })).list)).toEqual([90000])
    expect(await person.call(clearTrash, {})).toMatchObject({ removed: 1, fileSize: 1 })
    expect(await person.call(clearTrash, {})).toEqual({ list: [], removed: 0, fileSize: 0 })
    expect(await used()).toBe(0)
  })

  it('is one’s own', async () => {
    const a = await file('a')
    await remove(a)
    const other = await world.person()
    expect((await other.call(pageTrash, {})).list).toEqual([])
    await other.call(clearTrash, {})
    expect(codes((await other.call(removeTrash, { instanceIds: [a] })).list)).toEqual([90000])
    expect(await bin()).toHaveLength(1)
  })
})

/** Days pass; the session does not last as long. */
async function days(n: number): Promise<void> {
  world.advance(n * DAY)
  person = await world.again(person)
}
const rowsOf = async (id: string) =>
  (await world.ctx.db.pool.query('select id from file where id = $1', [id])).rows.length

describe('time', () => {
  it('takes things out of the person’s bin after thirty days, and from the administrators’ after thirty more', async () => {
    const work = await folder('Work')
    await file('inside', work)
    await remove(work)
    const expires = new Date((await bin())[0]?.expireTime ?? '').getTime()
    expect(Math.abs(expires - world.ctx.now().getTime() - LIMITS.trashDays * DAY)).toBeLessThan(60_000)
    await days(29)
    await expireTrash(world.ctx)
    expect(await bin()).toHaveLength(1)
    await days(1.01)
    await expireTrash(world.ctx)
    expect(await bin()).toEqual([])
    expect(await used()).toBe(0)
    expect(codes(await restore([work]))).toEqual([90000])
    expect(await rowsOf(work)).toBe(1)
    await days(29)
    await expireTrash(world.ctx)
    expect(await rowsOf(work)).toBe(1)
    await days(1.01)
    await expireTrash(world.ctx)
    expect(await rowsOf(work)).toBe(0)
  })

  it('stops for what is held, until the hold is released', async () => {
    const work = await folder('Work')
    const evidence = await file('evidence', work)
    const other = await file('other')
    await remove(work, other)
    const hold = newId()
    await world.ctx.db.pool.query(
      'insert into hold (id, file_id, reason, created_by) values ($1, $2, $3, $4)',
      [hold, evidence, 'a case', person.user.userId],
    )
    await days(31)
    await expireTrash(world.ctx)
    await days(31)
    await expireTrash(world.ctx)
    expect([await rowsOf(work), await rowsOf(evidence), await rowsOf(other)]).toEqual([1, 1, 0])
    await world.ctx.db.pool.query('update hold set released_at = now() where id = $1', [hold])
    await expireTrash(world.ctx)
    expect([await rowsOf(work), await rowsOf(evidence)]).toEqual([0, 0])
  })

  it('goes on behind what is held, however much that is', async () => {
    const held = await folder('held')
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(await folder(`h${n}`, held))
    await remove(...ids)
    await world.ctx.db.pool.query(
      `insert into hold (id, file_id, reason, created_by) select gen_random_uuid(), unnest($1::uuid[]), 'a case', $2`,
      [ids, person.user.userId],
    )
    const later = await folder('later')
    await remove(later)
    await days(31)
    await expireTrash(world.ctx, 2)
    await days(31)
    await expireTrash(world.ctx, 2)
    expect(await rowsOf(later)).toBe(0)
    expect(await rowsOf(ids[0] ?? '')).toBe(1)
  })

  it('does not purge what was restored in between', async () => {
    const a = await file('a')
    await remove(a)
    await days(29.9)
    await restore([a])
    await days(60)
    await expireTrash(world.ctx)
    expect(await person.tree()).toEqual({ a: 1 })
  })
})
