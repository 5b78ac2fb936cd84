import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { either, main, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { openSettings, settings, userButton } from '../support/settings.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** Links of the company: administrators add them, and everybody has them in the menus. */

const part = (page: Page): Locator =>
  main(page).getByRole('region', { name: either('公司链接', 'Company links') })
const entry = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true })

test.afterEach(async ({ server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  await admin.call(saveInstanceSettings, { links: [] })
})

test('the user menu has the sections of the header, and the outsourcing process once an administrator adds it (R37, R46, G25)', async ({
  drive,
  browser,
  server,
  problems,
}) => {
  await userButton(drive).click()
  const entries = ['空间占用', '语言', '皮肤', '设置', '修改密码', '登录设备', '退出登录']
  await expect(drive.getByRole('menuitem')).toHaveText(entries)
  await drive.keyboard.press('Escape')

  const admin = await signedIn(await anotherBrowser(browser, problems), server, 'admin', 'admin/config')
  await expect(part(admin)).toContainText('还没有链接')
  await part(admin).getByRole('button', { name: '添加链接' }).click()
  const dialog = admin.getByRole('dialog', { name: '添加链接' })
  await expect(dialog.getByLabel('中文名称')).toHaveValue('外包流程')
  await expect(dialog.getByLabel('英文名称')).toHaveValue('Outsourcing process')
  for (const wrong of ['javascript:alert(1)', 'file:///etc/passwd', 'oa']) {
    await dialog.getByLabel('地址').fill(wrong)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toContainText('请填写以 http:// 或 https:// 开头的地址')
  }
  const url = `${server.origin}/disk/error/404`
  await dialog.getByLabel('地址').fill(url)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(part(admin).getByRole('listitem')).toContainText('外包流程 · 个人菜单')

  await drive.reload()
  await userButton(drive).click()
  const opened = drive.context().waitForEvent('page')
  await entry(drive, '外包流程').click()
  const tab = await opened
  await expect(tab).toHaveURL(url)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(drive).toHaveURL(/personalFile/)

  // In the desktop client the system's browser opens it.
  await drive.addInitScript(() => {
    const outside: string[] = []
    const openExternal = async ({ url }: { url: string }) => outside.push(url)
    Object.assign(window, { outside, clouddiskHost: { openExternal } })
  })
  await drive.reload()
  await userButton(drive).click()
  await entry(drive, '外包流程').click()
  expect(await drive.evaluate(() => (window as unknown as { outside: string[] }).outside)).toEqual([url])
})

test('links are put in order, changed, moved to the help menu and removed (G25)', { tag: '@core' }, async ({
  context,
  server,
}) => {
  const link = (zh: string, menu: 'user' | 'help') => ({ zh, en: zh, url: 'https://oa.example.com/', menu })
  const api = await signIn(server.origin, 'admin', PASSWORD)
  await api.call(saveInstanceSettings, { links: [link('甲', 'user'), link('乙', 'user')] })
  const admin = await signedIn(context, server, 'admin', 'admin/config')
  const names = () => part(admin).getByRole('listitem').locator('p:first-child').allInnerTexts()
  await expect(part(admin).getByRole('listitem')).toHaveCount(2)
  await part(admin).getByRole('button', { name: '上移“乙”' }).click()
  await expect.poll(names).toEqual(['乙 · 个人菜单', '甲 · 个人菜单'])
  await part(admin).getByRole('button', { name: '编辑“甲”' }).click()
  const dialog = admin.getByRole('dialog', { name: '编辑链接' })
  await dialog.getByLabel('中文名称').fill('丙')
  await dialog.getByRole('radio', { name: '帮助菜单' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.poll(names).toEqual(['乙 · 个人菜单', '丙 · 帮助菜单'])
  await part(admin).getByRole('button', { name: '移除“乙”' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await expect.poll(names).toEqual(['丙 · 帮助菜单'])
  await expect(toast(admin, '已保存').first()).toBeVisible()
  await admin.reload()
  await admin.getByRole('button', { name: '帮助', exact: true }).click()
  await expect(entry(admin, '丙')).toBeVisible()
  await admin.keyboard.press('Escape')
  await userButton(admin).click()
  await expect(entry(admin, '乙')).toHaveCount(0)
  // The settings of a person are the same in the administration.
  await entry(admin, '设置').click()
  await expect(settings(admin).getByRole('tab', { name: '通用' })).toBeVisible()
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`axe finds nothing in the links of the company: ${language} (G25)`, async ({ context, server }) => {
    const api = await signIn(server.origin, 'admin', PASSWORD)
    await api.call(saveInstanceSettings, {
      links: [{ zh: '外包流程', en: 'Outsourcing process', url: 'https://oa.example.com/', menu: 'help' }],
    })
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((value) => localStorage.setItem('clouddisk.language', value), language)
    const page = await signedIn(context, server, 'admin', 'admin/config')
    const axe = auditor(page, wardrobe, language)
    await expect(part(page).getByRole('listitem')).toHaveCount(1)
    await axe.check('links')
    await page.getByRole('button', { name: either('帮助', 'Help') }).click()
    await expect(page.getByRole('menuitem').last()).toBeVisible()
    await axe.check('help menu')
    await page.keyboard.press('Escape')
    await part(page)
      .getByRole('button', { name: either('添加链接', 'Add link') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: either('保存', 'Save') })
      .click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    await axe.check('link dialog')
  })

for (const width of [1440, 390])
  test(`the settings lead to the help, the agreement and the policy, beside the page: ${width} px (R46)`, async ({
    drive,
    server,
  }) => {
    await drive.setViewportSize({ width, height: 844 })
    await openSettings(drive)
    const places = [
      ['帮助文档', '/disk/help'],
      ['用户协议', '/disk/userServiceAgreement'],
      ['隐私政策', '/disk/privacyPolicy'],
    ] as const
    for (const [name, path] of places) {
      const opened = drive.context().waitForEvent('page')
      await settings(drive).getByRole('link', { name }).click()
      const tab = await opened
      await expect(tab).toHaveURL(server.origin + path)
      expect(await tab.evaluate(() => window.opener)).toBeNull()
      await tab.close()
    }
    await expect(settings(drive)).toBeVisible()

    // In the desktop client the system's browser opens them.
    await drive.evaluate(() => {
      const outside: string[] = []
      const openExternal = async ({ url }: { url: string }) => outside.push(url)
      Object.assign(window, { outside, clouddiskHost: { openExternal } })
    })
    for (const [name] of places) await settings(drive).getByRole('link', { name }).click()
    expect(await drive.evaluate(() => (window as unknown as { outside: string[] }).outside)).toEqual(
      places.map(([, path]) => server.origin + path),
    )
  })
