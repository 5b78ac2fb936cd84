import { importPeople, queryPerson, XLSX } from '@clouddisk/contract/admin-people'
import { pathOf, type Reply } from '@clouddisk/contract/route'
import { checkUploadUser } from '@clouddisk/contract/shares'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { utils, type WorkSheet, write } from 'xlsx'
import { type SheetXml, xlsxOf } from '../../test/make-xlsx.ts'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import { endOfDay } from '../config/zone.ts'

let world: World
let person: Person
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
  admin = await world.admin('superAdmin')
})
afterAll(() => world.close())

/** What was read as accounts, below the heading. */
async function accounts(bytes: Uint8Array, name: string): Promise<string[]> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const answer = await person.fetch(pathOf(checkUploadUser), { method: 'POST', body: form })
  const { data } = (await answer.json()) as { data: Reply<typeof checkUploadUser> }
  return data.list.map(({ account }) => account)
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const column = (cells: readonly string[], more: Partial<SheetXml> = {}) =>
  xlsxOf({
    ...more,
    rows: [text('account'), ...cells].map((cell) => `<row>${cell}</row>`).join(''),
  })

/** Value, format, and what a spreadsheet shows of it. */
const NUMBERS: readonly [number, string, string][] = [
  [1012345678, '00000000000', '01012345678'],
  [42, '000000', '000042'],
  [13800138000, '000-0000-0000', '138-0013-8000'],
  [13800138000, 'General', '13800138000'],
  [13800138000, '0.00E+00', '13800138000'],
  [138001380001234, 'General', '138001380001234'],
  [1.1e20, 'General', '110000000000000000000'],
  [13800138000, '@', '13800138000'],
  [0.1 + 0.2, 'General', '0.3'],
  [0.5, '0%', '50%'],
  [1234.5, '#,##0.00', '1,234.50'],
  [46203, 'yyyy-mm-dd', '2026-06-30'],
  [46203, 'yyyy"年"m"月"d"日"', '2026年6月30日'],
  [5, '"E"0000', 'E0005'],
  [13800138000, '"0"General', '013800138000'],
  [138001380001234, '"0"General', '0138001380001234'],
  [42, '"EMP"General', 'EMP42'],
  [42, 'General"号"', '42号'],
  [1, '[=1]"男";[=2]"女"', '男'],
  [2, '[=1]"男";[=2]"女"', '女'],
  [3, '[=1]"男";[=2]"女"', '3'],
  [13800138000, '"86"@', '13800138000'],
]

describe('what is read of a cell is what it shows', () => {
  it('in an .xlsx file', async () => {
    const formats = NUMBERS.map(([, format]) => format)
    const cells = NUMBERS.map(([value], i) => `<c s="${i + 1}"><v>${value}</v></c>`)
    const long = '<c><v>1.3800138000E10</v></c>'
    const read = await accounts(column([...cells, long], { formats }), 'a.xlsx')
    expect(read).toEqual([...NUMBERS.map(([, , shown]) => shown), '13800138000'])
  })

  it('in an .xls file', async () => {
    const sheet: WorkSheet = utils.aoa_to_sheet([['account'], ...NUMBERS.map(([value]) => [value])])
    for (const [i, [, format]] of NUMBERS.entries()) sheet[`A${i + 2}`].z = format
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'a')
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'biff8' })
    expect(await accounts(bytes, 'a.xls')).toEqual(NUMBERS.map(([, , shown]) => shown))
  })

  it('in texts with a format for text', async () => {
    const cells = ['<c s="1" t="inlineStr"><is><t>13800138000</t></is></c>']
    expect(await accounts(column(cells, { formats: ['"86"@'] }), 'a.xlsx')).toEqual(['8613800138000'])
  })

  it('of texts, formulas, links, logical values and errors', async () => {
    const strings =
      '<si><t>00123</t></si><si><r><t>zhang</t></r><r><rPr><b/></rPr><t xml:space="preserve">_san </t></r><rPh sb="0" eb="1"><t>not shown</t></rPh></si>'
    const cells = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="str"><f>CONCATENATE("li","_si")</f><v>li_si</v></c>',
      '<c t="str"><f>HYPERLINK("http://x.example/","wang_wu")</f><v>wang_wu</v></c>',
      '<c s="1"><f>B1</f><v>7</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="e"><v>#N/A</v></c>',
      '<c t="str"><v>a_x0020_b &amp; c</v></c>',
      '<c t="d"><v>2026-06-30</v></c>',
    ]
    const read = await accounts(column(cells, { strings, formats: ['0000'] }), 'a.xlsx')
    expect(read).toEqual([
      '00123',
      'zhang_san',
      'li_si',
      'wang_wu',
      '0007',
      'TRUE',
      '#N/A',
      'a b & c',
      '2026-06-30',
    ])
  })

  it('skips blank rows, and fills what is merged into the rows that it covers', async () => {
    const rows = [
      `<row r="1"><c r="B1" t="inlineStr"><is><t>account</t></is></c><c r="C1" t="inlineStr"><is><t>name</t></is></c></row>`,
      `<row r="2"><c r="B2" t="inlineStr"><is><t>first_one</t></is></c><c r="C2" t="inlineStr"><is><t>a</t></is></c></row>`,
      `<row r="3"><c r="C3" t="inlineStr"><is><t>b</t></is></c></row>`,
      `<row r="4"><c r="B4"/><c r="C4" t="inlineStr"><is><t> </t></is></c></row>`,
      `<row r="6"><c r="B6" t="inlineStr"><is><t>last_one</t></is></c></row>`,
    ].join('')
    const behind = '<mergeCells count="1"><mergeCell ref="B2:B4"/></mergeCells>'
    expect(await accounts(xlsxOf({ rows, behind }), 'a.xlsx')).toEqual(['first_one', 'first_one', 'last_one'])
  })

  it('has no control characters, halves of characters or noncharacters in it', async () => {
    const strings = '<si><t>wang_x000D_\nwu_x000D_</t></si>'
    const cells = [
      text('al_x0000_ice'),
      text('al_xD800_ice'),
      text('al_xFFFE_ice'),
      text('al_x001B_ice'),
      text('_xD83D__xDE00_'),
      text('a_x005F_x0000_'),
      '<c t="s"><v>0</v></c>',
    ]
    const clean = ['al\ufffdice', 'al\ufffdice', 'al\ufffdice', 'al\ufffdice', '😀', 'a_x0000_', 'wang\nwu']
    expect(await accounts(column(cells, { strings }), 'a.xlsx')).toEqual(clean)

    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['account'], ['al\u0000ice'], ['al\ud800ice']]), 'a')
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'biff8' })
    expect(await accounts(bytes, 'a.xls')).toEqual(['al\ufffdice', 'al\ufffdice'])
  })

  it('counts days from 1904 where the workbook does', async () => {
    const properties = '<workbookPr date1904="1"/>'
    const cells = ['<c s="1"><v>44741</v></c>']
    const read = await accounts(column(cells, { formats: ['yyyy-mm-dd'], properties }), 'a.xlsx')
    expect(read).toEqual(['2026-06-30'])
  })

  it('in every column of people, where space and dates stay what they are', async () => {
    const headings = ['账号', '姓名', '手机', '角色', '空间（GB）', '有效期', '初始密码']
    const cells = [
      text('shown_1'),
      '<c s="1"><v>7</v></c>',
      '<c s="2"><v>1012345678</v></c>',
      text('普通用户'),
      '<c s="3"><v>1024</v></c>',
      '<c s="4"><v>51682</v></c>',
    ]
    const rows = `<row>${headings.map(text).join('')}</row><row>${cells.join('')}</row>`
    const formats = ['"A"000', '00000000000', '#,##0.00', 'd-mmm-yy']
    const content = new Uint8Array(xlsxOf({ rows, formats }))
    const { list } = await admin.call(importPeople, {}, { file: { type: XLSX, content }, timeoutMs: 60_000 })
    expect(list).toMatchObject([{ errcode: 0, errmsg: '', userRealName: 'A007' }])
    expect(await admin.call(queryPerson, { userId: list[0]?.userId ?? '' })).toMatchObject({
      phone: '01012345678',
      totalCapacity: 1024 * 1024 ** 3,
      validUntil: endOfDay(world.ctx.config.timeZone, 2041, 6, 30)?.toISOString(),
    })
  })
})
