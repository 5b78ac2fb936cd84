import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createFolder } from '@clouddisk/contract/files'
import { createShare, pageShares } from '@clouddisk/contract/shares'
import { workbookOf } from '../../server/src/workbooks/write.ts'
import { type Colleague, type Company, companyOf, unique } from '../support/colleagues.ts'
import { choose, menuOf, row, toast } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { test as base, expect } from '../support/test.ts'

/** Choosing whom to share with, and looking after who has it. */

const test = base.extend<{ company: Company }>({
  company: async ({ server, browser, problems }, use) => {
    await use(await companyOf(server, browser, problems))
  },
})

test('a spreadsheet names whom to share with, and says of each row what became of it (R52)', {
  tag: '@core',
}, async ({ drive, api, desk, company }) => {
  const wu = await company.colleague('吴涵')
  await api.call(createFolder, { parentId: '0', instanceName: '现场照片' })
  const rows = [
    [wu.api.user.userName, '可编辑'],
    ['nobody_here', '可编辑'],
    [wu.api.user.userName, '可预览'],
  ]
  const columns = ['账号', '角色'].map((title) => ({ title, width: 20 }))
  const workbook = await buffer(workbookOf('名单', columns, Readable.from([rows]), 'UTC'))
  await menuOf(drive, '现场照片')
  await choose(drive, '内部共享…')
  const dialog = drive.getByRole('dialog', { name: '内部共享' })
  const table = dialog.getByLabel('从表格批量添加')
  await table.setInputFiles(await desk.file('名单.txt', 'a'))
  await expect(dialog.getByText('只支持 .xls 或 .xlsx 表格。')).toBeVisible()
  await table.setInputFiles(await desk.file('名单.xlsx', workbook))
  const report = dialog.getByRole('status', { name: '“名单.xlsx”的导入结果' })
  await expect(report).toContainText('已添加 1 人 · 2 行未添加')
  await expect(report.getByRole('listitem').filter({ hasText: '第 3 行' })).toContainText('nobody_here')
  await expect(dialog.getByText('已选 1 项')).toBeVisible()
  await expect(dialog.getByRole('list', { name: '已选' }).getByRole('combobox')).toHaveText('可编辑')
  await dialog.getByLabel('留言（可选）').fill('先看封面。')
  await dialog.getByRole('button', { name: '共享给 1 人' }).click()
  await expect(toast(drive, '已共享给 1 人')).toBeVisible()
  const { list } = await wu.api.call(pageShares, { type: 'received' })
  expect(list).toMatchObject([
    { instance: { instanceName: '现场照片' }, role: 'editor', message: '先看封面。' },
  ])

  // Who has it comes out as a spreadsheet, in the page's language, and goes in again; the owner's row gives nothing.
  await menuOf(drive, '现场照片')
  await choose(drive, '内部共享…')
  const [saved] = await Promise.all([
    drive.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出名单' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('现场照片 共享名单.xlsx')
  await table.setInputFiles({ name: '名单.xlsx', mimeType: '', buffer: await readFile(await saved.path()) })
  await expect(report).toContainText('已添加 1 人 · 1 行未添加')
  await expect(report.getByRole('listitem')).toContainText('不能共享给自己或所有者')
  await expect(dialog.getByLabel('留言（可选）')).toHaveValue('先看封面。')

  // What was said with it stands with what was received.
  const theirs = await wu.window('fileShare')
  await expect(row(theirs, '现场照片')).toContainText('先看封面。')
})

test('who is gone is no more among the recent ones, and what is shared goes to the others', async ({
  drive,
  api,
  company,
  problems,
}) => {
  problems.expect(/400/)
  const people = [unique('吴涵'), unique('张敏敏'), unique('陈杰')]
  const [wu, zhang, chen] = await Promise.all(people.map((name) => company.colleague(name)))
  if (!wu || !zhang || !chen) throw new Error('three were made')
  await api.call(createFolder, { parentId: '0', instanceName: '现场照片' })
  const dialog = drive.getByRole('dialog', { name: '内部共享' })
  const search = dialog.getByRole('searchbox')
  const find = async (...named: Colleague[]) => {
    for (const { api: one } of named) {
      await search.fill(one.user.userName)
      await dialog
        .getByRole('option')
        .filter({ hasText: one.user.userRealName.slice(0, 1) })
        .click()
    }
    await search.fill('')
  }
  await menuOf(drive, '现场照片')
  await choose(drive, '内部共享…')
  await find(wu, zhang, chen)
  await company.freeze(chen.api)
  await dialog.getByRole('button', { name: '共享给 3 人' }).click()
  await expect(toast(drive, /^陈.* 已离职或停用，未共享/)).toBeVisible()
  await expect(toast(drive, '已共享给 2 人')).toBeVisible()

  await menuOf(drive, '现场照片')
  await choose(drive, '内部共享…')
  await company.freeze(zhang.api)
  await dialog.getByRole('tab', { name: '最近' }).click()
  await expect(dialog.getByRole('listbox', { name: '最近' }).getByRole('option')).toHaveText(
    /吴.*已有“可预览”/,
  )
})

test('the focus stays where people are taken out by keyboard', async ({ drive, api, company }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '现场照片' })
  const people = await Promise.all(['甲', '乙', '丙'].map((name) => company.colleague(name)))
  for (const { id } of people)
    await api.call(createShare, {
      instanceIds: [folder.instanceId],
      members: [{ principalType: 'user', principalId: id, role: 'viewer' }],
    })
  await menuOf(drive, '现场照片')
  await choose(drive, '内部共享…')
  const dialog = drive.getByRole('dialog', { name: '内部共享' })
  // Since when each has it stands beside the name.
  await expect(dialog.getByRole('listitem').filter({ hasText: '甲' })).toContainText(/今天 \d\d:\d\d 起/)
  const cross = (name: string) => dialog.getByRole('button', { name: `停止共享给“${name}”` })
  await cross('乙').press('Enter')
  await expect(cross('乙')).toHaveCount(0)
  await expect(cross('丙')).toBeFocused()
  await drive.keyboard.press('Enter')
  await expect(cross('丙')).toHaveCount(0)
  await expect(cross('甲')).toBeFocused()
  await drive.keyboard.press('Enter')
  await expect(cross('甲')).toHaveCount(0)
  // Nobody is left: the window itself has it, and the next key goes to what it holds.
  await drive.keyboard.press('Tab')
  await expect(dialog.locator(':focus')).toHaveCount(1)
})

test('who is chosen while a spreadsheet is read stays chosen', async ({ drive, api, desk, company }) => {
  const [wu, zhang] = [await company.colleague('吴涵'), await company.colleague('张敏')]
  await api.call(createFolder, { parentId: '0', instanceName: '现场照片' })
  const workbook = await buffer(
    workbookOf('名单', [{ title: '账号', width: 20 }], Readable.from([[[wu.api.user.userName]]]), 'UTC'),
  )
  await menuOf(drive, '现场照片')
  await choose(drive, '内部共享…')
  const dialog = drive.getByRole('dialog', { name: '内部共享' })
  const reading = await hold(drive, isCall('innerSharing/checkUploadUser'))
  await dialog.getByLabel('从表格批量添加').setInputFiles(await desk.file('名单.xlsx', workbook))
  await reading.arrived
  await dialog.getByRole('searchbox').fill(zhang.api.user.userName)
  await dialog.getByRole('option').click()
  await expect(dialog.getByText('已选 1 项')).toBeVisible()
  await reading.release()
  await expect(dialog.getByText('已选 2 项')).toBeVisible()
  await expect(dialog.getByRole('list', { name: '已选' }).getByRole('listitem')).toContainText(['张', '吴'])
})
