import { button, dialog, main } from '../support/administration.ts'
import { toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Roles, as a super administrator makes and gives them. */

test('a role is made with departments from the tree, given, looked at, kept while it is held, and removed (R52)', {
  tag: '@core',
}, async ({ context, server }) => {
  const company = await organisation(server)
  const top = await company.department('角色集团')
  await company.department('角色品牌部', top)
  await company.person('role_holder', '持有甲')
  const page = await signedIn(context, server, 'admin', 'admin/roles')
  await button(main(page), '新建角色').click()
  const form = page.getByRole('dialog', { name: '新建角色' })
  await button(form, '新建').click()
  await expect(form.getByText('有 1 处需要修改')).toBeVisible()
  await expect(form.getByRole('textbox', { name: '角色名称' })).toBeFocused()
  await form.getByRole('textbox', { name: '角色名称' }).fill('品牌负责人')
  await form.getByRole('radio', { name: /高级/ }).click()
  await form.getByRole('searchbox').fill('角色品牌部')
  await form.getByRole('treeitem', { name: '角色品牌部' }).click()
  await expect(form.getByRole('status').filter({ hasText: '已选' })).toHaveText('已选 1 个')
  await expect(form.getByRole('listitem')).toHaveText('角色品牌部')
  await form.getByRole('checkbox', { name: '下载', exact: true }).check()
  await button(form, '新建').click()
  const row = page.getByRole('row').filter({ hasText: '品牌负责人' })
  await expect(row).toContainText('角色品牌部及子部门')
  await expect(row).toContainText('高级')
  await expect(row).toContainText('5 项')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '查看成员' }).click()
  await expect(page.getByRole('heading', { name: '“品牌负责人”的成员' })).toBeVisible()
  await expect(main(page).getByText('还没有成员')).toBeVisible()
  await button(main(page), '添加成员').first().click()
  await dialog(page).getByRole('searchbox').fill('role_holder')
  await dialog(page)
    .getByRole('checkbox', { name: /持有甲/ })
    .check()
  await button(dialog(page), '添加 1 人').click()
  await expect(page.getByRole('row').filter({ hasText: 'role_holder' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'role_holder' })).toBeVisible()

  await button(main(page), '返回角色列表').click()
  await expect(row).toContainText('1 人')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('alertdialog'), '删除').click()
  await expect(toast(page, /还有 1 人使用这个角色/)).toBeVisible()
  // It lies over the last row.
  await toast(page, /还有 1 人使用这个角色/).click()
  await expect(toast(page, /还有 1 人使用这个角色/)).toBeHidden()
  await row.dblclick()
  await expect(page.getByRole('dialog', { name: /编辑角色/ })).toContainText('1 人拥有此角色')
  await page.keyboard.press('Escape')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '查看成员' }).click()
  await page.getByRole('row').filter({ hasText: 'role_holder' }).getByRole('checkbox').click({ force: true })
  await button(page.getByRole('toolbar'), '移除').click()
  await button(page.getByRole('alertdialog'), '移除').click()
  await expect(main(page).getByText('还没有成员')).toBeVisible()
  await page.goBack()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('alertdialog'), '删除').click()
  await expect(row).toHaveCount(0)
})

test('a preset says in plain words what it gives, beside one to compare it with', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/roles')
  await page.getByRole('row').filter({ hasText: '仅预览' }).first().dblclick()
  const details = page.getByRole('dialog', { name: '角色详情 · 仅预览' })
  await expect(details.getByRole('rowheader')).toHaveCount(19)
  const item = (name: RegExp) =>
    details.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(item(/^在线预览/)).toContainText('可以')
  await expect(item(/^下载/).getByRole('cell').first()).toHaveText('不可以')
  await expect(item(/^下载/).getByRole('cell').last()).toHaveText('可以')
})

test('the menu of a row hangs on its button, which has the focus again when Esc closes it', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/roles')
  const row = page.getByRole('grid').locator('[data-index="1"]')
  const more = button(row, '更多操作')
  const menu = page.getByRole('menu')
  // The cursor of the list is on a row, which Enter opens elsewhere.
  await row.click()
  await row.hover()
  const from = await more.boundingBox()
  await more.click()
  await expect(menu).toHaveCSS('opacity', '1')
  // The pointer is where a choice would be made, over another row.
  await page.getByRole('menuitem', { name: '查看成员' }).hover()
  const hung = await menu.boundingBox()
  if (!hung || !from) throw new Error('not drawn')
  expect(hung.y).toBeGreaterThanOrEqual(from.y + from.height)
  expect(hung.y - (from.y + from.height)).toBeLessThanOrEqual(8)
  expect(hung.x).toBeLessThanOrEqual(from.x + from.width)
  expect(hung.x + hung.width).toBeGreaterThanOrEqual(from.x)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(more).toBeFocused()

  // It goes with the focus, and the keyboard opens it again from the button itself.
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.getByRole('searchbox').first().click()
  await expect(more).toBeHidden()
})
