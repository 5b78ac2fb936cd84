import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queryAdminImportSources, removeImportSource, saveImportSource } from '@clouddisk/contract/imports'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import {
  type ApacheDav,
  DAV_ACCOUNT,
  DAV_PASSWORD,
  hasApache,
  startApacheDav,
} from '../../server/test/servers/apache-dav.ts'
import { auditor, faultsOf } from '../support/axe.ts'
import { nameIn, toast } from '../support/files.ts'
import { PHONE } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, speak, test } from '../support/test.ts'

/** Imports from an old drive: where they are offered, how one is begun, and what its report says. */

// The tests that need other servers install them only with `npm run test:all`.
test.skip(!hasApache, 'apache2 is not installed')

let apache: ApacheDav
test.beforeAll(async () => {
  apache = await startApacheDav()
  const old = join(apache.files, '旧资料')
  await mkdir(join(old, '合同'), { recursive: true })
  await writeFile(join(old, '说明.txt'), '你好')
  await writeFile(join(old, '合同', '报价?.txt'), '100')
})
test.afterAll(() => apache.stop())

test.beforeEach(async ({ server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryAdminImportSources, {})
  for (const { sourceId } of list) await admin.call(removeImportSource, { sourceId })
})

const dialog = (page: Page) => page.getByRole('dialog').last()

async function fillSignIn(page: Page, words: { account: string; password: string }): Promise<void> {
  await dialog(page).getByRole('textbox', { name: words.account }).fill(DAV_ACCOUNT)
  await dialog(page).getByLabel(words.password, { exact: true }).fill(DAV_PASSWORD)
}

test('an administrator offers an old drive, and a person imports from it (R56)', { tag: '@core' }, async ({
  browser,
  context,
  server,
  person,
  api,
  problems,
}) => {
  const adminContext = await anotherBrowser(browser, problems)
  const admin = await signedIn(adminContext, server, 'admin', 'admin/config')
  const wardrobe = await adminContext.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  const { check } = auditor(admin, wardrobe, 'zh-CN')
  await admin.bringToFront()
  await admin.getByRole('button', { name: '添加旧网盘' }).click()
  await dialog(admin).getByRole('button', { name: '保存' }).click()
  await expect(dialog(admin)).toContainText('请输入名称')
  await dialog(admin).getByRole('textbox', { name: '名称' }).fill('老网盘')
  await dialog(admin).getByRole('button', { name: '试一试' }).click()
  await expect(dialog(admin)).toContainText('请输入地址')
  await expect(dialog(admin).getByRole('textbox', { name: '地址' })).toBeFocused()
  await dialog(admin).getByRole('textbox', { name: '地址' }).fill(apache.address)
  await expect(dialog(admin)).toContainText('密码会以明文')
  await dialog(admin).getByRole('button', { name: '试一试' }).click()
  await expect(dialog(admin)).toContainText('旧网盘的用户名或密码错误')
  await fillSignIn(admin, { account: '用户名', password: '密码' })
  await dialog(admin).getByRole('button', { name: '试一试' }).click()
  await expect(dialog(admin)).toContainText('根目录下有 1 个文件夹、0 个文件')
  await check('old drive')
  await dialog(admin).getByRole('button', { name: '保存' }).click()
  await expect(toast(admin, '已保存“老网盘”')).toBeVisible()

  const page = await signedIn(context, server, person)
  await page.getByRole('button', { name: '更多上传方式' }).click()
  await page.getByRole('menuitem', { name: '导入旧网盘数据' }).click()
  await fillSignIn(page, { account: '用户名', password: '密码' })
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: '旧资料' }).click()
  await expect(dialog(page)).toContainText('此文件夹内有 1 个文件')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '开始导入' }).click()
  await page.getByRole('button', { name: '查看报告' }).click({ timeout: 60_000 })
  const report = page.getByRole('dialog', { name: '导入报告' })
  await expect(report.getByRole('row', { name: /旧资料\/说明.txt/ })).toContainText('已导入')
  await expect(report.getByRole('row', { name: /报价\?.txt/ })).toContainText('报价_.txt')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(nameIn(page, '说明.txt')).toBeVisible()
  expect(await api.tree()).toEqual({ '说明.txt': 6, 合同: { '报价_.txt': 3 } })

  // A report of before leads to the same import again, which asks for the password alone.
  await writeFile(join(apache.files, '旧资料', '合同', '新增.txt'), '200')
  await page.getByRole('button', { name: '更多上传方式' }).click()
  await page.getByRole('menuitem', { name: '导入旧网盘数据' }).click()
  await dialog(page)
    .getByRole('button', { name: /老网盘 \/ 旧资料/ })
    .click()
  await report.getByRole('button', { name: '再次导入' }).click()
  const again = page.getByRole('dialog', { name: '导入旧网盘数据' })
  await expect(again.getByRole('textbox', { name: '用户名' })).toHaveValue(DAV_ACCOUNT)
  await again.getByLabel('密码', { exact: true }).fill(DAV_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(again).toContainText('此文件夹内有 1 个文件')
  await again.getByRole('button', { name: '开始导入' }).click()
  await page.getByRole('button', { name: '查看报告' }).last().click({ timeout: 60_000 })
  await expect(report.getByRole('combobox')).toContainText('全部 (3)')
  await expect(report.getByRole('row', { name: /新增.txt/ })).toContainText('已导入')
  await expect(report.getByRole('row', { name: /说明.txt/ })).toContainText('已存在')
  expect(await api.tree()).toEqual({ '说明.txt': 6, 合同: { '报价_.txt': 3, '新增.txt': 3 } })
})

test('on a phone in English, a wrong password is refused, and the report of an import opens', async ({
  browser,
  server,
  person,
  problems,
}) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  await admin.call(saveImportSource, { kind: 'webdav', name: 'Old drive', address: apache.address })
  const phone = await anotherBrowser(browser, problems, PHONE)
  const page = await signedIn(phone, server, person)
  await speak(page, 'en-US')
  await page.reload()
  await page.getByRole('button', { name: 'New or upload' }).click()
  await page.getByText('Import from old drive').click()
  await dialog(page).getByRole('textbox', { name: 'User name' }).fill(DAV_ACCOUNT)
  await dialog(page).getByLabel('Password', { exact: true }).fill('wrong')
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  await expect(dialog(page)).toContainText('refused this user name or password')
  await fillSignIn(page, { account: 'User name', password: 'Password' })
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('treeitem', { name: '旧资料' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Show report' }).click({ timeout: 60_000 })
  const report = page.getByRole('dialog', { name: 'Import report' })
  await expect(report).toContainText('旧资料/合同/报价?.txt')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  const { list } = await admin.call(queryAdminImportSources, {})
  for (const { sourceId } of list) await admin.call(removeImportSource, { sourceId })
  await page.reload()
  await page.getByRole('button', { name: 'New or upload' }).click()
  await expect(page.getByText('Upload files')).toBeVisible()
  await expect(page.getByText('Import from old drive')).toHaveCount(0)
})
