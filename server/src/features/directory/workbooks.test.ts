// @module-tag long
import {
  exportPeople,
  importPeople,
  pagePeople,
  peopleTemplate,
  queryPerson,
  XLSX,
} from '@clouddisk/contract/admin-people'
import { createRole } from '@clouddisk/contract/admin-roles'
import type { Language } from '@clouddisk/contract/errors'
import { HOUR } from '@clouddisk/contract/time'
import excel from 'exceljs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../../test/person.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let n = 0
let top: string
let a: string
beforeAll(async () => {
  // Not that of the process: days in workbooks are the installation's.
  world = await openWorld({ CLOUDDISK_TIME_ZONE: 'Asia/Shanghai' })
  admin = await world.admin('superAdmin')
})
beforeEach(async () => {
  top = await world.department(`集团_${++n}`)
  a = await world.department('Brand', top)
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

type Cells = readonly (string | number | Date | null | object)[]
const HEADINGS = [
  '账号',
  '姓名',
  '用户名',
  '手机',
  '邮箱',
  '部门',
  '角色',
  '空间（GB）',
  '有效期',
  '初始密码',
  '群组空间（GB）',
  '限速（MB/秒）',
]

async function workbook(
  rows: readonly Cells[],
  headings: readonly string[] = HEADINGS,
): Promise<Uint8Array<ArrayBuffer>> {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('用户')
  sheet.addRow([...headings])
  for (const row of rows) sheet.addRow([...row])
  book.addWorksheet('说明').addRow(['not read'])
  return new Uint8Array(await book.xlsx.writeBuffer())
}

const importWorkbook = (content: Uint8Array<ArrayBuffer>, who = admin, dryRun = false) =>
  who.call(importPeople, { dryRun }, { file: { type: XLSX, content }, timeoutMs: 120_000 })
const row = (account: string, more: Record<number, Cells[number]> = {}): Cells => {
  const cells: Cells[number][] = [`${account}_${n}`, '张敏', '', '', '', '', '普通用户', 10, '长期', '']
  for (const [at, value] of Object.entries(more)) cells[Number(at)] = value
  return cells
}
const found = async (keyword: string) => (await admin.call(pagePeople, { keyword })).list

async function read(who: Person, path: string): Promise<string[][][]> {
  const response = await who.fetch(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain(XLSX)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="people.*\.xlsx"$/)
  const book = new excel.Workbook()
  await book.xlsx.load(await response.arrayBuffer())
  return book.worksheets.map((sheet) => {
    const rows: string[][] = []
    sheet.eachRow((line) =>
      rows.push(Array.from(line.values as unknown[], (cell) => String(cell ?? '')).slice(1)),
    )
    return rows
  })
}

describe('a workbook', () => {
  it('brings people with all that its rows say', async () => {
    const content = await workbook([
      row('first', {
        2: 'Min',
        3: '138 0013 8002',
        4: 'min@example.com',
        5: `集团_${n} / brand`,
        6: '仅预览、downloader，Uploader',
        7: 1.5,
        8: '2098-06-30',
        9: PASSWORD,
      }),
      [],
      row('second', { 7: '不限', 8: new Date('2098-06-30T00:00:00Z') }),
      row('third', {
        0: { richText: [{ text: 'third' }, { text: `_${n}` }] },
        6: 'Member',
        7: '20 GB',
        8: 'forever',
      }),
    ])
    const report = await importWorkbook(content)
    expect(report).toMatchObject({ rows: 3, created: 3, failed: 0 })
    expect(report.list).toMatchObject([
      { row: 2, accountName: `first_${n}`, errcode: 0, errmsg: '', userId: expect.any(String) },
      { row: 4, password: expect.any(String) },
      { row: 5, accountName: `third_${n}` },
    ])
    expect(report.list[0]).not.toHaveProperty('password')
    const first = await admin.call(queryPerson, { userId: report.list[0]?.userId ?? '' })
    expect(first).toMatchObject({
      accountName: `first_${n}`,
      userRealName: '张敏',
      userName: 'Min',
      phone: '138 0013 8002',
      email: 'min@example.com',
      departmentId: a,
      totalCapacity: 1.5 * 1024 ** 3,
      validUntil: '2098-06-30T15:59:59.999Z',
      mustChangePassword: true,
    })
    expect(first.roles.map(({ roleId }) => roleId).sort()).toEqual(['downloader', 'uploader', 'viewer'])
    expect((await found(`second_${n}`))[0]).toMatchObject({
      totalCapacity: null,
      validUntil: '2098-06-30T15:59:59.999Z',
      departmentId: null,
      roles: [{ roleId: 'default' }],
    })
    expect(await signIn(world.baseUrl, `first_${n}`, PASSWORD)).toBeTruthy()
    expect(await signIn(world.baseUrl, `second_${n}`, report.list[1]?.password ?? '')).toBeTruthy()
  })

  it('tells the passwords that were made up also where the log does not take the import as a whole', async () => {
    const { pool } = world.ctx.db
    await pool.query(`
      create function import_refused() returns trigger language plpgsql as
        $$ begin raise exception 'busy' using errcode = 'query_canceled'; end $$;
      create trigger import_refused before insert on audit_event for each row
        when (new.action = 'people.imported') execute function import_refused()`)
    try {
      const report = await importWorkbook(await workbook([row('kept')]))
      expect(report).toMatchObject({ created: 1, list: [{ password: expect.any(String) }] })
      expect(await signIn(world.baseUrl, `kept_${n}`, report.list[0]?.password ?? '')).toBeTruthy()
    } finally {
      await pool.query('drop trigger import_refused on audit_event; drop function import_refused()')
    }
  })

  it('has bad rows told, and good ones taken', async () => {
    await world.person(`known_${n}`)
    const bad: [Cells, string, number, RegExp][] = [
      [row('x', { 0: 'a b c d e' }), 'accountName', 20001, /字母、数字或下划线/],
      [row('x', { 0: '' }), 'accountName', 20001, /不能为空/],
      [row('known', {}), 'accountName', 40901, new RegExp(`^账号：“known_${n}”已被使用，请换一个。$`)],
      [row('bad01', { 1: '' }), 'userRealName', 20001, /^姓名：.*不能为空/],
      [row('bad02', { 3: 'ring me' }), 'phone', 20001, /^手机：格式.*3-32 位数字/],
      [row('bad03', { 4: 'nobody' }), 'email', 20001, /^邮箱：格式.*min@example/],
      [
        row('bad04', { 5: `集团_${n}/nowhere` }),
        'departmentId',
        20001,
        /^部门：“集团_\d+\/nowhere”不存在。从最上级写起.+$/,
      ],
      [
        row('bad06', { 6: '普通用户、飞行员' }),
        'roles',
        20001,
        /^角色：“飞行员”不存在。可填：.*普通用户.*部门管理员/,
      ],
      [row('bad07', { 6: '审计员、部门管理员' }), 'roles', 40944, /审计员/],
      [row('bad09', { 7: 'many' }), 'totalCapacity', 20001, /^空间（GB）：类型.*数字，或 不限/],
      [row('bad10', { 7: -1 }), 'totalCapacity', 20001, /范围/],
      [row('bad15', { 7: '0x10' }), 'totalCapacity', 20001, /类型/],
      [row('bad16', { 7: '1e3' }), 'totalCapacity', 20001, /类型/],
      [row('bad12', { 8: '2098-02-30' }), 'validUntil', 20001, /^有效期：格式.*2027-06-30/],
      [row('bad13', { 9: 'abc12345' }), 'password', 10007, /8 个字符/],
      [row('bad14', { 11: 0.06 }), 'speedLimit', 20001, /^限速（MB\/秒）：.*不小于 0\.0625 的数字/],
      [row('good'), 'accountName', 40901, new RegExp(`good_${n}`)],
    ]
    const content = await workbook([row('good'), ...bad.map(([cells]) => cells), row('fine')])
    const before = (await admin.call(pagePeople, {})).total
    for (const dryRun of [true, false]) {
      const report = await importWorkbook(content, admin, dryRun)
      expect(report).toMatchObject({ rows: bad.length + 2, created: dryRun ? 0 : 2, failed: bad.length })
      expect(report.list.at(0)).toMatchObject({ row: 2, errcode: 0 })
      expect(report.list.at(-1)).toMatchObject({ row: bad.length + 3, errcode: 0 })
      for (const [i, [, field, errcode, words]] of bad.entries())
        expect(report.list[i + 1]).toMatchObject({
          row: i + 3,
          field,
          errcode,
          errmsg: expect.stringMatching(words),
        })
      expect((await admin.call(pagePeople, {})).total).toBe(before + (dryRun ? 0 : 2))
    }
    const english = await importWorkbook(content, admin.speaking('en-US'), true)
    expect(english.list[2]?.errmsg).toMatch(/^Account: It can’t be empty/)
    expect(english.list[3]?.errmsg).toBe(`Account: “known_${n}” is already in use. Choose another.`)
  })

  it('has all told that is wrong with a row, in the order of the columns', async () => {
    const wrong = row('wrong', { 8: 'soon', 5: 'Marketing', 4: 'nobody', 9: 'weak' })
    const report = await importWorkbook(await workbook([wrong]), admin.speaking('en-US'), true)
    expect(report.list).toMatchObject([{ field: 'email', errcode: 20001 }])
    expect(report.list[0]?.errmsg.split('\n')).toEqual([
      expect.stringMatching(/^Email: .*such as min@example\.com\.$/),
      'Department: “Marketing” doesn’t exist. From the top, with / between: Company/Marketing.',
      expect.stringMatching(/^Valid until: .*A date such as 2027-06-30/),
      expect.stringMatching(/^Temporary password: .*at least 8 characters/),
    ])
  })

  it('may have its columns in any order, in English, and others besides', async () => {
    const content = await workbook(
      [['extra', 'forever', 'unlimited', 'Viewer', '林晓', `mixed_${n}`]],
      ['Remark', 'VALID UNTIL', 'space (gb)', 'Roles', 'Full Name*', 'account'],
    )
    expect(await importWorkbook(content)).toMatchObject({ created: 1, failed: 0 })
    expect(await found(`mixed_${n}`)).toMatchObject([{ userRealName: '林晓', totalCapacity: null }])
  })

  it('without a column, or without anything, is refused', async () => {
    const content = await workbook(
      [row('x')],
      HEADINGS.map((one) => (one === '姓名' ? 'x' : one)),
    )
    await expect(importWorkbook(content)).rejects.toMatchObject({ code: 40951, details: { column: '姓名' } })
    const english = importWorkbook(content, admin.speaking('en-US'))
    await expect(english).rejects.toMatchObject({ details: { column: 'Full name' } })
    const book = new excel.Workbook()
    book.addWorksheet('empty')
    await expect(importWorkbook(new Uint8Array(await book.xlsx.writeBuffer()))).rejects.toMatchObject({
      code: 40950,
    })
  })

  it('takes a thousand rows and no more', async () => {
    const rows = Array.from({ length: 1001 }, (_, i) => row(`many${i}`))
    await expect(importWorkbook(await workbook(rows), admin, true)).rejects.toMatchObject({
      code: 40952,
      details: { limit: 1000 },
    })
    expect(await importWorkbook(await workbook(rows.slice(1)), admin, true)).toMatchObject({
      rows: 1000,
      failed: 0,
    })
  }, 60_000)

  it('that is none, broken or too large is refused', async () => {
    const good = await workbook([row('x')])
    for (const content of [
      new TextEncoder().encode('account,name\n'),
      good.slice(0, good.length / 2),
      Uint8Array.from(good, (byte, i) => (i > 60 && i < good.length / 2 ? 0 : byte)),
      new Uint8Array(100),
    ])
      await expect(importWorkbook(content)).rejects.toMatchObject({ code: 40950 })
    await expect(importWorkbook(new Uint8Array(5 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: 20413,
      httpStatus: 413,
    })
    await expect(admin.call(importPeople, {})).rejects.toMatchObject({ code: 40950 })
    expect(await found(`x_${n}`)).toEqual([])
  })

  it('of an orgAdmin brings people into its departments only, with ordinary roles', async () => {
    await world.department('Other', top)
    const mine = await world.admin('orgAdmin', { department: a })
    await admin.call(createRole, { roleName: `资料员_${n}`, type: 'ordinary', items: ['list'] })
    const content = await workbook([
      row('mine0', { 5: `集团_${n}/Brand`, 6: `资料员_${n}` }),
      row('mine1', { 5: `集团_${n}/Other` }),
      row('mine2', { 5: `集团_${n}` }),
      row('mine3'),
      row('mine4', { 5: `集团_${n}/Brand`, 6: '超级管理员' }),
    ])
    const { list } = await importWorkbook(content, mine)
    expect(list.map(({ errcode, field }) => [errcode, field])).toEqual([
      [0, undefined],
      [20001, 'departmentId'],
      [20001, 'departmentId'],
      [20001, 'departmentId'],
      [30002, 'roles'],
    ])
    expect(await found(`mine0_${n}`)).toMatchObject([{ roles: [{ roleName: `资料员_${n}` }] }])
  })

  it('is brought twice at one time: nobody is made twice', async () => {
    const content = await workbook([row('once1'), row('once2')])
    const [one, two] = await Promise.all([importWorkbook(content), importWorkbook(content)])
    expect((one?.created ?? 0) + (two?.created ?? 0)).toBe(2)
    expect(
      [...(one?.list ?? []), ...(two?.list ?? [])].filter(({ errcode }) => errcode === 40901).length,
    ).toBe(2)
  })
})

describe('people as a workbook', () => {
  it.each(['zh-CN', 'en-US'] as const)('can be brought again (%s)', async (language: Language) => {
    const who = admin.speaking(language)
    const content = await workbook([
      row('export1', {
        5: `集团_${n}/Brand`,
        6: '仅预览、仅下载',
        7: 2,
        8: '2098-06-30',
        10: 3,
        11: '1.5 MB/s',
      }),
      row('export2', { 1: '=1+1', 5: `集团_${n}`, 7: '不限', 10: 'Unlimited', 11: '不限' }),
    ])
    await importWorkbook(content)
    const [sheet = []] = await read(
      who,
      `/disk/api${exportPeople.path}?departmentId=${top}&orderBy=accountName`,
    )
    const zh = language === 'zh-CN'
    expect(sheet.map((line) => line.slice(0, 11))).toEqual([
      zh
        ? [
            '账号',
            '姓名',
            '显示名',
            '手机',
            '邮箱',
            '部门',
            '角色',
            '空间（GB）',
            '有效期',
            '群组额度（GB）',
            '限速（MB/秒）',
          ]
        : [
            'Account',
            'Full name',
            'Display name',
            'Phone',
            'Email',
            'Department',
            'Roles',
            'Space (GB)',
            'Valid until',
            'Group quota (GB)',
            'Speed limit (MB/s)',
          ],
      [
        `export1_${n}`,
        '张敏',
        '张敏',
        '',
        '',
        `集团_${n}/Brand`,
        zh ? '仅下载、仅预览' : 'Downloader, Viewer',
        '2',
        '2098-06-30',
        '3',
        '1.5',
      ],
      [
        `export2_${n}`,
        '=1+1',
        '=1+1',
        '',
        '',
        `集团_${n}`,
        zh ? '普通用户' : 'Member',
        zh ? '不限' : 'unlimited',
        zh ? '永久有效' : 'forever',
        zh ? '不限' : 'unlimited',
        zh ? '不限' : 'unlimited',
      ],
    ])
    expect(sheet[0]?.slice(11).length).toBe(4)
    const [exported] = await found(`export1_${n}`)
    const created = Date.parse(exported?.createTime ?? '')
    // A cell has no zone: it reads as Shanghai's clock.
    expect(Date.parse(sheet[1]?.[13] ?? '')).toBe(Math.floor(created / 1000) * 1000 + 8 * HOUR)
    const changed = sheet.slice(1).map((line) => [`${line[0]}_again`, ...line.slice(1)])
    expect(await importWorkbook(await workbook(changed, sheet[0]))).toMatchObject({ created: 2, failed: 0 })
  })

  it('are those that the page would show, and an orgAdmin’s own', async () => {
    await world.person(`inside_${n}`, { department: a })
    await world.person(`outside_${n}`)
    const mine = await world.admin('orgAdmin', { department: a, name: `keeper_${n}` })
    const accounts = async (who: Person, query: string) =>
      ((await read(who, `/disk/api${exportPeople.path}?${query}`))[0] ?? [])
        .slice(1)
        .map(([account]) => account)
    expect((await accounts(mine, '')).sort()).toEqual([`inside_${n}`, `keeper_${n}`])
    expect(await accounts(admin, `keyword=outside_${n}`)).toEqual([`outside_${n}`])
    expect(await accounts(admin, `keyword=nobody_${n}`)).toEqual([])
    const refused = await mine.fetch(`/disk/api${exportPeople.path}?departmentId=${top}`)
    expect(await refused.json()).toMatchObject({ errcode: 90000 })
  })

  it.each(['zh-CN', 'en-US'] as const)(
    'begin with a template that is brought as it is (%s)',
    async (language) => {
      const who = admin.speaking(language)
      const sheets = await read(who, `/disk/api${peopleTemplate.path}`)
      expect(sheets.length).toBe(2)
      expect(sheets[0]?.length).toBe(3)
      expect(sheets[1]?.length).toBe(14)
      const empty = await (await who.fetch(`/disk/api${peopleTemplate.path}`)).arrayBuffer()
      expect(await importWorkbook(new Uint8Array(empty))).toMatchObject({ rows: 0, created: 0, failed: 0 })
      const filled = await workbook([row('templ')], sheets[0]?.[0])
      expect(await importWorkbook(filled)).toMatchObject({ created: 1 })
    },
  )
})
