import { readFile } from 'node:fs/promises'
import { removeInstances } from '@clouddisk/contract/files'
import type { Download, Page } from '@playwright/test'
import { readZipBytes } from '../../server/test/read-zip.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { bar, box, folderRow, heading, link, newFolder, rows, visit } from '../support/link-visit.ts'
import { PHONE } from '../support/phone.ts'
import { anotherBrowser, test as base, expect, type Words } from '../support/test.ts'

/** How visitors of a link choose files and folders, and download them. */

interface Shared {
  readonly top: string
  readonly inner: string
}

const test = base.extend<{ shared: Shared }>({
  /** A folder with a folder, in which there is a file, and three files. */
  shared: async ({ api }, use) => {
    const top = await newFolder(api, '0', '媒体资料包')
    const inner = await newFolder(api, top, '产品高清图')
    await api.upload(inner, '主视觉.png', Buffer.from('png'))
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await api.upload(top, name, Buffer.from(`text of ${name}`))
    await use({ top, inner })
  },
})

const question = (page: Page) => page.getByRole('alertdialog')
const pathsIn = async (download: Download) =>
  readZipBytes(await readFile(await download.path())).map(({ path }) => path)
async function downloadOf(page: Page, begin: () => Promise<unknown>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), begin()])
  return download
}
const chosen = (page: Page) =>
  rows(page)
    .getByRole('checkbox', { checked: true })
    .evaluateAll((boxes) => boxes.map((one) => one.getAttribute('aria-label')))

test('chosen files come as one ZIP at once, with a folder after a question', { tag: '@core' }, async ({
  page,
  server,
  api,
  shared,
}) => {
  await visit(page, server, await link(api, [shared.top]))
  await box(page, 'a.txt').click()
  await box(page, 'c.txt').click()
  await expect(bar(page)).toContainText('已选 2 项 · 26 B')
  const files = await downloadOf(page, () => bar(page).getByRole('button', { name: '下载' }).click())
  expect(files.suggestedFilename()).toMatch(/\.zip$/)
  expect(await pathsIn(files)).toEqual(['a.txt', 'c.txt'])

  await box(page, '产品高清图').click()
  await bar(page).getByRole('button', { name: '下载' }).click()
  await expect(question(page)).toContainText('共 3 个文件（29 B），打包成一个 ZIP 下载。')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(bar(page)).toContainText('已选 3 项')
  await bar(page).getByRole('button', { name: '下载' }).click()
  const all = await downloadOf(page, () => question(page).getByRole('button', { name: '下载为 ZIP' }).click())
  expect(await pathsIn(all)).toEqual(
    expect.arrayContaining(['a.txt', 'c.txt', expect.stringContaining('产品高清图/主视觉.png')]),
  )

  await box(page, 'a.txt').click()
  await box(page, '产品高清图').click()
  const one = await downloadOf(page, () => bar(page).getByRole('button', { name: '下载' }).click())
  expect(one.suggestedFilename()).toBe('c.txt')
})

test('everything in a folder comes with one button, more than fifty files after a question', async ({
  page,
  server,
  api,
}) => {
  const top = await newFolder(api, '0', '很多文件')
  const few = await newFolder(api, top, '少')
  for (let n = 0; n < 51; n++) await api.upload(top, `${n}.txt`, Buffer.from(String(n)))
  await api.upload(few, 'one.txt', Buffer.from('one'))
  await visit(page, server, await link(api, [top]))
  await expect(rows(page)).toHaveCount(40)
  // The rows are there a moment before the shortcuts are.
  await expect(async () => {
    await page.keyboard.press('Control+a')
    await expect(bar(page)).toContainText('已选 52 项', { timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: '下载全部' }).click()
  await expect(question(page).getByRole('heading')).toHaveText('下载 52 个文件？')
  await question(page).getByRole('button', { name: '取消' }).click()
  await expect(question(page)).toHaveCount(0)
  expect(asked.filter((path) => path.includes('/download'))).toEqual([])
  await page.getByRole('button', { name: '下载全部' }).click()
  const zip = await downloadOf(page, () => question(page).getByRole('button', { name: '下载为 ZIP' }).click())
  expect(zip.suggestedFilename()).toBe('很多文件.zip')
  expect(await pathsIn(zip)).toHaveLength(54)

  await folderRow(page, '少').click()
  await expect(heading(page)).toHaveText('少')
  await page.getByRole('button', { name: '下载全部' }).click()
  const inner = await downloadOf(page, () =>
    question(page).getByRole('button', { name: '下载为 ZIP' }).click(),
  )
  expect(inner.suggestedFilename()).toBe('少.zip')
})

test('all of a long list are chosen, also those that are not loaded', async ({ page, server, api }) => {
  const top = await newFolder(api, '0', '长')
  for (let n = 0; n < 120; n++) await newFolder(api, top, `夹 ${String(n).padStart(3, '0')}`)
  await api.upload(top, 'last.txt', Buffer.from('last'))
  await visit(page, server, await link(api, [top]))
  await expect(rows(page)).toHaveCount(40)
  await page.getByRole('main').getByRole('checkbox', { name: '全选' }).click()
  await box(page, '夹 000').click()
  await expect(bar(page)).toContainText('已选 120 项')
  await bar(page).getByRole('button', { name: '下载' }).click()
  const zip = await downloadOf(page, () => question(page).getByRole('button', { name: '下载为 ZIP' }).click())
  const paths = await pathsIn(zip)
  expect(paths).toContain('last.txt')
  expect(paths).toContain('夹 119/')
  expect(paths).not.toContain('夹 000/')
})

test('rows are chosen by keyboard and with Shift', async ({ page, server, api, shared }) => {
  await visit(page, server, await link(api, [shared.top]))
  await folderRow(page, '产品高清图').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => chosen(page)).toEqual(['选择“产品高清图”'])
  await page.keyboard.press('ArrowDown')
  await expect(folderRow(page, 'a.txt')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => chosen(page)).toEqual(['选择“产品高清图”', '选择“b.txt”', '选择“c.txt”'])
  await page.keyboard.press('Escape')
  await expect.poll(() => chosen(page)).toEqual([])
  await box(page, 'a.txt').click()
  await box(page, 'c.txt').click({ modifiers: ['Shift'] })
  await expect.poll(() => chosen(page)).toEqual(['选择“a.txt”', '选择“b.txt”', '选择“c.txt”'])
  await rows(page)
    .filter({ hasText: 'b.txt' })
    .click({ modifiers: ['Control'] })
  await expect.poll(() => chosen(page)).toEqual(['选择“a.txt”', '选择“c.txt”'])
  await expect(heading(page)).toHaveText('媒体资料包')

  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Control+a')
  await expect.poll(() => chosen(page)).toEqual(['选择“a.txt”', '选择“c.txt”'])
  await folderRow(page, '产品高清图').focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('产品高清图')
  await expect(bar(page)).toHaveCount(0)
})

test('on a phone a long press begins choosing, and a tap adds to it', async ({
  browser,
  problems,
  server,
  api,
  shared,
}) => {
  const context = await anotherBrowser(browser, problems, { ...PHONE, locale: 'zh-CN' })
  const page = await context.newPage()
  await visit(page, server, await link(api, [shared.top]))
  const place = await folderRow(page, '产品高清图').boundingBox()
  const cdp = await context.newCDPSession(page)
  const touchPoints = [{ x: (place?.x ?? 0) + 20, y: (place?.y ?? 0) + 8 }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(bar(page)).toBeVisible()
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await rows(page).filter({ hasText: 'b.txt' }).tap()
  await expect.poll(() => chosen(page)).toEqual(['选择“产品高清图”', '选择“b.txt”'])
  await folderRow(page, '产品高清图').tap()
  await expect.poll(() => chosen(page)).toEqual(['选择“b.txt”'])
  await expect(heading(page)).toHaveText('媒体资料包')
  await page.getByRole('button', { name: '取消选择' }).tap()
  await folderRow(page, '产品高清图').tap()
  await expect(heading(page)).toHaveText('产品高清图')
})

test('what may not be downloaded has no button for it; a refusal says why', async ({
  page,
  server,
  api,
  shared,
}) => {
  await visit(page, server, await link(api, [shared.top], { perms: ['view', 'modify'] }))
  await box(page, 'a.txt').click()
  await expect(bar(page)).toContainText('已选 1 项')
  await expect(page.getByRole('button', { name: /下载/ })).toHaveCount(0)

  const files = await Promise.all(
    ['d.txt', 'e.txt'].map((name) => api.upload(shared.inner, name, Buffer.from(name))),
  )
  await visit(page, server, await link(api, [shared.inner]))
  await box(page, 'd.txt').click()
  await box(page, 'e.txt').click()
  await api.call(removeInstances, { instanceIds: files.slice(0, 1).map(({ instanceId }) => instanceId) })
  await bar(page).getByRole('button', { name: '下载' }).click()
  await expect(toast(page, /^文件不存在/)).toBeVisible()
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
    await box(page, 'a.txt').click()
    await box(page, '产品高清图').click()
    await expect(bar(page)).toBeVisible()
    await check('some chosen')
    await bar(page).getByRole('button').nth(1).click()
    await expect(question(page)).toBeVisible()
    await check('question')
  })
