import { readFile } from 'node:fs/promises'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { createFolder } from '@clouddisk/contract/files'
import { updateAttribute } from '@clouddisk/contract/labels'
import type { Locator, Page } from '@playwright/test'
import { read } from '../../server/src/workbooks/read-xlsx.ts'
import { type Person, signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { choose, either, expectNames, heading, main, menuOf, nameIn, row, toast } from '../support/files.ts'
import { longPress, PHONE, phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** All own files in one list. */

const put = (api: Person, name: string, size: number, parent = '0') =>
  api.upload(parent, name, Buffer.alloc(size, `${name} ${size} `), { conflict: 'newVersion' })

async function furnish(api: Person): Promise<void> {
  const { instanceId: work } = await api.call(createFolder, { parentId: '0', instanceName: '项目' })
  const { instanceId: photos } = await api.call(createFolder, { parentId: work, instanceName: '照片' })
  await put(api, '合同.pdf', 300, work)
  await put(api, '预算.xlsx', 1500, work)
  await put(api, '预算.xlsx', 2500, work)
  await put(api, '海.jpg', 4000, photos)
  await put(api, '说明.txt', 50)
}

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const link = (page: Page) => page.getByRole('link', { name: either('我的文件表', 'Personal table') })

async function openTable(page: Page): Promise<void> {
  await link(page).click()
  await expect(heading(page)).toHaveText(/我的文件表|Personal table/)
}

test('lists the files of all folders, sorted by any column, with chosen columns (R23, R50)', {
  tag: '@core',
}, async ({ drive, api }) => {
  await furnish(api)
  await openTable(drive)
  await expectNames(drive, ['说明.txt', '海.jpg', '预算.xlsx', '合同.pdf'])
  await expect(main(drive).getByRole('status').first()).toHaveText('4 项')
  await expect(row(drive, '海.jpg')).toContainText('个人文件 / 项目 / 照片')
  await expect(row(drive, '海.jpg')).toContainText('JPG')
  for (const [name, ascending] of [
    ['名称', ['海.jpg', '合同.pdf', '说明.txt', '预算.xlsx']],
    ['大小', ['说明.txt', '合同.pdf', '预算.xlsx', '海.jpg']],
    ['类型', ['海.jpg', '合同.pdf', '说明.txt', '预算.xlsx']],
    ['位置', ['说明.txt', '合同.pdf', '预算.xlsx', '海.jpg']],
  ] as const) {
    await head(drive, name).getByRole('button').click()
    const first = await head(drive, name).getAttribute('aria-sort')
    await expectNames(drive, first === 'descending' ? ascending.toReversed() : ascending)
    await head(drive, name).getByRole('button').click()
    await expectNames(drive, first === 'descending' ? ascending : ascending.toReversed())
  }
  // Folders come before the files.
  await main(drive).getByRole('switch', { name: '包含文件夹' }).click()
  await expect(row(drive, '照片')).toBeVisible()
  await expect(main(drive).getByRole('status').first()).toHaveText('6 项')
  await button(drive, '选择显示的列').click()
  await drive.getByRole('menuitemcheckbox', { name: '创建人' }).click()
  await drive.getByRole('menuitemcheckbox', { name: '大小' }).click()
  await drive.keyboard.press('Escape')
  await expect(head(drive, '创建人')).toBeVisible()
  // Reloaded, the order, the filters and the columns are the same.
  await drive.reload()
  await expect(row(drive, '照片')).toBeVisible()
  await expect(head(drive, '位置')).toHaveAttribute('aria-sort', /ending/)
  await expect(head(drive, '创建人')).toBeVisible()
  await expect(head(drive, '大小')).toHaveCount(0)
})

test('with all columns at 1280 px names can be read, and the table scrolls sideways (R23)', async ({
  drive,
  api,
}) => {
  await drive.setViewportSize({ width: 1280, height: 800 })
  await put(api, '会议记录 2027 第一季度.txt', 10)
  await openTable(drive)
  await button(drive, '选择显示的列').click()
  for (const name of ['备注', '创建时间', '创建人'])
    await drive.getByRole('menuitemcheckbox', { name }).click()
  await drive.keyboard.press('Escape')
  const widthOf = async (name: string) => (await head(drive, name).boundingBox())?.width ?? 0
  expect(await widthOf('名称')).toBeGreaterThanOrEqual(180)
  expect(await widthOf('位置')).toBeGreaterThanOrEqual(120)
  const size = head(drive, '大小')
  await size.scrollIntoViewIfNeeded()
  await expect(size).toBeInViewport({ ratio: 1 })
  // The rows go with the head.
  const right = async (place: Locator) => {
    const box = await place.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  const last = row(drive, '会议记录 2027 第一季度.txt').getByRole('gridcell').filter({ hasText: '10 B' })
  expect(Math.abs((await right(last)) - (await right(size)))).toBeLessThan(1)
})

test('is narrowed by name, kind, size, time and creator, and coming back keeps that (R50)', async ({
  drive,
  api,
}) => {
  await furnish(api)
  await openTable(drive)
  const field = main(drive).getByRole('searchbox', { name: '文件名称' })
  await field.fill('yusuan')
  await expectNames(drive, ['预算.xlsx'])
  await field.fill('没有的')
  await expect(main(drive)).toContainText('没有符合条件的文件')
  await main(drive).getByRole('button', { name: '清除筛选' }).click()
  await expectNames(drive, ['说明.txt', '海.jpg', '预算.xlsx', '合同.pdf'])
  await main(drive)
    .getByRole('button', { name: /^类型：/ })
    .click()
  await drive.getByRole('checkbox', { name: '文档' }).click()
  await drive.keyboard.press('Escape')
  await expectNames(drive, ['说明.txt', '预算.xlsx', '合同.pdf'])
  await main(drive)
    .getByRole('button', { name: /^大小：/ })
    .click()
  await drive.getByLabel('不小于（MB）').fill('0.0002')
  await drive.getByRole('button', { name: '确定' }).click()
  await expectNames(drive, ['预算.xlsx', '合同.pdf'])
  await main(drive).getByRole('switch', { name: '仅我创建的' }).click()
  await expect(drive).toHaveURL(/mine=1/)
  await menuOf(drive, '预算.xlsx')
  await choose(drive, '打开所在位置')
  await expect(heading(drive)).toHaveText('项目')
  await drive.goBack()
  await expect(heading(drive)).toHaveText('我的文件表')
  await expectNames(drive, ['预算.xlsx', '合同.pdf'])
  await main(drive).getByRole('button', { name: '重置' }).click()
  await expectNames(drive, ['说明.txt', '海.jpg', '预算.xlsx', '合同.pdf'])
})

test('labels and remarks are columns, a label is what it is narrowed by, and the export has both (R50, R85)', async ({
  drive,
  api,
}) => {
  await furnish(api)
  const [work] = (await api.list()).filter((item) => item.instanceName === '项目')
  for (const { instanceId, instanceName } of await api.list(work?.instanceId))
    if (instanceName !== '照片')
      await api.call(updateAttribute, {
        instanceId,
        labels: instanceName === '合同.pdf' ? ['法务已审', '终稿'] : ['终稿'],
        remark: `${instanceName} 的备注`,
      })
  await openTable(drive)
  await expect(row(drive, '合同.pdf')).toContainText('法务已审')
  await expect(head(drive, '备注')).toHaveCount(0)
  await button(drive, '选择显示的列').click()
  await drive.getByRole('menuitemcheckbox', { name: '备注' }).click()
  await drive.keyboard.press('Escape')
  await expect(row(drive, '预算.xlsx')).toContainText('预算.xlsx 的备注')
  // A click on a label, and the filter.
  await row(drive, '合同.pdf').getByRole('button', { name: '筛选标签“法务已审”' }).click()
  await expectNames(drive, ['合同.pdf'])
  await main(drive).getByRole('combobox', { name: '标签 法务已审' }).click()
  await drive.getByRole('option', { name: '终稿' }).click()
  await expectNames(drive, ['预算.xlsx', '合同.pdf'])
  await expect(main(drive).getByRole('status').first()).toHaveText('2 项')
  await head(drive, '标签').getByRole('button').click()
  await expectNames(drive, ['合同.pdf', '预算.xlsx'])
  await drive.reload()
  await expectNames(drive, ['合同.pdf', '预算.xlsx'])
  const saved = drive.waitForEvent('download')
  await button(drive, '导出').click()
  const file = await (await saved).path()
  const rows = await read(await readFile(file), { rowsMax: 100, columnsMax: 8, lengthMax: 100 })
  expect(rows.map(({ cells }) => [0, 3, 4].map((at) => cells[at]?.text))).toEqual([
    ['名称', '标签', '备注'],
    ['合同.pdf', '法务已审、终稿', '合同.pdf 的备注'],
    ['预算.xlsx', '终稿', '预算.xlsx 的备注'],
  ])
  // A label that is added by the keyboard is there at once.
  await nameIn(drive, '预算.xlsx').click()
  await drive.keyboard.press('l')
  const dialog = drive.getByRole('dialog', { name: '“预算.xlsx”的标签' })
  await dialog.getByRole('combobox', { name: '添加标签' }).fill('财务')
  await drive.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(row(drive, '预算.xlsx')).toContainText('财务')
  await main(drive).getByRole('button', { name: '重置' }).click()
  await expect(row(drive, '海.jpg')).toBeVisible()
})

test('files are renamed, opened and deleted, several at a time after a question (R50, R141)', async ({
  drive,
  api,
}) => {
  await furnish(api)
  await openTable(drive)
  // With nothing selected.
  await button(drive, '删除').click()
  await expect(toast(drive, '请先选择要删除的文件。')).toBeVisible()
  // By the operations of the row.
  await row(drive, '合同.pdf').hover()
  await row(drive, '合同.pdf').getByRole('button', { name: '重命名…' }).click()
  await drive.getByRole('textbox', { name: '名称' }).fill('合同 2026.pdf')
  await drive.keyboard.press('Enter')
  await expect(row(drive, '合同 2026.pdf')).toBeVisible()
  await nameIn(drive, '说明.txt').dblclick()
  await expect(drive.getByRole('dialog', { name: '说明.txt' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(drive.getByRole('dialog')).toHaveCount(0)
  // Opening it has selected it.
  await row(drive, '海.jpg').getByRole('checkbox').click()
  await main(drive).getByRole('toolbar').getByRole('button', { name: '删除' }).click()
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('2')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(row(drive, '海.jpg')).toBeVisible()
  await main(drive).getByRole('toolbar').getByRole('button', { name: '删除' }).click()
  await question.getByRole('button', { name: '移入回收站' }).click()
  await expectNames(drive, ['合同 2026.pdf', '预算.xlsx'])
  // What another window adds is there at once.
  await put(api, '新.md', 10)
  await expect(row(drive, '新.md')).toBeVisible()
})

test('has pages of the chosen size, by number too, and an empty text (R50, R246)', async ({ drive, api }) => {
  await openTable(drive)
  await expect(main(drive)).toContainText('还没有文件')
  await expect(main(drive).getByRole('button', { name: '上传', exact: true })).toHaveCount(2)
  for (let n = 1; n <= 25; n++) await put(api, `${n}.txt`, n)
  await expect(row(drive, '25.txt')).toBeVisible()
  await head(drive, '名称').getByRole('button').click()
  await expect(row(drive, '20.txt')).toBeAttached()
  await expect(row(drive, '21.txt')).toHaveCount(0)
  const pager = main(drive).getByRole('navigation')
  await expect(pager).toContainText('25')
  const size = pager.getByRole('combobox')
  await expect(size).toHaveText('20 条/页')
  await size.click()
  await expect(drive.getByRole('option')).toHaveText([10, 20, 30, 40, 50, 100].map((n) => `${n} 条/页`))
  await drive.getByRole('option', { name: '10 条/页' }).click()
  await pager.getByLabel('跳转页码').fill('3')
  await pager.getByLabel('跳转页码').press('Enter')
  await expectNames(drive, ['21.txt', '22.txt', '23.txt', '24.txt', '25.txt'])
  await drive.reload()
  await expectNames(drive, ['21.txt', '22.txt', '23.txt', '24.txt', '25.txt'])
})

test('files are added and the list is exported as a workbook (R50)', async ({ drive, api, desk }) => {
  await furnish(api)
  await openTable(drive)
  await expect(row(drive, '说明.txt')).toBeVisible()
  const chooser = drive.waitForEvent('filechooser')
  await main(drive).getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(await desk.file('新文件.csv', Buffer.from('a,b')))
  await expect(row(drive, '新文件.csv')).toBeVisible()
  await head(drive, '大小').getByRole('button').click()
  await expectNames(drive, ['海.jpg', '预算.xlsx', '合同.pdf', '说明.txt', '新文件.csv'])
  const saved = drive.waitForEvent('download')
  await button(drive, '导出').click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^files-\d{4}-\d\d-\d\d\.xlsx$/)
  const rows = await read(await readFile(await file.path()), { rowsMax: 100, columnsMax: 7, lengthMax: 100 })
  const texts = rows.map(({ cells }) => cells.map(({ text }) => text))
  expect(texts[0]).toEqual(['名称', '类型', '位置', '标签', '修改时间', '版本数', '大小（字节）'])
  expect(texts.slice(1).map(([name, , , , , versions]) => [name, versions])).toEqual([
    ['海.jpg', '1'],
    ['预算.xlsx', '2'],
    ['合同.pdf', '1'],
    ['说明.txt', '1'],
    ['新文件.csv', '1'],
  ])
})

test('more files than a sheet of Excel holds are said before the export', async ({ drive, api }) => {
  await furnish(api)
  await drive.route('**/instance/personalTable', async (route) => {
    const answer = await route.fetch()
    const reply = await answer.json()
    await route.fulfill({ json: { ...reply, data: { ...reply.data, total: 2_000_000 } } })
  })
  await openTable(drive)
  await expect(main(drive).getByRole('status').first()).toContainText('000')
  await button(drive, '导出').click()
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('只能导出前 1,048,575 项')
  await expect(question).toContainText('2,000,000 项')
  const saved = drive.waitForEvent('download')
  await question.getByRole('button', { name: '导出前 1,048,575 项' }).click()
  await saved
})

test('is worked by the keyboard alone', async ({ drive, api }) => {
  await furnish(api)
  await openTable(drive)
  await expect(row(drive, '说明.txt')).toBeVisible()
  await drive.keyboard.press('/')
  await drive.keyboard.type('海')
  await expectNames(drive, ['海.jpg'])
  await drive.keyboard.press('Enter')
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('F2')
  await expect(drive.getByRole('textbox', { name: '名称' })).toBeFocused()
  await drive.keyboard.type('山')
  await drive.keyboard.press('Enter')
  await expect(main(drive)).toContainText('没有符合条件的文件')
})

test('is in the menu unless administrators have switched it off (C28)', async ({
  context,
  drive,
  server,
  browser,
  problems,
}) => {
  await expect(link(drive)).toBeVisible()
  const other = await anotherBrowser(browser, problems)
  const admin = await signedIn(other, server, 'admin', 'admin/config')
  const settings = main(admin).getByRole('region', { name: '我的文件表' })
  const api = await signIn(server.origin, 'admin', PASSWORD)
  try {
    await settings.getByRole('switch', { name: '显示我的文件表' }).click()
    await expect(toast(admin, /已保存/)).toBeVisible()
    await expect(settings.getByRole('switch')).not.toBeChecked()
    await drive.reload()
    await expect(main(drive)).toBeVisible()
    await expect(link(drive)).toHaveCount(0)
    const page = await context.newPage()
    await page.goto(`${server.origin}/disk/personalTable`)
    await expect(page).toHaveURL(/personalFile/)
  } finally {
    await api.call(saveInstanceSettings, { personalTable: true })
  }
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`the table is in order for assistive technology, and on a phone, in ${language}`, async ({
    api,
    server,
    browser,
    problems,
  }) => {
    await furnish(api)
    const context = await anotherBrowser(browser, problems)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await signedIn(context, server, api.user.userName)
    await openTable(page)
    await expect(row(page, '海.jpg')).toBeVisible()
    const audit = auditor(page, wardrobe, language)
    await audit.check('table', 'main')
    await main(page)
      .getByRole('button', { name: either('选择显示的列', 'Choose columns') })
      .click()
    await audit.check('columns')
    await page.keyboard.press('Escape')
    await row(page, '海.jpg').getByRole('checkbox').click()
    await audit.check('selected', 'main')
    await page.goto(`${server.origin}/disk/personalTable?q=nothing`)
    await expect(main(page)).toContainText(/没有符合条件的文件|No files match/)
    await audit.check('no match', 'main')
    const hand = await anotherBrowser(browser, problems, PHONE)
    const phone = await signedIn(hand, server, api.user.userName)
    await phone.goto(`${server.origin}/disk/personalTable`)
    await expect(phoneRow(phone, '海.jpg')).toContainText('3.91 KB')
    await expect(phoneRow(phone, '海.jpg')).toContainText('照片')
    await expect(phone.getByRole('combobox', { name: /^(标签|Label) / })).toBeInViewport({ ratio: 1 })
    await phone.getByRole('combobox', { name: /排序|Sort/ }).click()
    await phone.getByRole('option', { name: /名称（升序）|Name \(ascending\)/ }).click()
    await expect(phone).toHaveURL(/sort=instanceName.asc/)
    await longPress(phone, '海.jpg')
    await expect(main(phone).getByRole('toolbar')).toBeVisible()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
