import type { Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { expect, signInByCall, speak, test } from '../support/test.ts'

/** Pages about the product: found from the help menu, searched, read and linked to. */

const article = (page: Page) => page.getByRole('article')
const search = (page: Page, label = '搜索帮助') => page.getByRole('searchbox', { name: label })

test('the help menu opens topics, which lead to each other and back (R36)', { tag: '@core' }, async ({
  drive,
}) => {
  await drive.getByRole('button', { name: '帮助', exact: true }).click()
  await drive.getByRole('menuitem', { name: '帮助文档' }).click()
  await expect(drive).toHaveURL(/\/disk\/help$/)
  await expect(drive.getByRole('heading', { level: 1, name: '想了解什么？' })).toBeVisible()
  await drive
    .getByRole('main')
    .getByRole('link', { name: /^上传文件 / })
    .click()
  await expect(drive).toHaveURL(/\/disk\/help\/uploading$/)
  await expect(drive).toHaveTitle(/^上传文件 - /)
  const topics = drive.getByRole('navigation', { name: '帮助主题' })
  await expect(topics.getByRole('link', { name: '上传文件' })).toHaveAttribute('aria-current', 'page')
  // The numbers are those in force.
  await expect(article(drive).getByRole('row', { name: '单个文件' })).toContainText('不超过 80 GB')
  await expect(article(drive).getByRole('img').first()).toHaveJSProperty('complete', true)
  await expect
    .poll(() =>
      article(drive)
        .getByRole('img')
        .first()
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBeGreaterThan(300)
  await drive.getByRole('link', { name: '下一篇' }).click()
  await expect(article(drive).getByRole('heading', { level: 1 })).toHaveText('下载')
  await article(drive).getByRole('link', { name: '联系管理员' }).click()
  await expect(drive).toHaveURL(/\/disk\/help\/transfers#ask$/)
  await expect(article(drive).getByRole('heading', { name: '请管理员帮忙' })).toBeFocused()
  await expect(article(drive).getByRole('heading', { name: '请管理员帮忙' })).toBeInViewport()
  await drive.goBack()
  await expect(article(drive).getByRole('heading', { level: 1 })).toHaveText('下载')
})

test('the help is searched, by keys alone (R36)', async ({ drive }) => {
  await drive.goto(new URL('help', drive.url()).href)
  await search(drive).focus()
  await drive.keyboard.type('303')
  const found = drive.getByRole('list', { name: '搜索结果' }).getByRole('listitem')
  await expect(found.first().locator('mark').first()).toHaveText('303')
  await drive.keyboard.press('ArrowDown')
  await expect(found.first().getByRole('link')).toBeFocused()
  await drive.keyboard.press('Enter')
  await expect(drive).toHaveURL(/\/disk\/help\/transfers#errors$/)
  await expect(article(drive).getByRole('row', { name: '[303]' })).toContainText('检查网络后重试')
  // Going back goes back to the results.
  await drive.goBack()
  await expect(search(drive)).toHaveValue('303')
  await search(drive).fill('外星人')
  await expect(drive.getByRole('heading', { name: '没有找到“外星人”' })).toBeVisible()
  await search(drive).press('Escape')
  await expect(drive.getByRole('heading', { level: 1, name: '上传文件' })).toHaveCount(0)
  await expect(drive.getByRole('heading', { level: 1, name: '想了解什么？' })).toBeVisible()
})

test('a link opens a heading, and one that leads nowhere says so (R36)', async ({
  context,
  server,
  person,
}) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await speak(page, 'en-US')
  await page.goto(`${server.origin}/disk/help/uploading#resume`)
  await expect(article(page).getByRole('heading', { name: 'Resuming' })).toBeInViewport()
  await page.goto(`${server.origin}/disk/help/elsewhere`)
  await expect(page.getByRole('heading', { level: 1, name: 'There’s no such help topic' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All topics' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Keyboard / })
    .click()
  await expect(article(page).getByRole('row', { name: 'Ctrl+K' })).toContainText('Quick search')
})

test('on a phone, the menu has the help, which fits (R36)', async ({ context, server, person }) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}/disk/`)
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('button', { name: '帮助文档' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^传输列表与错误代码 / })
    .click()
  await expect(article(page).getByRole('heading', { level: 1 })).toBeVisible()
  const width = await page.getByRole('main').evaluate((main) => main.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: '全部主题' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '想了解什么？' })).toBeVisible()
})

for (const language of ['zh-CN', 'en-US'] as const) {
  test(`nothing is wrong with the help for axe: ${language} (R36)`, async ({ context, server, person }) => {
    await signInByCall(context, server, person)
    const page = await context.newPage()
    await speak(page, language)
    await page.goto(`${server.origin}/disk/help`)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const { check } = auditor(page, wardrobe, language)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check('all topics', 'main')
    await search(page, language === 'zh-CN' ? '搜索帮助' : 'Search help').fill('zip')
    await expect(page.locator('mark').first()).toBeVisible()
    await check('found', 'main')
    await page.goto(`${server.origin}/disk/help/transfers`)
    await expect(article(page).getByRole('table').first()).toBeVisible()
    await check('a topic', 'main')
  })
}
