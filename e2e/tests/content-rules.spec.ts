import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { expect, signedIn, signInByCall, test } from '../support/test.ts'

/** Rules of the content check, as a super administrator writes and tries them. */

const ID_CARD = '110101199003077758'

test('a rule is written, tried while it is edited, turned off and on, and deleted', { tag: '@core' }, async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/content-rules')
  await expect(page.getByRole('row').filter({ hasText: '身份证号码' }).first()).toContainText('未启用')
  await button(main(page), '新建规则').click()
  const form = dialog(page)
  await button(form, '新建').click()
  await expect(form.getByText('有 2 处需要修改')).toBeVisible()
  await expect(form.getByRole('textbox', { name: '名称', exact: true })).toBeFocused()
  await form.getByRole('textbox', { name: '名称', exact: true }).fill('项目代号')
  await form.getByRole('textbox', { name: '关键词' }).fill('蓝鲸\nBlue Whale')
  await form.getByRole('textbox', { name: '至少出现' }).fill('2')
  await form.getByRole('radio', { name: /禁止外发/ }).click()
  await button(form, '测试').click()
  await form.getByRole('textbox', { name: '文字内容' }).fill('蓝鲸')
  await button(form, '测试').last().click()
  await expect(form.getByText('没有匹配的内容。')).toBeVisible()
  await form.getByRole('textbox', { name: '文字内容' }).fill('蓝 鲸, BLUE  WHALE')
  await button(form, '测试').last().click()
  await expect(form.getByRole('listitem')).toContainText('2 处')
  await button(form, '新建').click()
  const row = page.getByRole('row').filter({ hasText: '项目代号' })
  await expect(row).toContainText('2 个关键词')
  await expect(row).toContainText('禁止外发')
  await expect(row).toContainText('已启用')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '停用' }).click()
  await expect(row).toContainText('未启用')
  await button(main(page), '测试规则').click()
  await dialog(page).getByRole('textbox', { name: '文字内容' }).fill(`蓝鲸 blue whale ${ID_CARD}`)
  await button(dialog(page), '测试').click()
  await expect(dialog(page).getByText('没有匹配的内容。')).toBeVisible()
  await page.keyboard.press('Escape')

  await row.dblclick()
  await dialog(page).getByRole('textbox', { name: '名称', exact: true }).fill('身份证号码')
  await button(dialog(page), '保存').click()
  await expect(
    dialog(page)
      .getByText(/名称已被使用|同名/)
      .first(),
  ).toBeVisible()
  await dialog(page).getByRole('textbox', { name: '名称', exact: true }).fill('代号')
  await dialog(page).getByRole('switch', { name: '启用规则' }).click()
  await button(dialog(page), '保存').click()
  await expect(toast(page, '已保存规则“代号”')).toBeVisible()
  const changed = page.getByRole('row').filter({ hasText: '代号' })
  await expect(changed).toContainText('已启用')
  await changed.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('alertdialog'), '删除').click()
  await expect(changed).toHaveCount(0)
})

test('numbers in a text are shown masked', async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/content-rules')
  const row = page.getByRole('row').filter({ hasText: '身份证号码' })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '启用' }).click()
  await expect(row).toContainText('已启用')
  await button(main(page), '测试规则').click()
  await dialog(page).getByRole('textbox', { name: '文字内容' }).fill(`证件 ${ID_CARD}`)
  await button(dialog(page), '测试').click()
  await expect(dialog(page).getByRole('listitem')).toContainText('1101************58')
  await page.keyboard.press('Escape')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '停用' }).click()
  await expect(row).toContainText('未启用')
})

test('axe finds nothing in the rules, the mistakes of one and its finds', async ({ context, server }) => {
  await signInByCall(context, server, 'admin')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  const { check } = auditor(page, wardrobe, 'zh-CN')
  await page.goto(`${server.origin}/disk/admin/content-rules`)
  const row = page.getByRole('row').filter({ hasText: '身份证号码' })
  await expect(row).toBeVisible()
  await check('rules')
  await button(main(page), '新建规则').click()
  await button(dialog(page), '新建').click()
  await expect(dialog(page).getByText('有 2 处需要修改')).toBeVisible()
  await check('mistakes')
  await page.goto(`${server.origin}/disk/admin/content-rules`)
  await row.dblclick()
  await button(dialog(page), '测试').click()
  await dialog(page).getByRole('textbox', { name: '文字内容' }).fill(`证件 ${ID_CARD}`)
  await button(dialog(page), '测试').last().click()
  await expect(dialog(page).getByRole('listitem')).toContainText('1101************58')
  await check('finds')
})
