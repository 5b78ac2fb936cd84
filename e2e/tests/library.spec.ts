import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** A business library, set up by an administrator and used by its owner. */

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('a library is made, gets attributes and files, and is searched by them (R94, R156, R225)', {
  tag: '@core',
}, async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/libraries')
  const wardrobe = await context.newPage()
  await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
  await page.bringToFront()
  const axe = auditor(page, wardrobe, 'zh-CN')
  await button(main(page), '新建业务库').click()
  const field = (name: string) => dialog(page).getByRole('textbox', { name, exact: true })
  await button(dialog(page), '创建').click()
  await expect(dialog(page)).toContainText('请选择图标')
  await expect(dialog(page)).toContainText('请选择所有者。')
  await axe.check('a library with mistakes')
  await field('名称').fill('合同库')
  await field('代码').fill('CONTRACTS')
  await field('说明').fill('公司全部合同')
  await dialog(page)
    .getByRole('combobox', { name: /所有者/ })
    .click()
  await page.getByRole('option').first().click()
  await field('第一个分类').fill('采购合同')
  await field('分类代码').fill('BUY')
  for (const kind of ['首页图标', '工具图标', '菜单图标', '应用图标'])
    await dialog(page)
      .locator(`input[aria-label="${kind}"]`)
      .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: PNG })
  await expect(dialog(page).getByRole('img')).toHaveCount(4)
  await button(dialog(page), '创建').click()
  await expect(toast(page, '“合同库”已保存。')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '合同库' })
  await axe.check('libraries')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '属性' }).click()
  const add = async (name: string, code: string, more: () => Promise<void>) => {
    await button(dialog(page), '添加属性').click()
    await field('数据名称').fill(name)
    await field('代码').fill(code)
    await more()
    await button(dialog(page), '完成').click()
  }
  await add('合同方', 'PARTY', async () => {
    await dialog(page).getByRole('checkbox', { name: '允许为空' }).uncheck({ force: true })
    await dialog(page).getByRole('checkbox', { name: '支持查询' }).check({ force: true })
  })
  await add('金额', 'AMOUNT', async () => {
    await dialog(page).getByRole('combobox', { name: '类型' }).click()
    await page.getByRole('option', { name: '数字' }).click()
    await field('最小值').fill('0')
    await field('最大值').fill('1000000')
    await dialog(page).getByRole('checkbox', { name: '支持查询' }).check({ force: true })
  })
  await axe.check('attributes')
  await button(dialog(page), '保存').click()
  await expect(toast(page, '属性已保存。')).toBeVisible()

  await page.goto(`${server.origin}/disk/library`)
  await main(page).getByRole('button', { name: '合同库' }).click()
  await page.getByRole('treeitem', { name: '采购合同' }).click()
  await expect(page.getByText('这个分类还没有文件')).toBeVisible()
  const upload = async (name: string, party: string, amount: string) => {
    await button(main(page), '上传').click()
    if (party === '') {
      await button(dialog(page), '开始上传').click()
      await expect(dialog(page)).toContainText('请选择文件。')
      await expect(dialog(page)).toContainText('请填写“合同方”。')
    }
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    if (party === '') {
      await button(dialog(page), '开始上传').click()
      await expect(dialog(page)).toContainText('请填写“合同方”。')
      await axe.check('an upload with mistakes')
    }
    await field('合同方').fill(party || 'ACME')
    await field('金额').fill(amount)
    await button(dialog(page), '开始上传').click()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText(amount)
  }
  await upload('a.txt', '', '100')
  await upload('b.txt', '贝塔公司', '2500')
  await axe.check('a library')

  await button(main(page), '筛选').click()
  await field('金额 · 从').fill('x')
  await button(dialog(page), '应用').click()
  await expect(dialog(page)).toContainText('“金额”须为数字')
  await field('金额 · 从').fill('1000')
  await button(dialog(page), '应用').click()
  await expect(page.getByRole('row').filter({ hasText: 'b.txt' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'a.txt' })).toHaveCount(0)

  await page.getByRole('row').filter({ hasText: 'b.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '属性' }).click()
  await field('金额').fill('9999999')
  await button(dialog(page), '保存').click()
  await expect(dialog(page)).toContainText('“金额”须在 0 到 1000000 之间。')
  await field('金额').fill('5000')
  await button(dialog(page), '保存').click()
  await expect(page.getByRole('row').filter({ hasText: 'b.txt' })).toContainText('5000')
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('row').filter({ hasText: 'b.txt' })).toContainText('5000')
  await axe.check('a library on a phone')
})
