import { queryNodes } from '@clouddisk/contract/admin-nodes'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Nodes, kept by an administrator; the server of these tests is one itself. */

/** Looks are changed in another tab of the same browser. */
async function axeOf(page: Page) {
  const wardrobe = await page.context().newPage()
  await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
  await page.bringToFront()
  return auditor(page, wardrobe, 'zh-CN')
}

test('a node is made, corrected, changed and deleted; that of a running server is not (R91, R154, R225)', {
  tag: '@core',
}, async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/nodes')
  const axe = await axeOf(page)
  await expect(page.getByRole('navigation').getByText('节点与集群管理')).toBeVisible()
  const own = page.getByRole('row').filter({ hasText: '当前服务器' })
  await expect(own).toContainText('运行中')

  await button(main(page), '新建节点').click()
  const name = dialog(page).getByRole('textbox', { name: '名称' })
  await name.fill('ab')
  await dialog(page).getByRole('textbox', { name: '内部地址' }).fill('10.0.0.256')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('节点名称须为 3-12 个字符')
  await expect(dialog(page)).toContainText('请填写主机名或 IP 地址')
  await expect(name).toBeFocused()
  await axe.check('a node with mistakes')
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryNodes, {})
  await name.fill(list[0]?.nodeName ?? '')
  await dialog(page).getByRole('textbox', { name: '内部地址' }).fill('10.0.0.5:8080')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('请换个名称')
  await name.fill('shanghai-1')
  await page.keyboard.press('Enter')
  await expect(toast(page, '节点“shanghai-1”已保存')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'shanghai-1' })
  await expect(row).toContainText('未启动')
  await expect(row).toContainText('10.0.0.5:8080')
  await axe.check('nodes')

  await row.click()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('textbox', { name: '备注' }).fill('三号机房')
  await button(dialog(page), '保存').click()
  await expect(row).toContainText('三号机房')

  await own.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('alertdialog').or(dialog(page)).last(), '删除').click()
  await expect(toast(page, /正在运行。请先停止其服务器/)).toBeVisible()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('alertdialog').or(dialog(page)).last(), '删除').click()
  await expect(toast(page, '节点“shanghai-1”已删除')).toBeVisible()
  await expect(row).toHaveCount(0)
})
