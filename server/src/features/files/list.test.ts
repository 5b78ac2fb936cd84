import {
  createFolder,
  type InstancePage,
  pageInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { signCursor } from '../../http/paging.ts'

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

type Ask = Input<typeof pageInstances>
const page = (ask: Ask = {}, who = person): Promise<InstancePage> => who.call(pageInstances, ask)
const names = (list: readonly { instanceName: string }[]) => list.map((row) => row.instanceName)
const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, size = 1, parentId = '0') =>
  (await person.upload(parentId, name, Buffer.alloc(size, name))).instanceId

/** Every page after the other, by number until one is empty. */
async function byNumber(ask: Ask): Promise<string[]> {
  const all: string[] = []
  for (let pageNo = 1; ; pageNo++) {
    const { list } = await page({ ...ask, pageNo })
    if (list.length === 0) return all
    all.push(...names(list))
  }
}

/** Every page after the other, by cursor; `between` happens before each next page. */
async function byCursor(
  ask: Ask,
  between: (page: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const all: string[] = []
  for (let cursor: string | undefined, n = 1; ; n++) {
    const answer: InstancePage = await page({ ...ask, ...(cursor ? { cursor } : {}) })
    expect(answer.pageNo).toBe(n)
    all.push(...names(answer.list))
    cursor = answer.nextCursor
    if (!cursor) return all
    await between(n)
  }
}

const ORDERS = (['instanceName', 'fileSize', 'updateTime', 'fileType'] as const).flatMap((orderBy) =>
  (['asc', 'desc'] as const).map((orderType) => ({ orderBy, orderType })),
)

describe('a list', () => {
  it('stands as people read: folders first, natural numbers, Latin before Chinese, Chinese by pinyin, case aside', async () => {
    for (const name of ['张三', 'file10', '阿', 'File2', 'b']) await folder(name)
    for (const name of ['file10.txt', '张三.txt', 'FILE2.txt', '阿.txt', 'file1.txt', '10', '9'])
      await file(name)
    const expected = [
      'b',
      'File2',
      'file10',
      '阿',
      '张三',
      '9',
      '10',
      'file1.txt',
      'FILE2.txt',
      'file10.txt',
      '阿.txt',
      '张三.txt',
    ]
    expect(names(await person.list())).toEqual(expected)
    expect(names((await page({ orderType: 'desc', pageSize: 100 })).list)).toEqual([
      ...expected.slice(0, 5).reverse(),
      ...expected.slice(5).reverse(),
    ])
  })

  it('is there in every order both ways, and cursor and number agree', async () => {
    for (let n = 0; n < 5; n++) await folder(`folder ${n}`)
    // Equal sizes and types, so that ties are broken, too.
    for (let n = 0; n < 12; n++)
      await file(`file ${n}.${['txt', 'pdf', ''][n % 3]}`.replace(/\.$/, ''), 1 + (n % 4))
    for (const order of ORDERS) {
      const whole = names((await page({ ...order, pageSize: 1000 })).list)
      expect(new Set(whole).size).toBe(17)
      for (const pageSize of [1, 4, 5, 17, 20]) {
        expect(await byCursor({ ...order, pageSize }), JSON.stringify(order)).toEqual(whole)
        expect(await byNumber({ ...order, pageSize }), JSON.stringify(order)).toEqual(whole)
      }
    }
  })

  it('is ordered by what was asked for', async () => {
    await folder('z folder')
    const ids = [await file('c.txt', 3), await file('a.zip', 1), await file('b.doc', 2)]
    const ask = async (orderBy: (typeof ORDERS)[number]['orderBy'], orderType: 'asc' | 'desc' = 'asc') =>
      names((await page({ orderBy, orderType })).list)
    expect(await ask('instanceName')).toEqual(['z folder', 'a.zip', 'b.doc', 'c.txt'])
    expect(await ask('fileSize')).toEqual(['z folder', 'a.zip', 'b.doc', 'c.txt'])
    expect(await ask('fileSize', 'desc')).toEqual(['z folder', 'c.txt', 'b.doc', 'a.zip'])
    expect(await ask('fileType')).toEqual(['z folder', 'b.doc', 'c.txt', 'a.zip'])
    expect(await ask('updateTime', 'desc')).toEqual(['z folder', 'b.doc', 'a.zip', 'c.txt'])
    await person.call(renameInstance, { instanceId: ids[0] ?? '', instanceName: 'd.txt' })
    expect(await ask('updateTime', 'desc')).toEqual(['z folder', 'd.txt', 'b.doc', 'a.zip'])
  })

  it('has folders by size where their sums differ and by name where they do not, whatever comes below', async () => {
    const large = await folder('a large')
    for (const [name, size] of [
      ['c small', 1],
      ['b middle', 50],
    ] as const)
      await file('content', size, await folder(name))
    await file('content', 500, await folder('deep', large))
    for (const name of ['e2', 'e10', 'E1']) await folder(name)
    await file('z.bin', 7)
    await file('y.bin', 9)
    const up = ['E1', 'e2', 'e10', 'c small', 'b middle', 'a large', 'z.bin', 'y.bin']
    const down = [...up.slice(0, 6).reverse(), 'y.bin', 'z.bin']
    for (const [orderType, expected] of [
      ['asc', up],
      ['desc', down],
    ] as const) {
      const order = { orderBy: 'fileSize', orderType } as const
      const { list } = await page(order)
      expect(names(list)).toEqual(expected)
      const sums = list
        .filter(({ classifierId }) => classifierId === 'Folder')
        .map(({ fileSize }) => fileSize)
      expect(sums).toEqual(sums.toSorted((a, b) => (orderType === 'asc' ? a - b : b - a)))
      for (const pageSize of [1, 2, 3, 6]) {
        expect(await byCursor({ ...order, pageSize })).toEqual(expected)
        expect(await byNumber({ ...order, pageSize })).toEqual(expected)
      }
    }
  })

  it('tells kept totals, the folder itself and the way to it', async () => {
    const parent = await folder('Eltern')
    await folder('a', parent)
    await file('b.txt', 5, parent)
    const answer = await page({ parentId: parent, pageSize: 1 }, person.speaking('en-US'))
    expect(answer).toMatchObject({
      total: 2,
      folderCount: 1,
      fileCount: 1,
      pageNo: 1,
      pageSize: 1,
      path: [
        { instanceId: person.user.rootId, instanceName: 'Personal files' },
        { instanceId: parent, instanceName: 'Eltern' },
      ],
      parent: { instanceId: parent, fileSize: 5, isParent: true },
    })
    expect(answer.list).toMatchObject([
      { instanceName: 'a', parentId: parent, instanceFullPath: 'Personal files/Eltern/a' },
    ])
    expect((await page({ parentId: parent, pageSize: 20, pageNo: 7 })).list).toEqual([])
  })

  it('is refused for a file and for what is not there', async () => {
    await expect(page({ parentId: await file('a') })).rejects.toMatchObject({ name: 'is_a_file' })
    await expect(page({ parentId: 'nonsense' })).rejects.toMatchObject({ name: 'not_found' })
    for (const bad of [{ pageNo: 0 }, { pageSize: 0 }, { pageSize: 1001 }, { pageNo: 1.5 }])
      await expect(page(bad)).rejects.toMatchObject({ code: 20001, details: { reason: expect.any(String) } })
  })
})

describe('a filter', () => {
  it('finds by any part of the name, whatever case and form, with its own totals', async () => {
    await folder('Berichte 2024')
    for (const name of ['bericht.txt', 'BERICHT (1).txt', 'caf\u00e9 bericht', '100%_sicher', 'other'])
      await file(name)
    const found = async (keyword: string) => {
      const answer = await page({ keyword })
      expect(answer.total).toBe(answer.list.length)
      return names(answer.list)
    }
    expect(await found('bericht')).toEqual([
      'Berichte 2024',
      'BERICHT (1).txt',
      'bericht.txt',
      'caf\u00e9 bericht',
    ])
    expect(await found(' cafe\u0301 ')).toEqual(['caf\u00e9 bericht'])
    for (const wild of ['%', '_', '0%_s']) expect(await found(wild)).toEqual(['100%_sicher'])
    expect(await found('.*')).toEqual([])
    expect(await found('  ')).toHaveLength(6)
  })

  it('is paged like everything else', async () => {
    for (let n = 0; n < 9; n++) await file(`hit ${n}`)
    for (let n = 0; n < 4; n++) await file(`miss ${n}`)
    expect(await byCursor({ keyword: 'hit', pageSize: 2 })).toEqual(
      Array.from({ length: 9 }, (_, n) => `hit ${n}`),
    )
  })
})

describe('fields', () => {
  it('are those that are asked for, in each row', async () => {
    const inside = await folder('Inside')
    await folder('Deeper', inside)
    await file('ä.txt', 3, inside)
    const all = await page({ parentId: inside })
    const some = await page({ parentId: inside, fields: ['instanceName', 'fileSize', 'instancePathIds'] })
    expect(some).toEqual({
      ...all,
      list: all.list.map(({ instanceName, fileSize, instancePathIds }) => ({
        instanceName,
        fileSize,
        instancePathIds,
      })),
    })
    expect(all.list.map((row) => Object.keys(row))).toEqual([
      Object.keys(all.parent),
      Object.keys(all.parent),
    ])
  })

  it('of other names are refused', async () => {
    const fields = ['instanceName', 'owner'] as never
    await expect(page({ fields })).rejects.toMatchObject({
      name: 'bad_field',
      details: { field: 'fields', reason: 'unknown_value' },
    })
  })
})

describe('a cursor', () => {
  it('neither repeats nor skips what was there throughout, whatever comes and goes', async () => {
    const steady = Array.from({ length: 24 }, (_, n) => `steady ${String(n).padStart(2, '0')}`)
    for (const [n, name] of steady.entries()) await (n % 3 === 0 ? folder(name) : file(name, 1 + (n % 5)))
    for (const order of ORDERS) {
      const passing: string[] = []
      const seen = await byCursor({ ...order, pageSize: 3 }, async (n) => {
        // Around the place where the next page begins: one comes, one goes.
        passing.push(await file(`steady ${String((n * 7) % 24).padStart(2, '0')} passing ${n}`, 1 + (n % 5)))
        passing.push(await folder(`steady ${String((n * 5) % 24).padStart(2, '0')} folder ${n}`))
        if (n % 2 === 0) await person.call(removeInstances, { instanceIds: passing.splice(0, 2) })
      })
      const throughout = seen.filter((name) => steady.includes(name))
      expect([...throughout].sort(), JSON.stringify(order)).toEqual(steady)
      await person.call(removeInstances, { instanceIds: passing })
    }
  })

  it('goes through the longest names and filters', async () => {
    const names = [1, 2, 3].map((n) => `${n}.${'\u{20000}'.repeat(125)}`)
    for (const name of names) await file(name)
    for (const order of ORDERS) {
      const seen = await byCursor({ ...order, pageSize: 1, keyword: '.'.concat('\u{20000}'.repeat(125)) })
      expect([...seen].sort(), JSON.stringify(order)).toEqual(names)
    }
  })

  it('is bound to its folder, its order and its filter', async () => {
    const other = await folder('other')
    for (let n = 0; n < 3; n++) await file(`f${n}`)
    const cursor = (await page({ pageSize: 1 })).nextCursor ?? ''
    const refused = { code: 20001, details: { field: 'cursor', reason: 'cursor' } }
    expect((await page({ cursor })).list).toHaveLength(3)
    for (const ask of [
      { parentId: other },
      { orderBy: 'fileSize' as const },
      { orderType: 'desc' as const },
      { keyword: 'f' },
    ])
      await expect(page({ ...ask, cursor })).rejects.toMatchObject(refused)
  })

  it('is refused where it was tampered with, made up, or another person’s', async () => {
    for (let n = 0; n < 3; n++) await file(`f${n}`)
    const cursor = (await page({ pageSize: 1 })).nextCursor ?? ''
    const [body = '', mark = ''] = cursor.split('.')
    const forged = Buffer.from(body, 'base64url').toString().replace('"pageNo":2', '"pageNo":3')
    const refused = { code: 20001, details: { field: 'cursor', reason: 'cursor' } }
    const stranger = await world.person()
    await expect(page({ cursor }, stranger)).rejects.toMatchObject(refused)
    for (const bad of [
      `${Buffer.from(forged).toString('base64url')}.${mark}`,
      body,
      `${body}.`,
      `.${mark}`,
      '.',
      'x',
      `${cursor}x`,
      `${body}.${'A'.repeat(43)}`,
    ])
      await expect(page({ cursor: bad })).rejects.toMatchObject(refused)
  })

  it('is refused where its key is of another order, as one is from before an order was changed', async () => {
    const parent = await folder('parent')
    const child = await folder('child', parent)
    const sealed = (by: string, key: readonly (string | number)[]) =>
      signCursor(world.ctx.secrets, 'files', { list: parent, by, down: false, keyword: '', key, pageNo: 2 })
    const ask = (orderBy: Ask['orderBy'] & string, ...key: (string | number)[]) =>
      page({ parentId: parent, orderBy, cursor: sealed(orderBy, key) })
    await expect(ask('fileSize', 0, 0, 'child', child)).resolves.toMatchObject({ list: [] })
    for (const [orderBy, ...key] of [
      ['fileSize', 0, 'child', child],
      ['fileSize', 0, 0, 'child'],
      ['fileSize', 1, 'child', child],
      ['fileSize', 2, 0, child],
      ['fileSize', 0, 0, 'child', 'x'],
      ['updateTime', 0, 'yesterday', child],
      ['instanceName', 0, 5, child],
      ['instanceName'],
    ] as const)
      await expect(ask(orderBy, ...key)).rejects.toMatchObject({ code: 20001, details: { field: 'cursor' } })
  })
})
