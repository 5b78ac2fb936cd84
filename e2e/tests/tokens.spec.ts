import { createFolder, pageInstances } from '@clouddisk/contract/files'
import { pageNotifications } from '@clouddisk/contract/notifications'
import type { Locator, Page } from '@playwright/test'
import { personOf } from '../../server/test/person.ts'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { openSettings } from '../support/settings.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Access tokens of one's own, and those of everybody with the accounts of programs. */

/** Looks are changed in another tab of the same browser. */
async function axeOf(page: Page) {
  const wardrobe = await page.context().newPage()
  await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
  await page.bringToFront()
  return auditor(page, wardrobe, 'zh-CN')
}

const tokenIn = (dialog: Locator) => dialog.locator('code').first().innerText()

test('a person makes a token, a program uses it, and it ends when it is removed', async ({
  context,
  drive,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const axe = await axeOf(drive)
  const settings = await openSettings(drive, '账号')
  await button(settings, '查看 访问令牌').click()
  await expect(dialog(drive)).toContainText('还没有访问令牌')
  await axe.check('no tokens')
  await button(dialog(drive), '新建令牌').click()
  await button(dialog(drive), '创建').click()
  await expect(dialog(drive).getByRole('textbox', { name: '名称' })).toBeFocused()
  await expect(dialog(drive)).toContainText('请输入名称。')
  // A person who administers nothing is not offered the administration, and read is the usual.
  await expect(dialog(drive).getByRole('radio')).toHaveCount(2)
  await expect(dialog(drive).getByRole('radio', { name: /只读/ })).toBeChecked()
  await axe.check('new token')
  await dialog(drive).getByRole('textbox', { name: '名称' }).fill('备份脚本')
  await dialog(drive).getByRole('textbox', { name: '到期日' }).fill('2199-01-01')
  await button(dialog(drive), '创建').click()
  await expect(dialog(drive)).toContainText('最多 365 天')
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await dialog(drive).getByRole('textbox', { name: '到期日' }).fill(soon)
  await button(dialog(drive), '创建').click()
  await expect(dialog(drive)).toContainText('令牌“备份脚本”已创建')
  await axe.check('created')
  const token = await tokenIn(dialog(drive))
  await button(dialog(drive), '复制令牌').click()
  await expect.poll(() => drive.evaluate(() => navigator.clipboard.readText())).toBe(token)
  // It is told this once, so it is not closed by accident.
  await drive.keyboard.press('Escape')
  await expect(dialog(drive)).toContainText(token)
  await button(dialog(drive), '我已保存').click()

  const program = personOf(api.baseUrl, token, api.user)
  await program.call(pageInstances, {})
  await expect(program.call(createFolder, { instanceName: '新文件夹' })).rejects.toMatchObject({
    name: 'token_scope',
  })
  const row = dialog(drive).getByRole('listitem').filter({ hasText: '备份脚本' })
  await expect(row).toContainText('只读')
  expect((await api.call(pageNotifications, {})).list).toMatchObject([{ kind: 'token.created' }])
  await button(row, '删除令牌“备份脚本”').click()
  await button(drive.getByRole('alertdialog').or(dialog(drive)).last(), '删除').click()
  await expect(toast(drive, '已删除令牌“备份脚本”')).toBeVisible()
  await expect(dialog(drive)).toContainText('还没有访问令牌')
  await expect(program.call(pageInstances, {})).rejects.toMatchObject({ name: 'not_signed_in' })
})

test('an administrator makes a service account with a token, and revokes tokens of others', {
  tag: '@core',
}, async ({ context, server, api }) => {
  const page = await signedIn(context, server, 'admin', 'admin/tokens?view=services')
  const axe = await axeOf(page)
  await expect(page.getByText('还没有服务账号')).toBeVisible()
  await axe.check('no service accounts')
  await button(main(page), '新建服务账号').click()
  await dialog(page).getByRole('textbox', { name: '账号' }).fill('bot')
  await dialog(page).getByRole('textbox', { name: '名称' }).fill('数据备份')
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('账号须为 5-120 个字母、数字或下划线')
  await dialog(page).getByRole('textbox', { name: '账号' }).fill('backup_bot')
  await axe.check('new service account')
  await button(dialog(page), '创建').click()
  await expect(toast(page, '已创建服务账号“数据备份”')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'backup_bot' })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '新建令牌' }).click()
  await expect(dialog(page)).toContainText('为“数据备份”新建令牌')
  await dialog(page).getByRole('textbox', { name: '名称' }).fill('每晚备份')
  await dialog(page).getByRole('radio', { name: /读写/ }).click()
  await button(dialog(page), '创建').click()
  const token = await tokenIn(dialog(page))
  await button(dialog(page), '我已保存').click()
  const program = personOf(api.baseUrl, token, api.user)
  await program.call(createFolder, { instanceName: '备份' })

  await row.dblclick()
  const listed = page.getByRole('row').filter({ hasText: '每晚备份' })
  await expect(listed).toContainText('backup_bot')
  await expect(listed).toContainText('读写')
  await axe.check('tokens of everybody')
  await listed.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '吊销' }).click()
  await button(page.getByRole('alertdialog').or(dialog(page)).last(), '吊销').click()
  await expect(toast(page, '已吊销 1 个令牌')).toBeVisible()
  await expect(program.call(pageInstances, {})).rejects.toMatchObject({ name: 'not_signed_in' })

  await button(main(page), '有效期上限').click()
  await dialog(page).getByRole('textbox', { name: '天数' }).fill('0')
  await button(dialog(page), '保存').click()
  await expect(dialog(page)).toContainText('请输入 1 到 3650 的整数。')
  await dialog(page).getByRole('textbox', { name: '天数' }).fill('30')
  await button(dialog(page), '保存').click()
  await expect(toast(page, '已保存')).toBeVisible()
  await page.goto(`${server.origin}/disk/admin/users?q=backup_bot`)
  await expect(page.getByRole('row').filter({ hasText: 'backup_bot' })).toContainText('服务账号')
})
