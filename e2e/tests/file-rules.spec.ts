import { publicConfig } from '@clouddisk/contract/accounts'
import { queryBusinessConfig, saveBusinessConfig } from '@clouddisk/contract/business-config'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { dropFiles } from '../support/drop.ts'
import { row as fileRow, list, main, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, signInByCall, test, type Words } from '../support/test.ts'
import { question } from '../support/transfers.ts'

/** File management and the options of the sign-in page, which are administered like other values. */

const row = (page: Page, code: string): Locator =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(code, { exact: true }) })
const edit = (page: Page, code: string) =>
  page.getByRole('button', { name: `修改 ${code}`, exact: true }).click()

test.afterEach(async ({ server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const config = await admin.call(queryBusinessConfig, {})
  const own = config.list.filter(({ source }) => source === 'administrator')
  const reset = own.map(({ code }) => ({ code, value: null }))
  if (own.length > 0) await admin.call(saveBusinessConfig, { list: reset })
})

test('kinds of files are refused by extension and by content (R227)', { tag: '@core' }, async ({
  server,
  drive,
  api,
  desk,
  browser,
  problems,
}) => {
  const page = await signedIn(await anotherBrowser(browser, problems), server, 'admin', 'admin/config')
  await page.getByRole('tab', { name: '文件管理' }).click()
  await expect(row(page, 'refusedExtensions')).toContainText('无')
  await edit(page, 'refusedExtensions')
  const typed = row(page, 'refusedExtensions').getByRole('textbox')
  await expect(typed).toBeFocused()
  await typed.fill('exe, a/b')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(row(page, 'refusedExtensions')).toContainText('“a/b”不是扩展名。')
  await typed.fill('.EXE *.bat')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(row(page, 'refusedExtensions')).toContainText('bat、exe')
  await edit(page, 'refusedContents')
  await row(page, 'refusedContents').getByRole('combobox').click()
  await page.getByRole('option', { name: '脚本' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(row(page, 'refusedContents')).toContainText('脚本')
  await page.getByRole('tab', { name: '业务配置' }).click()
  await page.getByRole('searchbox').fill('refusedE')
  await expect(main(page).getByRole('status')).toHaveText('2 项')

  // The page leaves out what it knows to be refused; the content is looked at by the server.
  await drive.reload()
  await expect(drive.getByRole('main')).toBeVisible()
  for (const [name, text] of Object.entries({
    'setup.exe': 'x',
    'notes.txt': '#!/bin/sh\n',
    'text.txt': 'text',
  }))
    await desk.file(`f/${name}`, text)
  await dropFiles(
    drive,
    ['setup.exe', 'notes.txt', 'text.txt'].map((name) => desk.at(`f/${name}`)),
    list(drive),
  )
  await expect(question(drive)).toContainText('setup.exe')
  await expect(question(drive)).toContainText('不允许的类型')
  await question(drive).getByRole('button').last().click()
  await expect(fileRow(drive, 'text.txt')).toBeVisible()
  await expect(drive.getByText('“notes.txt”属于不允许的文件类型（脚本）').first()).toBeVisible()
  expect(await api.tree()).toEqual({ 'text.txt': 4 })
})

test('regions of the sign-in page are added, named and put in order (R54)', async ({
  context,
  server,
  browser,
  problems,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/config?view=signIn')
  await expect(row(page, 'regions')).toContainText('亚太、北美')
  await edit(page, 'regions')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '添加选项' }).click()
  const added = dialog.getByRole('listitem').last()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(added).toContainText('请输入名称。')
  await added.getByLabel('标识').fill('asia-pacific')
  await added.getByLabel('中文名称').fill('欧洲')
  await added.getByLabel('英文名称').fill('Europe')
  await expect(added).toContainText('已有相同的标识。')
  await added.getByLabel('标识').fill('europe')
  await added.getByRole('button', { name: '上移' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '已修改 regions')).toBeVisible()
  await expect(row(page, 'regions')).toContainText('亚太、欧洲、北美')
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { regions } = await admin.call(publicConfig, {})
  expect(regions.map(({ id }) => id)).toEqual(['asia-pacific', 'europe', 'north-america'])
  const signIns = await (await anotherBrowser(browser, problems)).newPage()
  await signIns.goto(`${server.origin}/disk/login`)
  await signIns.getByRole('button', { name: '高级设置' }).click()
  await signIns.getByRole('combobox', { name: '区域' }).click()
  await expect(signIns.getByRole('option')).toHaveText(['亚太', '欧洲', '北美'])
})

test.describe('is accessible', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(120_000)

  test('in both languages and all looks', async ({ context, server }) => {
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    const value = ['exe', 'bat']
    await admin.call(saveBusinessConfig, { list: [{ code: 'refusedExtensions', value }] })
    await signInByCall(context, server, 'admin')
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      await page.goto(`${server.origin}/disk/admin/config?view=files`)
      await page
        .getByRole('button', { name: / refusedExtensions$/ })
        .last()
        .click()
      await expect(row(page, 'refusedExtensions').getByRole('textbox')).toBeFocused()
      await page
        .getByRole('button', { name: / refusedContents$/ })
        .last()
        .click()
      await check(`file management, ${language}`)
      await page.goto(`${server.origin}/disk/admin/config?view=signIn`)
      await page.getByRole('button', { name: / regions$/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(`options of the sign-in page, ${language}`)
    }
  })
})
