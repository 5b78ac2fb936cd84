import { queryLibrary, saveLibraryValues } from '@clouddisk/contract/libraries'
import { newAttribute as attribute } from '../../server/test/library.ts'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { layLibrary } from '../support/libraries.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Business libraries in the administration: categories, attributes, and deleting. */

test('categories are added below each other, renamed and deleted, up to five levels (R94, R225)', async ({
  context,
  server,
  api,
}) => {
  const library = await layLibrary(server, api)
  const page = await signedIn(context, server, 'admin', 'admin/libraries')
  const wardrobe = await context.newPage()
  await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
  await page.bringToFront()
  const axe = auditor(page, wardrobe, 'zh-CN')
  const field = (name: string) => dialog(page).getByRole('textbox', { name, exact: true })
  await page.getByRole('row').filter({ hasText: library.name }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '分类' }).click()
  const entry = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })
  await expect(entry('采购合同')).toBeVisible()

  const add = async (below: string | undefined, name: string, code: string) => {
    const opener =
      below === undefined
        ? button(dialog(page), '新建分类')
        : entry(below).getByRole('button', { name: /^新建子分类/ })
    await opener.click()
    await field('分类名称').fill(name)
    await field('代码').fill(code)
    await button(dialog(page), '保存').click()
  }
  await button(dialog(page), '新建分类').click()
  await button(dialog(page), '保存').click()
  await expect(dialog(page)).toContainText('不能为空。')
  await expect(dialog(page)).toContainText('1-32 个字母、数字、下划线或连字符。')
  await axe.check('a category with mistakes')
  await field('分类名称').fill('销售合同')
  await field('代码').fill('buy')
  await button(dialog(page), '保存').click()
  await expect(page.getByText(/buy/).last()).toBeVisible()
  await field('代码').fill('SELL')
  await button(dialog(page), '保存').click()
  await expect(entry('销售合同')).toBeVisible()

  let above = '采购合同'
  for (let level = 2; level <= 5; level++) {
    await add(above, `第${level}级`, `L${level}`)
    above = `第${level}级`
    await expect(entry(above)).toBeVisible()
  }
  // Five levels, and no sixth.
  await expect(entry('第5级').getByRole('button', { name: /^新建子分类/ })).toHaveCount(0)
  await axe.check('categories')

  await entry('第5级').getByRole('button', { name: /^编辑/ }).click()
  await field('分类名称').fill('租赁合同')
  await button(dialog(page), '保存').click()
  await expect(entry('租赁合同')).toBeVisible()
  await entry('租赁合同').getByRole('button', { name: /^删除/ }).click()
  await button(page.getByRole('alertdialog'), '删除').click()
  await expect(entry('租赁合同')).toHaveCount(0)

  // One that has files stays.
  await api.upload(library.categoryId, 'a.txt', Buffer.from('a'))
  await entry('采购合同').getByRole('button', { name: /^删除/ }).click()
  await button(page.getByRole('alertdialog'), '删除').click()
  await expect(page.getByText('删除失败').first()).toBeVisible()
  await library.clear()
})

test('attributes are checked field by field, and values are deleted only when that is confirmed (R94, R156)', {
  tag: '@core',
}, async ({ context, server, api }) => {
  const library = await layLibrary(server, api, [attribute('合同方', 'PARTY')])
  const { instanceId } = await api.upload(library.categoryId, 'a.txt', Buffer.from('a'))
  const attributeId = library.attributes.get('合同方') ?? ''
  await api.call(saveLibraryValues, { instanceId, values: [{ attributeId, value: '安吉公司' }] })
  const page = await signedIn(context, server, 'admin', 'admin/libraries')
  const field = (name: string) => dialog(page).getByRole('textbox', { name, exact: true })
  await page.getByRole('row').filter({ hasText: library.name }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '属性' }).click()

  await button(dialog(page), '添加属性').click()
  await button(dialog(page), '完成').click()
  await expect(dialog(page)).toContainText('不能为空。')
  await field('数据名称').fill('名'.repeat(129))
  await field('代码').fill('代码')
  await field('长度').fill('10000')
  await button(dialog(page), '完成').click()
  await expect(dialog(page)).toContainText('最多 128 个字符。')
  await expect(dialog(page)).toContainText('1-32 个字母、数字、下划线或连字符。')
  await expect(dialog(page)).toContainText(/须为 1-\d+ 的整数。/)
  await field('数据名称').fill('合同方')
  await field('代码').fill('party')
  await field('长度').fill('10')
  await button(dialog(page), '完成').click()
  await expect(dialog(page)).toContainText('已有同名属性。')
  await expect(dialog(page)).toContainText('已有相同代码的属性。')
  await field('数据名称').fill('金额')
  await field('代码').fill('AMOUNT')
  await dialog(page).getByRole('combobox', { name: '类型' }).click()
  await page.getByRole('option', { name: '数字' }).click()
  await field('最小值').fill('5')
  await field('最大值').fill('4')
  await button(dialog(page), '完成').click()
  await expect(dialog(page)).toContainText('请填写数字，最小值不能大于最大值。')
  await field('最大值').fill('')
  await button(dialog(page), '完成').click()
  await expect(dialog(page)).toContainText('请填写数字，最小值不能大于最大值。')
  await field('最大值').fill('10')
  await button(dialog(page), '完成').click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)

  await button(dialog(page), '删除 合同方').click()
  await button(dialog(page), '保存').click()
  await expect(page.getByRole('alertdialog')).toContainText('已有 1 个文件填写了它')
  await button(page.getByRole('alertdialog'), '删除属性和值').click()
  await expect(toast(page, '属性已保存。')).toBeVisible()
  const { attributes } = await api.call(queryLibrary, { libraryId: library.libraryId })
  expect(attributes.map(({ attributeName }) => attributeName)).toEqual(['金额'])
  await library.clear()
})

test('a library that is deleted can be read and restored for seven days (R94)', async ({
  context,
  server,
  api,
}) => {
  const library = await layLibrary(server, api)
  await api.upload(library.categoryId, 'a.txt', Buffer.from('a'))
  const page = await signedIn(context, server, 'admin', 'admin/libraries')
  const row = page.getByRole('row').filter({ hasText: library.name })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('7 天内成员只能查看和下载，可以恢复。')
  await button(page.getByRole('alertdialog'), '删除').click()
  await expect(toast(page, `“${library.name}”正在删除。`)).toBeVisible()
  await expect(row).toContainText('正在删除，')
  await expect(api.upload(library.categoryId, 'b.txt', Buffer.from('b'))).rejects.toMatchObject({
    name: 'group_dissolving',
  })
  expect(await api.list(library.categoryId)).toHaveLength(1)
  await row.click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText(['恢复'])
  await page.getByRole('menuitem', { name: '恢复' }).click()
  await expect(toast(page, `“${library.name}”已恢复。`)).toBeVisible()
  await expect(row).not.toContainText('正在删除')
  await api.upload(library.categoryId, 'b.txt', Buffer.from('b'))
  await expect(main(page)).toBeVisible()
  await library.clear()
})
