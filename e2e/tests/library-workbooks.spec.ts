import { readFile } from 'node:fs/promises'
import { queryLibraryValues, saveLibraryValues } from '@clouddisk/contract/libraries'
import type { Page } from '@playwright/test'
import { readWorkbook } from '../../server/src/workbooks/read.ts'
import { workbookOf } from '../../server/src/workbooks/write.ts'
import { newAttribute as attribute } from '../../server/test/library.ts'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { layLibrary } from '../support/libraries.ts'
import { expect, test } from '../support/test.ts'

/** Values of a library's files as a workbook: exported, changed and imported. */

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function workbook(rows: (string | number | null)[][]): Promise<Buffer> {
  const [titles = [], ...data] = rows
  const columns = titles.map((title) => ({ title: String(title), width: 20 }))
  const cells = (async function* () {
    yield data
  })()
  return Buffer.concat(await workbookOf('x', columns, cells, 'UTC').toArray())
}

const choose = async (page: Page, buffer: Buffer) =>
  dialog(page).locator('input[type=file]').setInputFiles({ name: '合同.xlsx', mimeType: XLSX, buffer })

test('attributes are exported to a workbook and imported from it, wrong rows said first (R94, R217)', async ({
  drive,
  server,
  api,
}) => {
  const library = await layLibrary(server, api, [
    attribute('合同方', 'PARTY', { allowEmpty: false }),
    attribute('金额', 'AMOUNT', { type: 'number', length: 10, min: '0', max: '1000000' }),
  ])
  const party = library.attributes.get('合同方') ?? ''
  const files = new Map<string, string>()
  for (const name of ['a.txt', 'b.txt']) {
    const { instanceId } = await api.upload(library.categoryId, name, Buffer.from(name))
    files.set(name, instanceId)
    await api.call(saveLibraryValues, { instanceId, values: [{ attributeId: party, value: '安吉公司' }] })
  }
  const wardrobe = await drive.context().newPage()
  await wardrobe.goto(new URL('/disk/error/404', drive.url()).href)
  await drive.bringToFront()
  const axe = auditor(drive, wardrobe, 'zh-CN')
  await drive.goto(`${server.origin}/disk/library?id=${library.libraryId}`)
  const menu = button(main(drive), `“${library.name}”的操作`)
  const row = (name: string) => drive.getByRole('row').filter({ hasText: name })
  await drive.getByRole('treeitem', { name: '采购合同' }).click()
  await expect(row('a.txt')).toContainText('安吉公司')

  const download = drive.waitForEvent('download')
  await menu.click()
  await expect(drive.getByRole('menuitem', { name: '业务库回收站' })).toBeVisible()
  await expect(drive.getByRole('menuitem', { name: '转让业务库…' })).toBeVisible()
  // It is no group to its people; its folder among the groups' is.
  await expect(drive.getByRole('menuitem', { name: /群组/ })).toHaveText(['在群组文件中打开'])
  await drive.getByRole('menuitem', { name: '导出 Excel' }).click()
  const exported = await download
  expect(exported.suggestedFilename()).toMatch(/^library-\d{4}-\d\d-\d\d\.xlsx$/)
  const rows = await readWorkbook({
    bytes: new Uint8Array(await readFile(await exported.path())),
    personId: api.user.userId,
    rowsMax: 10,
    columnsMax: 10,
    lengthMax: 100,
  })
  expect(rows.map(({ cells }) => cells.map(({ text }) => text).filter(Boolean))).toEqual([
    ['路径', '合同方', '金额'],
    ['采购合同/a.txt', '安吉公司'],
    ['采购合同/b.txt', '安吉公司'],
  ])

  await menu.click()
  await drive.getByRole('menuitem', { name: '导入属性' }).click()
  await choose(drive, Buffer.from('no workbook'))
  await expect(dialog(drive).getByRole('alert')).toContainText('无法导入')
  await axe.check('a file that is no workbook')
  await choose(
    drive,
    await workbook([
      ['路径', '合同方', '金额'],
      ['采购合同/a.txt', '贝塔公司', 1200],
      ['采购合同/b.txt', '安吉公司', 'ten'],
      ['采购合同/none.txt', '安吉公司', 1],
    ]),
  )
  await expect(dialog(drive)).toContainText('共 3 行：1 行会修改，2 行有误。')
  await expect(dialog(drive).getByRole('listitem').first()).toContainText('第 3 行 采购合同/b.txt')
  await expect(dialog(drive).getByRole('listitem').nth(1)).toContainText('第 4 行 采购合同/none.txt')
  await expect(dialog(drive).getByRole('listitem').nth(1)).toContainText('业务库中没有这个文件。请检查路径。')
  await expect(dialog(drive)).toContainText('有误的行不会导入。')
  await axe.check('the report of an import')
  // Nothing is changed by the report.
  const valuesOf = async (name: string) =>
    (await api.call(queryLibraryValues, { instanceId: files.get(name) ?? '' })).values
  expect(await valuesOf('a.txt')).toEqual([{ attributeId: party, value: '安吉公司' }])
  await button(dialog(drive), '导入').click()
  await expect(toast(drive, '已修改 1 个文件的属性。')).toBeVisible()
  await expect(row('a.txt')).toContainText('1200')
  await expect(row('a.txt')).toContainText('贝塔公司')
  expect(await valuesOf('b.txt')).toEqual([{ attributeId: party, value: '安吉公司' }])
  await library.clear()
})

test('a file whose attributes did not come says so, and offers to try again (R94)', async ({
  drive,
  server,
  api,
  problems,
}) => {
  const library = await layLibrary(server, api, [attribute('合同方', 'PARTY')])
  await api.upload(library.categoryId, 'a.txt', Buffer.from('a'))
  await drive.goto(`${server.origin}/disk/library?id=${library.libraryId}`)
  await drive.getByRole('treeitem', { name: '采购合同' }).click()
  const row = drive.getByRole('row').filter({ hasText: 'a.txt' })
  await expect(row).toBeVisible()
  problems.expect(/library\/queryValues/)
  let isDown = true
  await drive.route(/library\/queryValues/, (route) => (isDown ? route.abort() : route.continue()))
  await row.click({ button: 'right' })
  await drive.getByRole('menuitem', { name: '属性' }).click()
  await expect(dialog(drive)).toContainText('无法加载属性')
  isDown = false
  await button(dialog(drive), '重试').click()
  await expect(dialog(drive).getByRole('textbox', { name: '合同方' })).toBeVisible()
  await button(dialog(drive), '取消').click()
  await library.clear()
})
