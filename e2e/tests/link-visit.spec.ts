import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink, removeLinks } from '@clouddisk/contract/links'
import type { Response } from '@playwright/test'
import { signIn as apiOf } from '../../server/test/person.ts'
import { auditor, faultsOf } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { bar, folderRow, heading, link, newFolder, rows, visit } from '../support/link-visit.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, test as base, expect, newPerson, type Words } from '../support/test.ts'

/** Visits of external links, by people without an account unless a test says otherwise. */

/** What the visitor's page may cost before anybody touches it. */
const BUDGET = 120 * 1024

const CODE = 'K7mQ4r'
const TEXT = Buffer.from('新闻通稿')

interface Shared {
  readonly top: string
  readonly inner: string
}

const test = base.extend<{ shared: Shared }>({
  /** A folder with a folder and a file in it. */
  shared: async ({ api }, use) => {
    const top = await newFolder(api, '0', '媒体资料包')
    const inner = await newFolder(api, top, '产品高清图')
    await api.upload(top, '新闻通稿.txt', TEXT)
    await api.upload(inner, '主视觉.png', Buffer.from('png'))
    await use({ top, inner })
  },
})

test('opens by its code, without an account: folders, Back, names, a download', { tag: '@core' }, async ({
  page,
  server,
  api,
  shared,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const made = await link(api, [shared.top], { code: CODE })
  await visit(page, server, made)
  await expect(heading(page)).toContainText('给你分享了文件')
  await expect(page.getByText('媒体资料包')).toHaveCount(0)
  const code = page.getByLabel('提取码')
  await expect(code).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入提取码。')).toBeVisible()
  await code.fill('k7mq4r')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/提取码错误，还可以试 4 次/)).toBeVisible()
  await code.fill(` ${CODE} `)
  await page.getByRole('button', { name: '打开' }).click()

  await expect(heading(page)).toHaveText('媒体资料包')
  await expect(page).toHaveTitle(/^媒体资料包 - /)
  await expect(rows(page)).toHaveText([/产品高清图/, /新闻通稿\.txt.*12 B/])
  await folderRow(page, '产品高清图').click()
  await expect(heading(page)).toHaveText('产品高清图')
  await expect(page).toHaveURL(new RegExp(`folder=${shared.inner}`))
  await page.reload()
  await expect(heading(page)).toHaveText('产品高清图')
  await page.goBack()
  await expect(heading(page)).toHaveText('媒体资料包')

  await page.getByRole('searchbox').fill('通稿')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('searchbox').fill('合同')
  await expect(page.getByText('没有找到“合同”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载“新闻通稿.txt”' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('新闻通稿.txt')
  expect((await readFile(await download.path())).equals(TEXT)).toBe(true)
  expect(asked.filter((path) => /\/user\/|currentUser/.test(path))).toEqual([])
})

test('a new code is asked for; one that is remembered opens the link again (R82)', async ({
  page,
  server,
  api,
  shared,
}) => {
  const made = await link(api, [shared.top], { code: CODE })
  await visit(page, server, made)
  await page.getByLabel('提取码').fill(CODE)
  await page.keyboard.press('Enter')
  await expect(folderRow(page, '产品高清图')).toBeVisible()
  // As when the visit has ended.
  await page.context().clearCookies()
  await folderRow(page, '产品高清图').click()
  await expect(heading(page)).toHaveText('产品高清图')

  await api.call(createOrUpdateLink, { shareId: made.shareId, code: 'another1' })
  await page.goBack()
  await page.getByRole('searchbox').fill('通稿')
  await expect(page.getByText('请重新输入提取码。')).toBeVisible()
  await page.getByLabel('提取码').fill('another1')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toHaveValue('通稿')
})

test('five wrong codes lock it for minutes', async ({ page, server, api, shared, problems }) => {
  problems.expect(/status of 429/)
  await visit(page, server, await link(api, [shared.top], { code: CODE }))
  const code = page.getByLabel('提取码')
  for (const left of [4, 3, 2, 1, 0]) {
    await code.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`还可以试 ${left} 次`)).toBeVisible()
  }
  await code.fill(CODE)
  await page.keyboard.press('Enter')
  await expect(page.getByText('输错次数过多。请 15 分钟后再试。')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('of what does not open it says why', async ({ page, server, api, shared }) => {
  const made = await link(api, [shared.top])
  await visit(page, server, made)
  await expect(folderRow(page, '产品高清图')).toBeVisible()
  await api.call(removeLinks, { shareIds: [made.shareId] })
  await page.getByRole('button', { name: '下载“新闻通稿.txt”' }).click()
  await expect(heading(page)).toHaveText('分享已停止')

  await visit(page, server, { linkPath: 'x'.repeat(32) })
  await expect(heading(page)).toHaveText('链接不存在')
  await page.goto(`${server.origin}/disk/FileDownload/`)
  await expect(heading(page)).toHaveText('链接不存在')
})

test('items are chosen only where something can be done with them', async ({ page, server, api, shared }) => {
  const made = await link(api, [shared.top], { perms: ['view'] })
  await visit(page, server, made)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Control+A')
  await folderRow(page, '产品高清图').click({ modifiers: ['Shift'] })
  await expect(heading(page)).toHaveText('产品高清图')
  await page.goBack()
  await folderRow(page, '产品高清图').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1).getByRole('button').first()).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('radio', { name: '网格' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await api.call(createOrUpdateLink, { shareId: made.shareId, perms: ['view', 'download'] })
  await page.reload()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
})

test('a download without a network says so', async ({ page, server, api, shared, problems }) => {
  problems.expect(NO_NETWORK)
  await visit(page, server, await link(api, [shared.top]))
  await page.route('**/link/getDownloadUrl?*', (route) => route.abort())
  await page.getByRole('button', { name: '下载“新闻通稿.txt”' }).click()
  // It stays while the pointer is on it.
  await toast(page, '网络错误，请检查网络后重试。').hover()
  expect(await faultsOf(page)).toEqual([])
  await expect(toast(page, '网络错误，请检查网络后重试。')).toBeVisible()
  await expect(folderRow(page, '产品高清图')).toBeVisible()
})

test('without an answer about the link it says so, and opens when it is asked again', async ({
  page,
  server,
  api,
  shared,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  await page.route('**/link/queryAttribute?*', (route) => route.abort())
  await visit(page, server, await link(api, [shared.top]))
  await expect(heading(page)).toHaveText('链接无法打开', { timeout: 20_000 })
  await page.unroute('**/link/queryAttribute?*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(heading(page)).toHaveText('媒体资料包')
})

test('what the page asks for first is asked once', async ({ page, server, api, shared }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/disk/api/')) asked.push(pathname.slice('/disk/api/'.length))
  })
  await visit(page, server, await link(api, [shared.top]))
  await expect(folderRow(page, '产品高清图')).toBeVisible()
  expect(asked.sort()).toEqual(['link/queryAttribute', 'link/queryInstancePage', 'pub/config'])
})

test('more rows come with scrolling', async ({ page, server, api }) => {
  const { instanceId: parentId } = await api.call(createFolder, { parentId: '0', instanceName: '很多' })
  for (let n = 0; n < 120; n++)
    await api.call(createFolder, { parentId, instanceName: `夹 ${String(n).padStart(3, '0')}` })
  await visit(page, server, await link(api, [parentId]))
  await expect(rows(page)).toHaveCount(40)
  await rows(page).last().scrollIntoViewIfNeeded()
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, 10_000)
  await expect(rows(page)).toHaveCount(120)
})

test('one for people who are signed in returns after signing in; another account may not', async ({
  page,
  server,
  api,
  shared,
}) => {
  const [named, other] = [await newPerson(server), await newPerson(server)]
  const { user } = await apiOf(server.origin, named, PASSWORD)
  const made = await link(api, [shared.top], { visitor: 'designated', principalIds: [user.userId] })
  await visit(page, server, made)
  await expect(heading(page)).toHaveText('登录后查看')
  await page.getByRole('button', { name: '登录' }).click()
  const signIn = async (account: string) => {
    await page.getByLabel('账号').fill(account)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await signIn(other)
  await expect(heading(page)).toHaveText('你的账号不能打开此链接')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '切换账号' }).click()
  await signIn(named)
  await expect(heading(page)).toHaveText('媒体资料包')
})

test('speaks the language of the browser, and is no larger than it may be', async ({
  browser,
  problems,
  server,
  api,
  shared,
}) => {
  const context = await anotherBrowser(browser, problems, { locale: 'en-GB', colorScheme: 'dark' })
  const page = await context.newPage()
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await visit(page, server, await link(api, [shared.top]))
  await expect(page.getByRole('button', { name: 'Download 新闻通稿.txt' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const sizes = await Promise.all(
    scripts.map(async (script) => ({
      name: new URL(script.url()).pathname,
      bytes: gzipSync(await script.body(), { level: 9 }).length,
    })),
  )
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(BUDGET)
  expect(total).toBeGreaterThan(0)
})

test('leads to the user agreement and the privacy policy, beside the page (R27)', async ({
  page,
  server,
  api,
  shared,
}) => {
  await visit(page, server, await link(api, [shared.top]))
  await expect(folderRow(page, '产品高清图')).toBeVisible()
  for (const name of ['用户协议', '隐私政策']) {
    const opened = page.waitForEvent('popup')
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect((await opened).getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(folderRow(page, '产品高清图')).toBeVisible()
  }
})

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
for (const language of LANGUAGES)
  test(`axe finds nothing, ${language}`, async ({ context, server, api, shared, problems }) => {
    test.setTimeout(240_000)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await context.newPage()
    const { check } = auditor(page, wardrobe, language)
    const file = (await api.list(shared.top)).find((one) => one.classifierId === 'File')?.instanceId ?? ''

    await visit(page, server, await link(api, [shared.top], { code: CODE }))
    const code = page.getByRole('textbox')
    await expect(code).toBeFocused()
    await check('code')
    await code.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.locator('[aria-invalid]')).toBeVisible()
    await check('wrong code')
    await code.fill(CODE)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await check('folder')
    await page.getByRole('searchbox').fill('合同')
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await check('no match')
    await page.keyboard.press('Escape')
    await folderRow(page, '产品高清图').click()
    await expect(heading(page)).toHaveText('产品高清图')
    await check('folder in it')

    await visit(page, server, await link(api, [file], { perms: ['view'] }))
    await expect(heading(page)).toHaveText('新闻通稿.txt')
    await check('one file, view only')
    await visit(page, server, await link(api, [file, shared.inner]))
    await expect(rows(page)).toHaveCount(2)
    await check('several')
    await visit(page, server, { linkPath: 'x'.repeat(32) })
    await expect(heading(page)).toBeVisible()
    await check('wrong link')
    const stopped = await link(api, [file])
    await api.call(removeLinks, { shareIds: [stopped.shareId] })
    await visit(page, server, stopped)
    await expect(heading(page)).toHaveText(language === 'zh-CN' ? '分享已停止' : 'This link was stopped')
    await check('stopped')
    await page.route('**/link/queryAttribute?*', (route) =>
      route.fulfill({ status: 503, json: { errcode: 99002, errmsg: 'busy', traceId: '1' } }),
    )
    problems.expect(/status of 503/)
    await visit(page, server, await link(api, [file]))
    await expect(heading(page)).toHaveText(language === 'zh-CN' ? '链接无法打开' : 'Couldn’t open the link', {
      timeout: 20_000,
    })
    await check('no answer')
    await page.unroute('**/link/queryAttribute?*')
    await visit(page, server, await link(api, [file], { visitor: 'signedIn' }))
    await expect(page.getByRole('main').getByRole('button')).toBeVisible()
    await check('sign in')
  })
