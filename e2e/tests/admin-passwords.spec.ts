import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { workbookOf } from '../../server/src/workbooks/write.ts'
import { button, dialog, main, personRow, tick } from '../support/administration.ts'
import { hold, isCall } from '../support/hold.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Passwords that the server makes up are told once: nothing may come between them and whoever asked for them. */

const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('generated passwords are shown before the list reloads, and leaving the dialog asks first', {
  tag: '@core',
}, async ({ context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await signedIn(context, server, 'admin', 'admin/users?q=told_once')
  await expect(main(page).getByText('没有符合条件的用户')).toBeVisible()
  await button(main(page), '批量导入').click()
  const columns = ['账号', '姓名', '角色', '空间（GB）', '有效期'].map((title) => ({ title, width: 12 }))
  const rows = async function* () {
    yield [['told_once', '甘甜', '普通用户', '10', '长期']]
  }
  await dialog(page)
    .getByLabel('选择表格')
    .setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/octet-stream',
      buffer: await buffer(workbookOf('people', columns, rows(), 'UTC')),
    })
  await expect(dialog(page).getByText('1 行可导入，0 行有问题')).toBeVisible()
  expect(await asksBeforeLeaving(page)).toBe(false)

  const importing = await hold(page, isCall('admin/people/import'))
  await button(dialog(page), '导入 1 人').click()
  await importing.arrived
  expect(await asksBeforeLeaving(page)).toBe(true)
  // The list does not come again until somebody has the passwords.
  const reading = await hold(page, isCall('admin/people/page'))
  await importing.release()
  const passwords = page.getByRole('dialog', { name: '初始密码' })
  await expect(passwords.locator('code')).toHaveCount(1)
  const password = await passwords.locator('code').innerText()
  const text = `网址：${server.origin}/disk/\n账号：told_once\n初始密码：${password}`
  for (const name of ['复制登录信息', '复制 甘甜 的登录信息']) {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await button(passwords, name).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await reading.arrived
  expect(await asksBeforeLeaving(page)).toBe(true)
  await button(passwords, '我已保存').click()
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false)
  await reading.release()
  await button(page.getByRole('dialog', { name: '导入完成' }), '关闭')
    .last()
    .click()

  await expect(personRow(page, 'told_once')).toBeVisible()
  await tick(page, 'told_once')
  const resetting = await hold(page, isCall('admin/people/change'))
  await button(page.getByRole('toolbar', { name: '已选用户的操作' }), '重置密码').click()
  await button(page.getByRole('alertdialog'), '重置密码').click()
  await resetting.arrived
  expect(await asksBeforeLeaving(page)).toBe(true)
  const again = await hold(page, isCall('admin/people/page'))
  await resetting.release()
  await expect(passwords.locator('code')).toHaveCount(1)
  await again.arrived
  await button(passwords, '我已保存').click()
  await again.release()
  await expect(passwords).toHaveCount(0)
})

test('what is copied for a sign-in names the address that people use, not the administrator’s own', async ({
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('**/pub/config*', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    await route.fulfill({ json: { ...rest, data: { ...data, publicOrigin: 'https://disk.example.com' } } })
  })
  await server.addPerson('far_away')
  const page = await signedIn(context, server, 'admin', 'admin/users?q=far_away')
  await tick(page, 'far_away')
  await button(page.getByRole('toolbar', { name: '已选用户的操作' }), '重置密码').click()
  await button(page.getByRole('alertdialog'), '重置密码').click()
  const passwords = page.getByRole('dialog', { name: '初始密码' })
  await button(passwords, '复制登录信息').first().click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^网址：https:\/\/disk\.example\.com\/disk\/\n账号：far_away\n/)
  await button(passwords, '我已保存').click()
})
