import { createFavorites, type Favorite, pageFavorites, removeFavorites } from '@clouddisk/contract/favorites'
import { createFolder, moveInstances, pageInstances, removeInstances } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import { removeTrash, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

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
const mark = async (...instanceIds: string[]) => (await person.call(createFavorites, { instanceIds })).list
const codes = (list: { errcode: number }[]) => list.map((line) => line.errcode)
const marked = async () => {
  const page = await person.call(pageFavorites, { pageSize: 1000 })
  expect(page.total).toBe(page.list.length)
  return page.list.map((row) => row.instance.instanceName)
}

describe('favorites', () => {
  it('are listed latest first, with where they are', async () => {
    const inner = await folder('inner', await folder('outer'))
    const { instanceId } = await person.upload(inner, 'a.txt', Buffer.from('abc'))
    await mark(inner)
    await mark(instanceId)
    const { list } = await person.call(pageFavorites, {})
    expect(list).toMatchObject([
      {
        instanceId,
        path: '个人文件/outer/inner',
        createTime: expect.any(String),
        instance: { instanceId, instanceName: 'a.txt', fileSize: 3, isCollect: true },
      },
      { instanceId: inner, path: '个人文件/outer' },
    ])
    const rows = (await person.call(pageInstances, { parentId: inner })).list
    expect(rows.map((row) => row.isCollect)).toEqual([true])
  })

  it('are marked once however often one marks, and unmarked as often', async () => {
    const a = await folder('a')
    expect(codes(await mark(a))).toEqual([0])
    expect(codes(await mark(a, 'nothing'))).toEqual([0, 90000])
    expect(await marked()).toEqual(['a'])
    await person.call(removeFavorites, { instanceId: a })
    expect(codes((await person.call(removeFavorites, { instanceIds: `${a},nothing` })).list)).toEqual([0, 0])
    expect(await marked()).toEqual([])
  })

  it('are out of the list while in the bin, and there again when they come back', async () => {
    const outer = await folder('outer')
    const inner = await folder('inner', outer)
    await mark(outer, inner, await folder('other'))
    await person.call(removeInstances, { instanceIds: [outer] })
    expect(await marked()).toEqual(['other'])
    await person.call(restoreTrash, { instanceIds: [outer] })
    expect(await marked()).toEqual(['other', 'inner', 'outer'])
    await person.call(removeInstances, { instanceIds: [outer] })
    await person.call(removeTrash, { instanceIds: [outer] })
    expect(await marked()).toEqual(['other'])
  })

  it('follow what they mark', async () => {
    const a = await folder('a')
    await mark(a)
    await person.call(moveInstances, { instances: [a], targeParentId: await folder('to') })
    expect((await person.call(pageFavorites, {})).list).toMatchObject([{ path: '个人文件/to' }])
  })

  it('are paged by number and by cursor alike, full pages whatever lies in the bin, and filtered', async () => {
    const ids: string[] = []
    for (let n = 0; n < 9; n++) ids.push(await folder(`f${n}`))
    for (const id of ids) await mark(id)
    await person.call(removeInstances, { instanceIds: ids.filter((_, n) => n % 3 === 1) })
    const expected = ['f8', 'f6', 'f5', 'f3', 'f2', 'f0']
    const pages: string[][] = []
    for (let cursor: string | undefined; ; ) {
      const page = await person.call(pageFavorites, { pageSize: 2, ...(cursor ? { cursor } : {}) })
      pages.push(page.list.map((row: { instance: { instanceName: string } }) => row.instance.instanceName))
      expect(page.total).toBe(6)
      cursor = page.nextCursor
      if (!cursor) break
    }
    expect(pages.filter((page) => page.length > 0)).toEqual([
      expected.slice(0, 2),
      expected.slice(2, 4),
      expected.slice(4),
    ])
    const second = await person.call(pageFavorites, { pageSize: 2, pageNo: 2 })
    expect(second.list.map((row) => row.instance.instanceName)).toEqual(expected.slice(2, 4))
    const filtered = await person.call(pageFavorites, { keyword: 'F5' })
    expect([filtered.total, filtered.list.length]).toEqual([1, 1])
    const cursor = (await person.call(pageFavorites, { pageSize: 2 })).nextCursor ?? ''
    await expect((await world.person()).call(pageFavorites, { cursor })).rejects.toMatchObject({
      code: 20001,
    })
  })

  it('come in every order, page after page', async () => {
    await mark((await person.upload('0', 'b10.txt', Buffer.from('xx'))).instanceId)
    await mark(await folder('c'))
    await mark((await person.upload('0', 'b2.zip', Buffer.from('x'))).instanceId)
    await mark((await person.upload('0', 'a.zip', Buffer.from('xxx'))).instanceId)
    const ask = async (
      orderBy: NonNullable<Input<typeof pageFavorites>['orderBy']>,
      orderType: 'asc' | 'desc',
      pageSize = 100,
    ) => {
      const names: string[] = []
      for (let cursor: string | undefined; ; ) {
        const order = { orderBy, orderType, pageSize }
        const page = await person.call(pageFavorites, { ...order, ...(cursor ? { cursor } : {}) })
        names.push(...page.list.map((row: Favorite) => row.instance.instanceName))
        cursor = page.nextCursor
        if (!cursor) return names
      }
    }
    expect(await ask('instanceName', 'asc')).toEqual(['a.zip', 'b2.zip', 'b10.txt', 'c'])
    expect(await ask('fileSize', 'desc')).toEqual(['a.zip', 'b10.txt', 'b2.zip', 'c'])
    expect(await ask('fileType', 'asc')).toEqual(['c', 'b10.txt', 'a.zip', 'b2.zip'])
    expect(await ask('updateTime', 'asc')).toEqual(['b10.txt', 'c', 'b2.zip', 'a.zip'])
    expect(await ask('createTime', 'asc')).toEqual(['b10.txt', 'c', 'b2.zip', 'a.zip'])
    for (const by of ['instanceName', 'fileSize', 'fileType', 'updateTime', 'createTime'] as const)
      expect(await ask(by, 'asc', 1)).toEqual([...(await ask(by, 'desc'))].reverse())
    const { nextCursor = '' } = await person.call(pageFavorites, { orderBy: 'fileSize', pageSize: 1 })
    await expect(person.call(pageFavorites, { cursor: nextCursor })).rejects.toMatchObject({ code: 20001 })
  })

  it('are one’s own, and of one’s own', async () => {
    const a = await folder('a')
    await mark(a)
    const other = await world.person()
    expect(codes((await other.call(createFavorites, { instanceIds: [a] })).list)).toEqual([90000])
    await other.call(removeFavorites, { instanceIds: [a] })
    expect(await marked()).toEqual(['a'])
    expect((await other.call(pageFavorites, {})).list).toEqual([])
  })
})
