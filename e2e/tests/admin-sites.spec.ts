import { generateKeyPairSync } from 'node:crypto'
import type { Page } from '@playwright/test'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Clusters and sites, kept by an administrator. */

/** Looks are changed in another tab of the same browser. */
async function axeOf(page: Page) {
  const wardrobe = await page.context().newPage()
  await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
  await page.bringToFront()
  return auditor(page, wardrobe, 'zh-CN')
}

const sure = (page: Page, name: string) =>
  button(page.getByRole('alertdialog').or(dialog(page)).last(), name).click()
async function removeRow(page: Page, name: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: name }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await sure(page, '删除')
}

test('a cluster is made with nodes and buckets, checked, looked at and deleted (R92, R225)', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/clusters')
  const axe = await axeOf(page)
  await expect(page.getByText('没有集群')).toBeVisible()
  await axe.check('no clusters')
  await button(main(page), '新建集群').click()
  const field = (name: string) => dialog(page).getByRole('textbox', { name })
  await field('访问地址').fill('east.example.com')
  await field('杀毒服务地址').fill('127.0.0.1')
  await field('同步限速').fill('x')
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('请输入名称。')
  await expect(dialog(page)).toContainText('请填写以 http:// 或 https:// 开头的地址。')
  await expect(dialog(page)).toContainText('请填写主机名或 IP 地址和端口')
  await expect(dialog(page)).toContainText('请填写大于 0 的整数。')
  await expect(field('名称')).toBeFocused()
  await axe.check('a cluster with mistakes')
  await field('名称').fill('华东')
  await field('访问地址').fill('https://east.example.com')
  // Nobody listens there.
  await field('杀毒服务地址').fill('127.0.0.1:9')
  await field('同步限速').fill('50')
  await dialog(page).getByRole('combobox', { name: '节点' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('combobox', { name: '存储桶' }).click()
  await page.getByRole('option', { name: 'clouddisk' }).click()
  await page.keyboard.press('Escape')
  await field('“clouddisk”的存储周期').fill('0')
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('请填写 1-3650 的整数。')
  await field('“clouddisk”的存储周期').fill('90')
  await button(dialog(page), '创建').click()
  await expect(toast(page, '集群“华东”已保存')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '华东' })
  await expect(row).toContainText('1 / 1')
  await axe.check('clusters')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '检查' }).click()
  await expect(dialog(page)).toContainText('127.0.0.1:9 拒绝连接。请检查端口，以及服务是否在运行。')
  await expect(dialog(page)).toContainText('存储桶 clouddisk 正常')
  await axe.check('the check of a cluster')
  await button(dialog(page), '关闭').last().click()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '查看详情' }).click()
  await expect(dialog(page)).toContainText('90 天')
  await axe.check('details of a cluster')
  await button(dialog(page), '关闭').last().click()

  await removeRow(page, '华东')
  await expect(toast(page, /集群“华东”还有 1 个节点、1 个存储桶/)).toBeVisible()
  await row.click()
  await page.keyboard.press('Enter')
  await button(dialog(page), '保存').waitFor()
  for (const name of ['节点', '存储桶']) {
    await dialog(page).getByRole('combobox', { name }).focus()
    await page.keyboard.press('Backspace')
  }
  await button(dialog(page), '保存').click()
  await expect(row).toContainText('0 / 0')
  await removeRow(page, '华东')
  await expect(page.getByText('没有集群')).toBeVisible()
})

test('a site is made with a region and networks, corrected and deleted (R93, R225)', {
  tag: '@core',
}, async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/sites')
  const axe = await axeOf(page)
  await expect(page.getByText('没有站点')).toBeVisible()
  await button(main(page), '新建站点').click()
  const field = (name: string) => dialog(page).getByRole('textbox', { name })
  await field('登录地址').fill('ap.example.com/x')
  await field('网段').fill('10.0.0.0/8\n10.0.0.256')
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('请输入名称。')
  await expect(dialog(page)).toContainText('请填写云盘的访问地址，不带路径')
  await expect(dialog(page)).toContainText('“10.0.0.256”：IPv4 地址须为 4 段')
  await axe.check('a site with mistakes')
  await field('名称').fill('上海')
  await field('登录地址').fill('https://ap.example.com')
  await field('网段').fill('10.0.0.0/8')
  await dialog(page).getByRole('combobox', { name: '登录页区域' }).click()
  await page.getByRole('option', { name: '亚太' }).click()
  await button(dialog(page), '创建').click()
  await expect(toast(page, '站点“上海”已保存')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '上海' })
  await expect(row).toContainText('亚太')
  await expect(row).toContainText('10.0.0.0/8')
  await axe.check('sites')
  await row.click()
  await page.keyboard.press('Enter')
  await field('名称').fill('苏州')
  await page.keyboard.press('Enter')
  await expect(toast(page, '站点“苏州”已保存')).toBeVisible()
  await removeRow(page, '苏州')
  await expect(page.getByText('没有站点')).toBeVisible()
})

test('a cloud is made with keys that are never shown again, corrected and deleted (R93, R225)', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 400/)
  const page = await signedIn(context, server, 'admin', 'admin/clouds')
  const axe = await axeOf(page)
  await expect(page.getByText('没有云')).toBeVisible()
  await axe.check('no clouds')
  await button(main(page), '新建云').click()
  const field = (name: string) => dialog(page).getByRole('textbox', { name })
  await field('IP 地址').fill('10.0.0.5, 10.0.0.256')
  await field('端口').fill('70000')
  await field('Access Key').fill('key')
  await field('分发域名').fill('cdn.example.com/x')
  await button(dialog(page), '创建').click()
  for (const text of [
    '请输入名称。',
    '“10.0.0.256”不是 IP 地址。请修改。',
    '请填写 1-65535 的整数。',
    '两个密钥要同时填写。',
    '请填写域名，不带路径，如 cdn.example.com。',
  ])
    await expect(dialog(page)).toContainText(text)
  await axe.check('a cloud with mistakes')
  await field('名称').fill('华东云')
  await field('IP 地址').fill('10.0.0.5')
  await field('端口').fill('8443')
  await dialog(page).getByLabel('Secret Key', { exact: true }).fill('secret')
  await field('分发域名').fill('cdn.example.com')
  await field('协议加密密钥').fill('not a key')
  await button(dialog(page), '创建').click()
  // The server says so.
  await expect(dialog(page)).toContainText('请粘贴 PEM 格式的 RSA 私钥')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await field('协议加密密钥').fill(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  await button(dialog(page), '创建').click()
  await expect(toast(page, '云“华东云”已保存')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '华东云' })
  await expect(row).toContainText('cdn.example.com')
  await axe.check('clouds')
  await row.click()
  await page.keyboard.press('Enter')
  await expect(field('协议加密密钥')).toHaveValue('')
  await expect(dialog(page)).toContainText('已保存。留空表示不修改。')
  await dialog(page).getByRole('checkbox', { name: '删除已保存的协议加密密钥' }).check({ force: true })
  await axe.check('a cloud')
  await button(dialog(page), '保存').click()
  await expect(toast(page, '云“华东云”已保存').last()).toBeVisible()

  // Buckets may be in it from now on.
  await page.goto(`${server.origin}/disk/admin/storage`)
  await button(main(page), '添加存储桶').click()
  await dialog(page).getByRole('combobox', { name: '云', exact: true }).click()
  await page.getByRole('option', { name: '华东云' }).click()
  await expect(field('分发域名')).toHaveCount(0)
  await dialog(page).getByRole('checkbox', { name: '使用云的密钥' }).check({ force: true })
  await expect(field('Access Key')).toHaveCount(0)
  await axe.check('a bucket of a cloud')
  await page.goto(`${server.origin}/disk/admin/clouds`)
  await removeRow(page, '华东云')
  await expect(page.getByText('没有云')).toBeVisible()
})
