import { auditor } from '../support/axe.ts'
import { either } from '../support/files.ts'
import { bar, box, folderRow, heading, link, newFolder, rows, visit } from '../support/link-visit.ts'
import { test as base, expect, type Words } from '../support/test.ts'

/** How visitors search in a link: in the open folder and all below. */

interface Shared {
  readonly top: string
  readonly inner: string
}

const test = base.extend<{ shared: Shared }>({
  /** A folder in a private one; in it a folder, and plans in both and outside. */
  shared: async ({ api }, use) => {
    const outer = await newFolder(api, '0', '私有资料')
    await api.upload(outer, '计划 private.txt', Buffer.from('private'))
    const top = await newFolder(api, outer, '媒体资料包')
    const inner = await newFolder(api, top, '产品高清图')
    await api.upload(top, '发布计划.txt', Buffer.from('a'))
    await api.upload(inner, '拍摄计划.txt', Buffer.from('b'))
    await newFolder(api, inner, '计划表')
    await use({ top, inner })
  },
})

const field = 'searchbox'

test('finds names in all folders of the link, and says where they are', { tag: '@core' }, async ({
  page,
  server,
  api,
  shared,
}) => {
  await visit(page, server, await link(api, [shared.top]))
  await page.getByRole(field).fill('jihua')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText('private')).toHaveCount(0)
  await expect(page.getByText('私有资料')).toHaveCount(0)
  await expect(rows(page).filter({ hasText: '拍摄计划.txt' })).toContainText('媒体资料包 / 产品高清图')
  await expect(rows(page).locator('mark')).toHaveText(['计划', '计划', '计划'])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载“拍摄计划.txt”' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('拍摄计划.txt')
  await box(page, '拍摄计划.txt').click()
  await box(page, '发布计划.txt').click()
  await expect(bar(page)).toContainText('已选 2 项')
  await page.keyboard.press('Escape')

  await rows(page)
    .filter({ hasText: '拍摄计划.txt' })
    .getByRole('button', { name: '打开“媒体资料包 / 产品高清图”' })
    .click()
  await expect(heading(page)).toHaveText('产品高清图')
  await expect(page.getByRole(field)).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole(field)).toHaveValue('jihua')
  await expect(rows(page)).toHaveCount(3)
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await folderRow(page, '计划表').click()
  await expect(heading(page)).toHaveText('计划表')
})

test('in a folder searches that folder; what is in the open one leads back to its list', async ({
  page,
  server,
  api,
  shared,
}) => {
  const { instanceId: single } = await api.upload('0', '单独的计划.txt', Buffer.from('c'))
  await visit(page, server, await link(api, [shared.top, single]))
  await page.getByRole(field).fill('单独')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: '打开“全部文件”' }).click()
  await expect(page.getByRole(field)).toHaveValue('')
  await expect(rows(page)).toHaveCount(2)
  await folderRow(page, '媒体资料包').click()
  await folderRow(page, '产品高清图').click()
  await expect(heading(page)).toHaveText('产品高清图')
  await page.getByRole(field).fill('计划')
  await expect(rows(page)).toHaveText([/计划表/, /拍摄计划/])
  await page.getByRole(field).fill('发布')
  await expect(page.getByText('没有找到“发布”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveText([/计划表/, /拍摄计划/])
})

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
for (const language of LANGUAGES)
  test(`axe finds nothing, ${language}`, async ({ context, server, api, shared }) => {
    test.setTimeout(240_000)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await context.newPage()
    const { check } = auditor(page, wardrobe, language)
    await visit(page, server, await link(api, [shared.top]))
    await page.getByRole(field).fill('计划')
    await expect(rows(page)).toHaveCount(3)
    await check('found')
    await page.getByRole(field).fill('没有的')
    await expect(
      page.getByRole('heading', { name: either('没有找到“没有的”', 'Nothing matches “没有的”') }),
    ).toBeVisible()
    await check('nothing found')
  })
