import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createFolder } from '@clouddisk/contract/files'
import { pageShares, querySharingUsers } from '@clouddisk/contract/shares'
import { workbookOf } from '../../server/src/workbooks/write.ts'
import { type Company, companyOf, unique } from '../support/colleagues.ts'
import { choose, main, menuOf, openFolder, row, toast } from '../support/files.ts'
import { test as base, expect } from '../support/test.ts'

/** Sharing with people and departments, in several windows at once. */

const test = base.extend<{ company: Company }>({
  company: async ({ server, browser, problems }, use) => {
    await use(await companyOf(server, browser, problems))
  },
})

const bytes = (count: number) => Buffer.alloc(count, 'x')

test('a folder is shared with a department, and its people have it at once', async ({
  drive,
  api,
  company,
}) => {
  const top = await company.department(unique('示例集团'))
  const brandName = unique('品牌组')
  const brand = await company.department(brandName, top)
  const wu = await company.colleague('吴涵', brand)
  await company.colleague('张敏敏', brand)
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '主题演讲素材' })
  await api.upload(folder.instanceId, '讲稿.txt', bytes(3))
  const theirs = await wu.window('fileShare')
  await expect(theirs.getByText('还没有人共享给你')).toBeVisible()

  await menuOf(drive, '主题演讲素材')
  await choose(drive, '内部共享…')
  const dialog = drive.getByRole('dialog', { name: '内部共享' })
  await dialog.getByRole('searchbox', { name: '搜索姓名、部门、账号' }).fill(brandName)
  await dialog.getByRole('option', { name: brandName }).click()
  await expect(dialog.getByText('已选 1 项')).toBeVisible()
  await expect(dialog.getByText('覆盖 2 人')).toBeVisible()
  await expect(dialog.getByText(`“${brandName}”会让 2 人都能看到`)).toBeVisible()
  await dialog.getByRole('combobox', { name: `“${brandName}”的角色` }).click()
  await drive.getByRole('option', { name: '可编辑' }).click()
  await dialog.getByRole('button', { name: `查看名单 ${brandName}` }).click()
  await expect(
    dialog.getByRole('region', { name: `“${brandName}”的名单` }).getByRole('listitem'),
  ).toHaveCount(2)
  await dialog.getByRole('button', { name: '返回' }).click()
  await dialog.getByRole('radio', { name: '30 天' }).click()
  await dialog.getByRole('button', { name: '共享给 1 项' }).click()
  await expect(toast(drive, '已共享，覆盖 2 人')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row(drive, '主题演讲素材').getByText('已共享')).toBeAttached()

  // Without a reload: what was given stands in the other window, with its end, and can be worked in.
  await expect(row(theirs, '主题演讲素材')).toContainText('可编辑')
  const [, given] = await api.call(querySharingUsers, { instanceId: folder.instanceId })
  expect(Date.parse(given?.expireTime ?? '') - Date.now()).toBeGreaterThan(29 * 24 * 3600 * 1000)
  await expect(row(theirs, '主题演讲素材').locator('time').last()).toHaveAttribute(
    'datetime',
    given?.expireTime ?? '',
  )
  await openFolder(theirs, '主题演讲素材')
  await expect(main(theirs).getByRole('navigation', { name: '路径' })).toContainText('内部共享')
  await expect(row(theirs, '讲稿.txt')).toBeVisible()
  const [chooser] = await Promise.all([
    theirs.waitForEvent('filechooser'),
    main(theirs).getByRole('button', { name: '上传', exact: true }).click(),
  ])
  await chooser.setFiles({ name: '照片.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(row(theirs, '照片.txt')).toBeVisible()
  await openFolder(drive, '主题演讲素材')
  await expect(row(drive, '照片.txt')).toContainText('吴涵')

  // Made a viewer, it can neither upload nor rename any more; ended, it is gone.
  await drive.goBack()
  await menuOf(drive, '主题演讲素材')
  await choose(drive, '内部共享…')
  await dialog.getByRole('combobox', { name: `“${brandName}”的角色` }).click()
  await drive.getByRole('option', { name: '可预览' }).click()
  await expect(toast(drive, `“${brandName}”现在可预览`)).toBeVisible()
  await expect(main(theirs).getByRole('button', { name: '上传', exact: true })).toBeHidden()
  await menuOf(theirs, '讲稿.txt')
  await expect(theirs.getByRole('menuitem', { name: '重命名' })).toBeHidden()
  await expect(theirs.getByRole('menuitem', { name: '下载' })).toBeHidden()
  await theirs.keyboard.press('Escape')
  await dialog.getByRole('button', { name: `不再共享给“${brandName}”` }).click()
  await expect(toast(drive, `不再共享给“${brandName}”`)).toBeVisible()
  await expect(row(theirs, '讲稿.txt')).toBeHidden()
})

test('a spreadsheet names whom to share with, and says of each row what became of it', async ({
  drive,
  api,
  desk,
  company,
}) => {
  const wu = await company.colleague('吴涵')
  await api.call(createFolder, { parentId: '0', instanceName: '现场照片' })
  const rows = [
    [wu.api.user.userName, '可编辑'],
    ['nobody_here', '可编辑'],
    [wu.api.user.userName, '可预览'],
  ]
  const columns = ['账号', '角色'].map((title) => ({ title, width: 20 }))
  const workbook = await buffer(workbookOf('名单', columns, Readable.from([rows])))
  await menuOf(drive, '现场照片')
  await choose(drive, '内部共享…')
  const dialog = drive.getByRole('dialog', { name: '内部共享' })
  const table = dialog.getByLabel('用表格批量添加')
  await table.setInputFiles(await desk.file('名单.txt', 'a'))
  await expect(dialog.getByText('只能用 .xls 或 .xlsx 表格。')).toBeVisible()
  await table.setInputFiles(await desk.file('名单.xlsx', workbook))
  const report = dialog.getByRole('status', { name: '“名单.xlsx”的结果' })
  await expect(report).toContainText('已加入 1 人 · 2 行没有加入')
  await expect(report.getByRole('listitem').filter({ hasText: '第 3 行' })).toContainText('nobody_here')
  await expect(dialog.getByText('已选 1 项')).toBeVisible()
  await expect(dialog.getByRole('list', { name: '已选的人' }).getByRole('combobox')).toHaveText('可编辑')
  await dialog.getByRole('button', { name: '共享给 1 项' }).click()
  await expect(toast(drive, '已共享，覆盖 1 人')).toBeVisible()
  const { list } = await wu.api.call(pageShares, { type: 'received' })
  expect(list).toMatchObject([{ instance: { instanceName: '现场照片' }, role: 'editor' }])
})
