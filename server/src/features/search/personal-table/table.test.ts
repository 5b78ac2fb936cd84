// @module-tag long
import { revokeSessions } from '@clouddisk/contract/accounts'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import {
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { updateAttribute } from '@clouddisk/contract/labels'
import {
  exportPersonalTable,
  pagePersonalTable,
  TABLE_COLUMNS,
  type TableColumn,
} from '@clouddisk/contract/personal-table'
import { type Input, pathOf } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { restoreTrash } from '@clouddisk/contract/trash'
import excel from 'exceljs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { MAX_WAITING_EXPORTS } from '../../../http/mount.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_TIME_ZONE: 'Asia/Shanghai' })
})
beforeEach(async () => {
  person = await world.person()
})
afterAll(() => world.close())

type TableInput = Input<typeof pagePersonalTable>

const folder = async (instanceName: string, parentId = '0', who = person) =>
  (await who.call(createFolder, { parentId, instanceName })).instanceId
const put = async (name: string, size: number, parentId = '0', who = person) =>
  (await who.upload(parentId, name, Buffer.alloc(size, `${name} ${size}`), { conflict: 'newVersion' }))
    .instanceId
const table = (input: TableInput = {}, who = person) => who.call(pagePersonalTable, input)
const names = async (input: TableInput = {}, who = person) =>
  (await table(input, who)).list.map((row) => row.instanceName)

/** Four files in three folders, the first with two versions. */
async function stock(): Promise<{ work: string; deep: string; memo: string }> {
  const work = await folder('Work')
  const deep = await folder('Deep', work)
  await put('memo.txt', 30, work)
  const memo = await put('memo.txt', 20, work)
  world.advance(1000)
  await put('合同.pdf', 300, deep)
  world.advance(1000)
  await put('photo.jpg', 4000, deep)
  world.advance(1000)
  await put('app.txt', 10)
  return { work, deep, memo }
}

/** The same, three of them with labels, two with a remark. */
async function annotated(): Promise<{ work: string; memo: string }> {
  const { work, memo } = await stock()
  const idOf = async (keyword: string) => (await table({ keyword })).list[0]?.instanceId ?? ''
  await person.call(updateAttribute, {
    instanceId: await idOf('app'),
    labels: ['Draft'],
    labelColors: [{ name: 'Draft', color: 'purple' }],
  })
  await person.call(updateAttribute, { instanceId: memo, labels: ['DRAFT', '合同'], remark: 'in the safe' })
  await person.call(updateAttribute, {
    instanceId: await idOf('合同'),
    labels: ['合同'],
    remark: '原件在法务',
  })
  return { work, memo }
}

describe('the personal table', () => {
  it('lists all own files whatever folders they are in, the latest first (R23)', async () => {
    await stock()
    const { list, ...page } = await table()
    expect(page).toEqual({ total: 4, pageNo: 1, pageSize: 20 })
    expect(list.map((row) => [row.instanceName, row.instancePath, row.fileSize, row.versionCount])).toEqual([
      ['app.txt', '个人文件', 10, 1],
      ['photo.jpg', '个人文件/Work/Deep', 4000, 1],
      ['合同.pdf', '个人文件/Work/Deep', 300, 1],
      ['memo.txt', '个人文件/Work', 20, 2],
    ])
    expect(list[0]?.fileAuth).toContain('rename')
    expect((await table({}, person.speaking('en-US'))).list[0]?.instancePath).toBe('Personal files')
  })

  it('has folders too where they are asked for, before the files', async () => {
    await stock()
    const { list, total } = await table({ folders: true, orderBy: 'instanceName' })
    expect(total).toBe(6)
    expect(list.map((row) => [row.instanceName, row.versionCount])).toEqual([
      ['Deep', 0],
      ['Work', 0],
      ['app.txt', 1],
      ['memo.txt', 2],
      ['photo.jpg', 1],
      ['合同.pdf', 1],
    ])
    expect(await names({ folders: true, orderBy: 'fileSize', orderType: 'desc' })).toEqual([
      'Work',
      'Deep',
      'photo.jpg',
      '合同.pdf',
      'memo.txt',
      'app.txt',
    ])
  })

  const alwaysFilled = TABLE_COLUMNS.filter((column) => column !== 'labels' && column !== 'remark')
  it.each(alwaysFilled)('is sorted by %s, both ways', async (orderBy) => {
    const other = await world.person(undefined, { realName: 'Aaron' })
    const { work } = await stock()
    await person.call(createShare, {
      instanceIds: [work],
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'editor' }],
    })
    await put('from Aaron.md', 50, work, await world.again(other))
    const shown = async (orderType: 'asc' | 'desc') =>
      (await table({ orderBy, orderType })).list.map((row) => row[orderBy])
    const values = SORTED[orderBy] ?? (await shown('asc')).toSorted()
    expect(await shown('asc')).toEqual(values)
    expect(await shown('desc')).toEqual(values.toReversed())
  })

  /** Where the order is not that of JavaScript's texts. */
  const SORTED: Partial<Record<TableColumn, readonly (string | number)[]>> = {
    instanceName: ['app.txt', 'from Aaron.md', 'memo.txt', 'photo.jpg', '合同.pdf'],
    fileSize: [10, 20, 50, 300, 4000],
  }

  it('is sorted by labels and by remark, files without one last both ways', async () => {
    await annotated()
    const [labeled, remarked] = [
      ['app.txt', 'memo.txt', '合同.pdf'],
      ['memo.txt', '合同.pdf'],
    ]
    for (const [orderBy, filled] of [
      ['labels', labeled],
      ['remark', remarked],
    ] as const) {
      const shown = async (orderType: 'asc' | 'desc') =>
        (await names({ orderBy, orderType })).slice(0, filled.length)
      expect([orderBy, await shown('asc')]).toEqual([orderBy, filled])
      expect([orderBy, await shown('desc')]).toEqual([orderBy, filled.toReversed()])
    }
  })

  it('shows labels and remarks, and is narrowed by a label, however its letters are written (R50, R85)', async () => {
    const { work, memo } = await annotated()
    const { list, total } = await table({ label: ' draft ', orderBy: 'instanceName' })
    expect([total, list.map((row) => [row.instanceName, row.labels, row.labelColors, row.remark])]).toEqual([
      2,
      [
        ['app.txt', ['Draft'], ['purple'], ''],
        ['memo.txt', ['DRAFT', '合同'], ['purple', expect.any(String)], 'in the safe'],
      ],
    ])
    expect(await table({ label: 'Draf' })).toMatchObject({ total: 0, list: [] })
    expect(await table({ label: '合同', kinds: ['document'], keyword: 'memo' })).toMatchObject({ total: 1 })
    expect((await table({ label: '', orderBy: 'instanceName' })).total).toBe(4)
    await person.call(updateAttribute, { instanceId: work, labels: ['Draft'] })
    expect(await names({ label: 'Draft', orderBy: 'instanceName', folders: true })).toEqual([
      'Work',
      'app.txt',
      'memo.txt',
    ])
    await person.call(removeInstances, { instanceIds: [memo] })
    expect(await names({ label: 'Draft' })).toEqual(['app.txt'])
  })

  it('comes page by page, each file once (R246)', async () => {
    const inside = await folder('inside')
    for (let n = 1; n <= 25; n++) await put(`${n}.txt`, n, n % 2 ? inside : '0')
    expect((await table()).list).toHaveLength(20)
    for (const pageSize of [10, 20, 30, 40, 50, 100]) {
      const seen: string[] = []
      for (let pageNo = 1; pageNo <= Math.ceil(25 / pageSize); pageNo++) {
        const page = await table({ orderBy: 'fileSize', pageSize, pageNo })
        expect(page).toMatchObject({ total: 25, pageNo, pageSize })
        seen.push(...page.list.map((row) => row.instanceName))
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `${n + 1}.txt`))
    }
    expect((await table({ pageSize: 10, pageNo: 4 })).list).toEqual([])
  })

  it('is narrowed by words of the name, kind, size, time and creator (R50)', async () => {
    const { deep } = await stock()
    expect(await names({ keyword: 'MEM' })).toEqual(['memo.txt'])
    expect(await names({ keyword: '合' })).toEqual(['合同.pdf'])
    expect(await names({ kinds: ['picture', 'other'] })).toEqual(['photo.jpg'])
    expect(await names({ kinds: ['folder'], orderBy: 'instanceName' })).toEqual(['Deep', 'Work'])
    expect(await table({ sizeMin: 20, sizeMax: 300, orderBy: 'fileSize' })).toMatchObject({
      total: 2,
      list: [{ instanceName: 'memo.txt' }, { instanceName: '合同.pdf' }],
    })
    const [latest] = (await table()).list
    expect(await names({ timeFrom: latest?.updateTime ?? '' })).toEqual(['app.txt'])
    expect(await table({ timeTo: '2020-01-01T00:00:00Z' })).toMatchObject({ total: 0, list: [] })
    const other = await world.person()
    await person.call(createShare, {
      instanceIds: [deep],
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'editor' }],
    })
    await put('theirs.txt', 5, deep, await world.again(other))
    expect((await table()).total).toBe(5)
    expect(await table({ createdByMe: true, keyword: 'txt' })).toMatchObject({ total: 2 })
  })

  it('has nothing of the recycle bin, and what was restored again', async () => {
    const { work, deep, memo } = await stock()
    await person.call(removeInstances, { instanceIds: [memo] })
    expect(await table()).toMatchObject({ total: 3 })
    await person.call(removeInstances, { instanceIds: [work] })
    for (const input of [{}, { orderBy: 'instancePath' }, { keyword: 'p' }, { folders: true }] as const)
      expect([input, await names(input)]).toEqual([input, ['app.txt']])
    expect(await table({ kinds: ['document'] })).toMatchObject({ total: 1 })
    await person.call(restoreTrash, { instanceIds: [work] })
    expect(await names({ orderBy: 'instanceName' })).toEqual(['app.txt', 'photo.jpg', '合同.pdf'])
    await person.call(moveInstances, { instances: [deep], targeParentId: '0' })
    expect((await table({ keyword: 'photo' })).list[0]?.instancePath).toBe('个人文件/Deep')
  })

  it('has nothing of groups, of shares and of other people', async () => {
    const other = await world.person()
    const { groupId, rootId } = await world.group(person, [])
    expect(groupId).not.toBe('')
    await put('of the group.txt', 3, rootId, await world.again(person))
    const theirs = await folder('theirs', '0', other)
    await put('shared.txt', 4, theirs, other)
    await other.call(createShare, {
      instanceIds: [theirs],
      members: [{ principalType: 'user', principalId: person.user.userId, role: 'editor' }],
    })
    person = await world.again(person)
    await put('own.txt', 5)
    expect(await names({ folders: true })).toEqual(['own.txt'])
  })

  it('is there unless administrators switch it off (C28)', async () => {
    const admin = await world.admin()
    const whether = async () => (await world.again(person)).user.personalTable
    expect(await whether()).toBe(true)
    onTestFinished(async () => {
      await admin.call(saveInstanceSettings, { personalTable: true })
    })
    expect(await admin.call(saveInstanceSettings, { personalTable: false })).toMatchObject({
      personalTable: false,
    })
    expect(await whether()).toBe(false)
    await expect(table()).rejects.toMatchObject({ name: 'personal_table_off' })
    await expect(person.call(exportPersonalTable, {})).rejects.toMatchObject({ name: 'personal_table_off' })
    await admin.call(saveInstanceSettings, { personalTable: true })
    expect(await table()).toMatchObject({ total: 0 })
  })
})

const exportPath = (query: string) => `${pathOf(exportPersonalTable)}?${query}`

async function workbook(query = ''): Promise<{ name: string; rows: unknown[][] }> {
  const answer = await person.fetch(exportPath(query))
  expect(answer.status).toBe(200)
  const book = new excel.Workbook()
  await book.xlsx.load(await answer.arrayBuffer())
  const [sheet] = book.worksheets
  const rows: unknown[][] = []
  sheet?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  return { name: sheet?.name ?? '', rows }
}

describe('the workbook of the personal table', () => {
  it('has the files that the table lists, in its order (R50)', async () => {
    await stock()
    const { name, rows } = await workbook('orderBy=fileSize&orderType=desc&sizeMin=20')
    expect(name).toBe('我的文件')
    const heads = [
      '名称',
      '类型',
      '位置',
      '标签',
      '备注',
      '修改时间',
      '创建时间',
      '创建人',
      '版本数',
      '大小（字节）',
    ]
    expect(rows[0]).toEqual(heads)
    const short = rows
      .slice(1)
      .map(([fileName, type, place, , , , , creator, versions, size]) => [
        fileName,
        type,
        size,
        place,
        creator,
        versions,
      ])
    const { userRealName } = person.user
    expect(short).toEqual([
      ['photo.jpg', 'jpg', 4000, '个人文件/Work/Deep', userRealName, 1],
      ['合同.pdf', 'pdf', 300, '个人文件/Work/Deep', userRealName, 1],
      ['memo.txt', 'txt', 20, '个人文件/Work', userRealName, 2],
    ])
    expect(rows[1]?.[5]).toBeInstanceOf(Date)
  })

  it('has the chosen columns alone, in the chosen language', async () => {
    await stock()
    await person.call(renameInstance, {
      instanceId: (await table({ keyword: 'app' })).list[0]?.instanceId ?? '',
      instanceName: '=1+1',
    })
    const { name, rows } = await workbook(
      'columns=fileSize,fileType&language=en-US&folders=true&orderBy=instanceName&orderType=desc',
    )
    expect(name).toBe('My files')
    expect(rows.slice(0, 4)).toEqual([
      ['Name', 'Type', 'Size (bytes)'],
      ['Work', 'Folder', 4320],
      ['Deep', 'Folder', 4300],
      ['合同.pdf', 'pdf', 300],
    ])
    // As text, never as a formula.
    expect(rows.at(-1)).toEqual(['=1+1', undefined, 10])
  })

  it('has labels and remarks, and what is narrowed by a label alone', async () => {
    await annotated()
    const query = 'label=draft&orderBy=instanceName&columns=labels,remark'
    expect((await workbook(query)).rows).toEqual([
      ['名称', '标签', '备注'],
      ['app.txt', 'Draft'],
      ['memo.txt', 'DRAFT、合同', 'in the safe'],
    ])
    expect((await workbook(`${query}&language=en-US`)).rows[2]).toEqual([
      'memo.txt',
      'DRAFT, 合同',
      'in the safe',
    ])
  })

  it('goes on over many batches, each file once', async () => {
    const top = await folder('top')
    await put('a.txt', 1, top)
    for (let files = 1; files < 32; files *= 2) {
      const copies = await folder(`copy ${files}`)
      await person.call(copyInstances, { instances: [top], targeParentId: copies })
      await person.call(moveInstances, { instances: [copies], targeParentId: top })
    }
    for (let files = 32; files < 1024; files += 32)
      await person.call(copyInstances, { instances: [top], targeParentId: await folder(`more ${files}`) })
    const { rows } = await workbook('orderBy=instancePath&columns=instancePath')
    expect(rows).toHaveLength(1025)
    expect(new Set(rows.map((row) => row.join('/'))).size).toBe(1025)
  }, 120_000)

  it('is refused with the field that is wrong', async () => {
    for (const [query, field] of [
      ['columns=nothing', 'columns'],
      ['orderBy=secret', 'orderBy'],
      ['timeFrom=yesterday', 'timeFrom'],
      ['sizeMin=-1', 'sizeMin'],
    ]) {
      const answer = await person.fetch(exportPath(query ?? ''))
      const { errcode, data } = (await answer.json()) as { errcode: number; data: { field: string } }
      expect([query, errcode, data.field]).toEqual([query, 20001, field])
    }
  })

  it('is for who is signed in', async () => {
    await person.call(revokeSessions, {})
    const stranger = { headers: { authorization: 'Bearer nothing' } }
    expect((await person.fetch(exportPath(''), stranger)).status).toBe(401)
  })
})

describe('exports of one person', () => {
  it('are made one after the other, and refused when too many wait', async () => {
    await stock()
    const other = await world.person()
    const holder = await world.ctx.db.pool.connect()
    // Read once the reply has begun: an export counts until it is sent.
    await holder.query('begin; lock table file_version')
    const fetched = Array.from({ length: MAX_WAITING_EXPORTS + 3 }, () =>
      person.fetch(pathOf(exportPersonalTable)),
    )
    const refused = await Promise.any(
      fetched.map(async (one) => ((await one).status === 429 ? one : Promise.reject())),
    )
    expect(refused.headers.get('retry-after')).toBe('2')
    const another = other.fetch(pathOf(exportPersonalTable))
    await holder.query('rollback')
    holder.release()
    const answers = await Promise.all(fetched)
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(MAX_WAITING_EXPORTS + 1)
    expect((await another).status).toBe(200)
    expect((await person.fetch(pathOf(exportPersonalTable))).status).toBe(200)
  })
})
