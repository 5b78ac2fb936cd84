import { createOrUpdateLink } from '@clouddisk/contract/links'
import { png } from '../../server/test/pictures.ts'
import { auditor } from '../support/axe.ts'
import { bar, box, folderRow, heading, link, newFolder, rows, visit } from '../support/link-visit.ts'
import { test as base, expect, type Words } from '../support/test.ts'

/** The files of a link as tiles, with thumbnails. */

const test = base.extend<{ top: string }>({
  /** A folder with a folder, a picture and a text. */
  top: async ({ api }, use) => {
    const top = await newFolder(api, '0', '媒体资料包')
    await newFolder(api, top, '产品高清图')
    await api.upload(top, '主视觉.png', png(64, 48, [200, 30, 30]))
    await api.upload(top, '说明.txt', Buffer.from('text'))
    await use(top)
  },
})

const tiles = { name: '网格' }

test('pictures have thumbnails in rows and tiles; the choice is kept in the browser', {
  tag: '@core',
}, async ({ page, server, api, top }) => {
  const made = await link(api, [top])
  await visit(page, server, made)
  const picture = rows(page).filter({ hasText: '主视觉.png' }).locator('[data-thumbnail]')
  await expect(picture).toBeVisible()
  await page.getByRole('radio', tiles).click()
  await expect(picture).toBeVisible()
  await expect(page.locator('[data-thumbnail]')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('radio', tiles)).toBeChecked()
  await expect(picture).toBeVisible()

  await folderRow(page, '产品高清图').click()
  await expect(heading(page)).toHaveText('产品高清图')
  await page.goBack()
  await api.call(createOrUpdateLink, { shareId: made.shareId, perms: ['download'] })
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.locator('[data-thumbnail]')).toHaveCount(0)
})

test('tiles are chosen and downloaded like rows', async ({ page, server, api, top }) => {
  await visit(page, server, await link(api, [top]))
  await page.getByRole('radio', tiles).click()
  await expect(page.getByRole('checkbox', { name: '全选' })).toHaveCount(0)
  await folderRow(page, '产品高清图').focus()
  await page.keyboard.press('ArrowRight')
  await expect(folderRow(page, '说明.txt')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(bar(page)).toContainText('已选 2 项')
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: '下载' }).click(),
  ])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  await page.getByRole('button', { name: '取消选择' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载“说明.txt”' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('说明.txt')
})

test('thumbnails are asked for where they are in view, three at a time', async ({ page, server, api }) => {
  const top = await newFolder(api, '0', '很多图')
  for (let n = 0; n < 60; n++)
    await api.upload(top, `${String(n).padStart(2, '0')}.png`, png(8, 8, [n, n, n]))
  const asked = new Set<string>()
  const gate = Promise.withResolvers<void>()
  await page.route('**/link/thumbnail?*', async (route) => {
    asked.add(new URL(route.request().url()).searchParams.get('instanceId') ?? '')
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  await visit(page, server, await link(api, [top]))
  await expect(rows(page)).toHaveCount(40)
  await expect.poll(() => asked.size).toBe(3)
  gate.resolve()
  await expect(rows(page).nth(8).locator('[data-thumbnail]')).toBeVisible()
  expect(asked.size).toBeLessThan(40)
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(60)
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page).last().locator('[data-thumbnail]')).toBeVisible()
})

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
for (const language of LANGUAGES)
  test(`axe finds nothing, ${language}`, async ({ context, server, api, top }) => {
    test.setTimeout(240_000)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await context.newPage()
    const { check } = auditor(page, wardrobe, language)
    await visit(page, server, await link(api, [top]))
    await page.getByRole('radio').nth(1).click()
    await expect(page.locator('[data-thumbnail]')).toBeVisible()
    await check('tiles')
    await box(page, '主视觉.png').click()
    await expect(bar(page)).toBeVisible()
    await check('a tile chosen')
  })
