// @module-tag long
import { queryDepartments } from '@clouddisk/contract/admin-departments'
import { importPeople, pagePeople, peopleTemplate, queryPerson, XLSX } from '@clouddisk/contract/admin-people'
import type { Language } from '@clouddisk/contract/errors'
import { pathOf } from '@clouddisk/contract/route'
import excel from 'exceljs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let n = 0
let top: string
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_PERSON_CAPACITY: String(7 * 1024 ** 3) })
  admin = await world.admin('superAdmin')
})
beforeEach(async () => {
  top = await world.department(`公司_${++n}`)
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const HEADINGS = ['账号', '姓名', '部门', '角色', '空间（GB）', '有效期', '邮箱']
async function workbook(rows: readonly string[][], headings = HEADINGS): Promise<Uint8Array<ArrayBuffer>> {
  const book = new excel.Workbook()
  book.addWorksheet('用户').addRows([headings, ...rows])
  return new Uint8Array(await book.xlsx.writeBuffer())
}
const importWorkbook = (
  content: Uint8Array<ArrayBuffer>,
  more: { dryRun?: boolean; createDepartments?: boolean } = {},
  who = admin,
) => who.call(importPeople, more, { file: { type: XLSX, content }, timeoutMs: 120_000 })
const twenty = Array.from({ length: 20 }, (_, i) => i)

describe('an import', () => {
  it('uses the defaults of the form where role, space and expiry are empty', async () => {
    const rows = twenty.map((i) => [`empty_${n}_${i}`, '张敏', '', '', '', ''])
    expect(await importWorkbook(await workbook(rows))).toMatchObject({
      rows: 20,
      created: 20,
      failed: 0,
      faults: [],
    })
    const [found] = (await admin.call(pagePeople, { keyword: `empty_${n}_0` })).list
    expect(await admin.call(queryPerson, { userId: found?.userId ?? '' })).toMatchObject({
      roles: [{ roleId: 'default' }],
      totalCapacity: 7 * 1024 ** 3,
      validUntil: null,
      speedLimit: null,
    })
  })

  it('needs columns for account and name alone', async () => {
    const content = await workbook([[`two_columns_${n}`, '张敏']], ['账号', '姓名'])
    expect(await importWorkbook(content)).toMatchObject({ created: 1, failed: 0 })
  })

  it.each(['zh-CN', 'en-US'] as const)(
    'groups what is wrong by reason, with the rows (%s)',
    async (language) => {
      const who = admin.speaking(language)
      await world.person(`known_a_${n}`)
      await world.person(`known_b_${n}`)
      const rows = [
        ...twenty.map((i) => [`mail_${n}_${i}`, '张敏', '', '', '', '', 'nobody']),
        [`known_a_${n}`, '张敏'],
        [`known_b_${n}`, '张敏', '没有的部门', '', '', '', 'nobody'],
        [`fine_${n}`, '张敏'],
      ]
      const report = await importWorkbook(await workbook(rows), { dryRun: true }, who)
      expect(report).toMatchObject({ rows: 23, failed: 22 })
      const zh = language === 'zh-CN'
      expect(report.faults).toMatchObject([
        {
          field: 'accountName',
          message: zh ? '账号：已有人使用。' : 'Account: Already in use.',
          rows: [22, 23],
        },
        { field: 'email', rows: [...twenty.map((i) => i + 2), 23] },
        { field: 'departmentId', message: expect.stringContaining('没有的部门'), rows: [23] },
      ])
    },
  )

  it('makes the departments that are missing where it is asked to', async () => {
    const rows = [
      [`new_a_${n}`, '张敏', `公司_${n}/市场部/品牌组`],
      [`new_b_${n}`, '李蕾', `公司_${n} / 市场部`],
      [`new_c_${n}`, '王强', `另一公司_${n}`],
      [`new_d_${n}`, '赵刚', `公司_${n}/坏 名*`],
      [`bad name`, '钱进', `公司_${n}/不会新建`],
    ]
    const content = await workbook(rows)
    const missing = [`公司_${n}/市场部`, `公司_${n}/市场部/品牌组`, `另一公司_${n}`]
    const trial = await importWorkbook(content, { dryRun: true })
    expect(trial).toMatchObject({ failed: 5, missingDepartments: missing })
    const asked = await importWorkbook(content, { dryRun: true, createDepartments: true })
    expect(asked).toMatchObject({ created: 0, failed: 2, missingDepartments: missing })
    expect((await admin.call(queryDepartments, { parentId: top })).list).toEqual([])

    const report = await importWorkbook(content, { createDepartments: true })
    expect(report).toMatchObject({ created: 3, failed: 2, missingDepartments: missing })
    const { list } = await admin.call(pagePeople, { keyword: `_${n}`, departmentId: top })
    expect(
      list.map(({ accountName, departmentPath }) => [accountName, departmentPath.slice(1)]).sort(),
    ).toEqual([
      [`new_a_${n}`, ['市场部', '品牌组']],
      [`new_b_${n}`, ['市场部']],
    ])
    expect((await admin.call(queryDepartments, { parentId: top })).list).toMatchObject([
      { departmentName: '市场部', memberCount: 2 },
    ])
    const again = [[`new_e_${n}`, '孙丽', `公司_${n}/市场部`]]
    expect(await importWorkbook(await workbook(again), { createDepartments: true })).toMatchObject({
      created: 1,
      missingDepartments: [],
    })
  })

  it('of an orgAdmin makes departments below its own alone', async () => {
    const mine = await world.admin('orgAdmin', { department: top })
    const rows = [
      [`org_a_${n}`, '张敏', `公司_${n}/销售部`],
      [`org_b_${n}`, '李蕾', `外面_${n}`],
    ]
    const report = await importWorkbook(await workbook(rows), { createDepartments: true }, mine)
    expect(report).toMatchObject({ created: 1, failed: 1, missingDepartments: [`公司_${n}/销售部`] })
    expect(report.list[1]).toMatchObject({ errcode: 20001, field: 'departmentId' })
    expect((await admin.call(queryDepartments, { keyword: `外面_${n}` })).list).toEqual([])
  })
})

describe('an import of an orgAdmin', () => {
  it('makes departments below those that it makes itself', async () => {
    const mine = await world.admin('orgAdmin', { department: top })
    const content = await workbook([[`nested_${n}`, '张敏', `公司_${n}/销售部/北区`]])
    const missing = [`公司_${n}/销售部`, `公司_${n}/销售部/北区`]
    const report = await importWorkbook(content, { createDepartments: true }, mine)
    expect(report).toMatchObject({ created: 1, failed: 0, missingDepartments: missing })
  })
})

describe('the template', () => {
  it.each(['zh-CN', 'en-US'] as const)(
    'marks what is required, and its samples are skipped (%s)',
    async (language: Language) => {
      const who = admin.speaking(language)
      const answer = await who.fetch(pathOf(peopleTemplate))
      const bytes = await answer.arrayBuffer()
      const book = new excel.Workbook()
      await book.xlsx.load(bytes)
      const [sheet = book.addWorksheet()] = book.worksheets
      const headings = (sheet.getRow(1).values as string[]).slice(1)
      expect(headings.filter((heading) => heading.endsWith('*')).length).toBe(2)
      expect(sheet.rowCount).toBe(3)
      expect(await importWorkbook(new Uint8Array(bytes), {}, who)).toMatchObject({
        rows: 0,
        created: 0,
        failed: 0,
        skipped: 2,
      })

      sheet.addRow([`behind_${n}`, '张敏'])
      const filled = new Uint8Array(await book.xlsx.writeBuffer())
      expect(await importWorkbook(filled, {}, who)).toMatchObject({
        rows: 1,
        created: 1,
        skipped: 2,
        list: [{ row: 4 }],
      })
      // What is written over a sample is somebody.
      sheet.getRow(2).getCell(1).value = `over_${n}`
      const over = new Uint8Array(await book.xlsx.writeBuffer())
      expect(await importWorkbook(over, { dryRun: true }, who)).toMatchObject({ rows: 2, skipped: 1 })
    },
  )
})
