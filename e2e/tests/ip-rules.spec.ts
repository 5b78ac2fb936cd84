import { queryIpRules, removeIpRule, saveIpRule } from '@clouddisk/contract/ip-rules'
import { createOrUpdateLink } from '@clouddisk/contract/links'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD, type Server, startServer } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** The IP white list, kept by a super administrator; browsers of these tests come from 127.0.0.1. */

/** Looks are changed in another tab of the same browser. */
async function axeOf(page: Page) {
  const wardrobe = await page.context().newPage()
  await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
  await page.bringToFront()
  return auditor(page, wardrobe, 'zh-CN')
}

async function removeAll(server: Server): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  for (const { ruleId } of (await admin.call(queryIpRules, {})).rules)
    await admin.call(removeIpRule, { ruleId })
}

test('a region and a rule are made, tried, activated and deleted; none locks its author out (R99, R227)', async ({
  context,
  server,
}) => {
  await removeAll(server)
  const page = await signedIn(context, server, 'admin', 'admin/whitelist?view=regions')
  const axe = await axeOf(page)
  await expect(page.getByText('你的地址：127.0.0.1')).toBeVisible()
  await expect(page.getByText('没有地址组')).toBeVisible()
  await axe.check('no regions')
  await button(main(page), '新建地址组').click()
  await dialog(page).getByRole('textbox', { name: '名称' }).fill('上海办公室')
  await dialog(page).getByRole('textbox', { name: '网段' }).fill('10.1.0.0/16\n256.1.1.1')
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('“256.1.1.1”：IPv4 地址须为 4 段，每段 0-255')
  await axe.check('a region with a mistake')
  await dialog(page).getByRole('textbox', { name: '网段' }).fill('10.1.0.0/16')
  await button(dialog(page), '创建').click()
  await expect(toast(page, '地址组“上海办公室”已保存')).toBeVisible()

  await page.getByRole('tab', { name: '规则' }).click()
  await expect(page.getByText('没有 IP 规则')).toBeVisible()
  await button(main(page), '新建规则').click()
  // New rules are tried first.
  await expect(dialog(page).getByRole('radio', { name: /试运行/ })).toBeChecked()
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('请输入地址，或选择地址组。')
  await axe.check('a new rule')
  await dialog(page).getByRole('combobox', { name: '地址组' }).click()
  await page.getByRole('option', { name: /上海办公室/ }).click()
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('radio', { name: /^启用/ }).click()
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('修改后你将无法从当前地址（127.0.0.1）访问')
  await button(dialog(page), '添加我的地址').click()
  await expect(dialog(page).getByRole('textbox', { name: '允许的地址' })).toHaveValue('127.0.0.1')
  await button(dialog(page), '创建').click()
  await expect(toast(page, '规则已保存')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '所有人' })
  await expect(row).toContainText('上海办公室, 127.0.0.1')
  await expect(row).toContainText('启用')
  await axe.check('rules')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '改为试运行' }).click()
  await expect(row).toContainText('试运行')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '启用' }).click()
  await button(page.getByRole('alertdialog').or(dialog(page)).last(), '启用').click()
  await expect(row).toContainText('启用')

  await page.getByRole('tab', { name: '地址组' }).click()
  const region = page.getByRole('row').filter({ hasText: '上海办公室' })
  await region.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(toast(page, /有 1 条规则正在使用此地址组/)).toBeVisible()
  await page.getByRole('tab', { name: '规则' }).click()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('alertdialog').or(dialog(page)).last(), '删除').click()
  await expect(page.getByText('没有 IP 规则')).toBeVisible()
  await page.getByRole('tab', { name: '地址组' }).click()
  await region.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('alertdialog').or(dialog(page)).last(), '删除').click()
  await expect(page.getByText('没有地址组')).toBeVisible()
})

test('who comes from another network is told so, at sign-in, in the drive and on a link, until the command line helps', async ({
  browser,
  problems,
}) => {
  problems.expect(/status of 403/, /ip_refused/, NO_NETWORK)
  const server = await startServer({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const person = await server.addPerson('anna_outside')
    const api = await signIn(server.origin, person, PASSWORD)
    const { instanceId } = await api.upload('0', 'a.txt', Buffer.from('a'))
    const { linkPath } = await api.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
    const outside = await anotherBrowser(browser, problems, {
      extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.20' },
    })
    const drive = await signedIn(outside, server, person)
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    for (const objectType of ['everybody', 'links'] as const)
      await admin.call(saveIpRule, { objectType, ranges: ['127.0.0.1'], mode: 'active' })
    const refused = '不能从当前网络地址（198.51.100.20）访问。请使用公司网络，或联系管理员。'
    await drive.reload()
    await expect(drive.getByRole('heading', { name: '无法从当前网络访问' })).toBeVisible()
    await expect(drive.getByText(refused)).toBeVisible()
    const axe = await axeOf(drive)
    await axe.check('refused in the drive')

    const stranger = await anotherBrowser(browser, problems, {
      extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.20' },
    })
    const page = await stranger.newPage()
    await page.goto(`${server.origin}/disk/fileDownload?link=${linkPath}`)
    await expect(page.getByText(refused)).toBeVisible()
    await page.goto(`${server.origin}/disk/login`)
    await page.getByLabel('账号').fill(person)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText(refused)).toBeVisible()

    expect(await server.cli('access', 'off')).toContain('Set 2 IP rules to try mode.')
    await expect(async () => {
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main').getByText('a.txt')).toBeVisible({ timeout: 3000 })
    }).toPass()
    for (const one of [outside, stranger]) await one.close()
    const { rules } = await admin.call(queryIpRules, {})
    expect(rules.map(({ mode }) => mode)).toEqual(['try', 'try'])
  } finally {
    await server.stop()
  }
})
