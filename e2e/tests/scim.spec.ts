import { queryDirectories, removeDirectory } from '@clouddisk/contract/directories'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { sendScim } from '../../server/test/scim-client.ts'
import { auditor } from '../support/axe.ts'
import { main, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** A SCIM directory on the integration platform: set up, called by a client, and looked after. */

test.afterEach(async ({ server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryDirectories, {})
  for (const { directoryId } of list) await admin.call(removeDirectory, { directoryId, people: 'freeze' })
})

const dialog = (page: Page) => page.getByRole('dialog').last()

test('an administrator connects a SCIM client, and decides about many who would leave', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/platforms')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  const { check } = auditor(page, wardrobe, 'zh-CN')
  await page.bringToFront()
  const openMenu = async (entry: string) => {
    await main(page).getByText('推送目录').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await page.getByRole('button', { name: '添加目录' }).click()
  await dialog(page).getByRole('combobox', { name: '接入协议' }).click()
  await page.getByRole('option', { name: 'SCIM' }).click()
  await dialog(page).getByRole('textbox', { name: /^ID/ }).fill('entra')
  await dialog(page).getByRole('textbox', { name: /^名称/ }).fill('推送目录')
  await dialog(page)
    .getByRole('textbox', { name: /^比例超过/ })
    .fill('20')
  await dialog(page)
    .getByRole('textbox', { name: /^且不少于/ })
    .fill('2')
  await expect(dialog(page).getByRole('button', { name: '测试连接' })).toHaveCount(0)
  await check('a new SCIM directory')
  await dialog(page).getByRole('button', { name: '添加', exact: true }).click()

  // What the client needs is shown at once.
  await expect(dialog(page)).toContainText('“推送目录”的 SCIM 连接')
  await expect(dialog(page)).toContainText(`${server.origin}/disk/scim/v2`)
  await expect(dialog(page)).toContainText('还没有令牌')
  await dialog(page).getByRole('button', { name: '生成令牌' }).click()
  const code = dialog(page).getByText(/^cds_/)
  await expect(code).toHaveText(/^cds_/)
  await check('a new token')
  const token = (await code.textContent()) ?? ''
  await dialog(page).getByRole('button', { name: '我已保存' }).click()
  await expect(dialog(page)).not.toContainText(token)
  await expect(dialog(page)).toContainText('还没有调用过')

  const send = (method: string, path: string, body?: object) =>
    sendScim(server.origin, token, { method, path, body })
  const ids: string[] = []
  for (const name of ['li_na', 'wang_jun', 'zhao_min', 'sun_yu'])
    ids.push((await send('POST', '/Users', { userName: name, displayName: name })).body.id)
  const group = await send('POST', '/Groups', { displayName: '设计组', members: [{ value: ids[0] }] })
  expect(group.status).toBe(201)
  expect((await send('POST', '/Users', { userName: 'admin' })).status).toBe(409)
  for (const [id, status] of [
    [ids[1], 204],
    [ids[2], 403],
    [ids[3], 403],
  ] as const)
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(status)

  await page.reload()
  await expect(main(page)).toContainText('等待确认')
  await openMenu('SCIM 连接')
  await expect(dialog(page)).toContainText('3 个，其中 3 个启用')
  await expect(dialog(page)).toContainText('同名账号“admin”是管理员或服务账号')
  await check('a SCIM connection')
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()

  await openMenu('编辑')
  await dialog(page).getByRole('button', { name: '添加群组' }).click()
  await expect(dialog(page).getByRole('combobox', { name: '群组', exact: true })).toContainText('设计组')
  await dialog(page).getByRole('combobox', { name: '角色', exact: true }).click()
  await page.getByRole('option', { name: '审计员' }).click()
  await check('a SCIM directory with a role')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '已保存“推送目录”')).toBeVisible()

  await openMenu('同步记录')
  await dialog(page).getByRole('listitem').first().getByRole('button').click()
  await expect(dialog(page)).toContainText('2 人将被冻结')
  await check('leavers of a SCIM client')
  await dialog(page).getByRole('button', { name: '允许冻结' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '允许冻结' }).click()
  await expect(toast(page, '已允许')).toBeVisible()
  expect((await send('DELETE', `/Users/${ids[2]}`)).status).toBe(204)
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()
  await page.goto(`${server.origin}/disk/admin/users?q=li_na`)
  await main(page).getByText('li_na').first().dblclick()
  await expect(page.getByRole('dialog')).toContainText('来自目录“推送目录”')
  await expect(page.getByRole('dialog')).toContainText('审计员')
})
