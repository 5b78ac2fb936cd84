import { queryBusinessConfig, saveBusinessConfig } from '@clouddisk/contract/business-config'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { main, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, signInByCall, test, type Words } from '../support/test.ts'

/** The business configuration: every value with its source and explanation, changed in place. */

const row = (page: Page, code: string): Locator =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(code, { exact: true }) })
const edit = (page: Page, code: string) =>
  page.getByRole('button', { name: `修改 ${code}`, exact: true }).click()
const valueField = (page: Page, code: string) => page.getByRole('textbox', { name: `${code} 的值` })

test.afterEach(async ({ server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryBusinessConfig, {})
  const own = list.filter(({ source }) => source === 'administrator')
  const reset = own.map(({ code }) => ({ code, value: null }))
  if (own.length > 0) await admin.call(saveBusinessConfig, { list: reset })
})

test('values are found, changed with units, shown with their author, and reset (R99, R227)', {
  tag: '@core',
}, async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/config')
  await page.getByRole('tab', { name: '业务配置' }).click()
  await expect(page).toHaveURL(/view=business/)
  await expect(main(page).getByRole('heading', { name: '上传', exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('回收站')
  await expect(main(page).getByRole('status')).toHaveText('2 项')
  await expect(row(page, 'trashDays')).toContainText('30 天')
  await expect(row(page, 'trashDays')).toContainText('默认')
  await edit(page, 'trashDays')
  await expect(valueField(page, 'trashDays')).toBeFocused()
  await valueField(page, 'trashDays').fill('0')
  await valueField(page, 'trashDays').press('Enter')
  await expect(row(page, 'trashDays')).toContainText('请输入 1 天 至 3650 天 之间的值。')
  await valueField(page, 'trashDays').fill('45')
  await valueField(page, 'trashDays').press('Enter')
  await expect(toast(page, '已修改 trashDays')).toBeVisible()
  await expect(row(page, 'trashDays')).toContainText('45 天')
  await expect(row(page, 'trashDays')).toContainText('默认值 30 天')
  await expect(row(page, 'trashDays')).toContainText(/于 今天 \d\d:\d\d 修改/)
  await expect(page.getByRole('button', { name: '修改 trashDays' })).toBeFocused()

  await page.getByRole('button', { name: 'trashDays 恢复默认' }).click()
  await expect(row(page, 'trashDays')).toContainText('30 天')
  await expect(row(page, 'trashDays')).not.toContainText('默认值')

  await page.getByRole('searchbox').fill('personCapacity')
  await expect(row(page, 'personCapacity')).toContainText('20 GB')
  await edit(page, 'personCapacity')
  await valueField(page, 'personCapacity').fill('1.5')
  await page.getByRole('combobox', { name: 'personCapacity 的单位' }).click()
  await page.getByRole('option', { name: 'TB' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(row(page, 'personCapacity')).toContainText('1.5 TB')
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryBusinessConfig, {})
  expect(list.find(({ code }) => code === 'personCapacity')?.value).toBe(1.5 * 1024 ** 4)

  // Esc gives up what was typed.
  await edit(page, 'personCapacity')
  await valueField(page, 'personCapacity').fill('7')
  await valueField(page, 'personCapacity').press('Escape')
  await expect(row(page, 'personCapacity')).toContainText('1.5 TB')
})

test('what contradicts another value says so, and what clients rely on is only shown', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 400/)
  const page = await signedIn(context, server, 'admin', 'admin/config?view=business&keyword=folderMax')
  await edit(page, 'folderMax')
  await valueField(page, 'folderMax').fill('255')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '已修改 folderMax')).toBeVisible()
  await page.getByRole('searchbox').fill('nameMax')
  await edit(page, 'nameMax')
  await valueField(page, 'nameMax').fill('100')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(row(page, 'nameMax')).toContainText('renameMax 和 folderMax 不能大于 nameMax')
  await page.getByRole('button', { name: '取消' }).click()
  await page.getByRole('combobox', { name: '显示' }).click()
  await page.getByRole('option', { name: '只读' }).click()
  await page.getByRole('searchbox').fill('md5SliceBytes')
  await expect(row(page, 'md5SliceBytes')).toContainText('已安装的客户端按此值工作')
  await expect(row(page, 'md5SliceBytes').getByRole('button')).toHaveCount(0)
  await page.getByRole('searchbox').fill('no such code')
  await expect(main(page)).toContainText('没有找到')
})

test('open pages have the new limits without a reload', async ({ drive, server }) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const config = drive.waitForResponse(
    async (response) =>
      response.url().includes('/pub/config') && (await response.json()).data.limits.folderMax === 3,
  )
  await admin.call(saveBusinessConfig, { list: [{ code: 'folderMax', value: 3 }] })
  await config
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  await drive.getByRole('textbox', { name: '新文件夹名称' }).fill('四个字符')
  await drive.keyboard.press('Enter')
  await expect(drive.getByText('名称最多 3 个字符，当前 4 个。')).toBeVisible()
})

test.describe('is accessible', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(120_000)

  test('in both languages and all looks', async ({ context, server }) => {
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    await admin.call(saveBusinessConfig, { list: [{ code: 'trashDays', value: 45 }] })
    await signInByCall(context, server, 'admin')
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      await page.goto(`${server.origin}/disk/admin/config?view=business&show=all`)
      await expect(row(page, 'trashDays')).toBeVisible()
      await page.getByRole('button', { name: /fileBytesMax/ }).click()
      await page.getByRole('textbox', { name: /fileBytesMax/ }).fill('x')
      await page.keyboard.press('Enter')
      await expect(row(page, 'fileBytesMax').getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
      await check(`business config, ${language}`)
      await page.goto(`${server.origin}/disk/admin/config?view=business&keyword=zzz`)
      await expect(main(page).getByRole('status')).toHaveText(/^0/)
      await check(`business config, nothing found, ${language}`)
    }
  })
})
