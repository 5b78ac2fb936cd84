import { gzipSync } from 'node:zlib'
import { createFolder } from '@clouddisk/contract/files'
import type { Page, Response } from '@playwright/test'
import { expectNames, row } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, preset, signInByCall, test } from '../support/test.ts'
import { openTransfers } from '../support/transfers.ts'

/** What a first visit may cost before anybody touches the page (docs/dependencies.md). */
const BUDGET = 200 * 1024

/** Paths of the page's requests from here on, in their order; grows. */
function requestedPaths(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

test('the first load stays within its budget of gzipped JavaScript, also under a pointer that rests', {
  tag: '@core',
}, async ({ context, server, person, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await signInByCall(context, server, person)
  const page = await context.newPage()
  // As browsers do when what they lay out comes to lie under the pointer.
  await page.addInitScript(() => {
    new MutationObserver(() => dispatchEvent(new PointerEvent('pointermove'))).observe(document, {
      childList: true,
      subtree: true,
    })
  })
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await page.goto(`${server.origin}/disk/`)
  await expect(row(page, 'a.txt')).toBeVisible()
  // What follows the first picture by itself counts as well.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  const sizes = await Promise.all(
    scripts.map(async (script) => ({
      name: new URL(script.url()).pathname,
      bytes: gzipSync(await script.body(), { level: 9 }).length,
    })),
  )
  expect(sizes.some(({ name }) => name.includes('/files-'))).toBe(true)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(BUDGET)

  // The first press of all is on something, and wakes the rest besides.
  const rest = page.waitForResponse((response) => response.url().includes('/overlays-'))
  await openTransfers(page)
  await rest
})

test('rows are asked for before the page around them is drawn', async ({ context, server, person, api }) => {
  // Of a folder: the personal files themselves are asked for still earlier.
  const { instanceId } = await api.call(createFolder, { parentId: '0', instanceName: 'folder' })
  await api.upload(instanceId, 'a.txt', Buffer.from('a'))
  await signInByCall(context, server, person)
  const page = await context.newPage()
  const calls = requestedPaths(page)
  // The session is known when the files page is here, as at each visit but the first.
  const files = page.waitForResponse((response) => response.url().includes('/files-page-'))
  await page.route('**/user/currentUser*', async (route) => {
    await (await files).finished()
    await route.continue()
  })
  await page.goto(`${server.origin}/disk/personalFile?folder=${instanceId}`)
  await expect(row(page, 'a.txt')).toBeVisible()
  const at = (path: string) => calls.findIndex((call) => call.endsWith(path))
  await expect.poll(() => at('/user/querySettings')).toBeGreaterThan(0)
  expect(at('/instance/page')).toBeGreaterThan(0)
  expect(at('/instance/page')).toBeLessThan(at('/user/querySettings'))
})

test('signing in and the first picture on a phone do not wait for what later parts share', async ({
  context,
  server,
  person,
  api,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  const parts = await hold(page, (request) => /\/parts-/.test(request.url()))
  await page.goto(`${server.origin}/disk/login`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await signInByCall(context, server, person)
  await page.goto(`${server.origin}/disk/`)
  await expect(phoneRow(page, 'a.txt')).toBeVisible()
  await expect(page.getByRole('button', { name: '筛选当前文件夹' })).toBeVisible()
  await parts.release()
})

test('the list is fetched while the page is, where a list opens', async ({ context, server, person }) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  const main = await hold(page, (request) => /\/page-[^/]*\.js$/.test(request.url()))
  const list = page.waitForRequest(/\/files-(?!page)/)
  const opened = page.goto(`${server.origin}/disk/personalFile`)
  await list
  await main.release()
  await opened
  await expect(page.getByRole('main')).toBeVisible()
})

for (const { order, stored, names } of [
  { order: 'the usual order', stored: {}, names: ['a.txt', 'b.txt'] },
  {
    order: 'the order chosen there',
    stored: { 'clouddisk.files.views': '0 list instanceName desc' },
    names: ['b.txt', 'a.txt'],
  },
])
  test(`who is signed in and the personal files in ${order} are asked for while the page is fetched, once`, {
    tag: '@core',
  }, async ({ context, server, person, api }) => {
    for (const name of ['a.txt', 'b.txt']) await api.upload('0', name, Buffer.from(name))
    await signInByCall(context, server, person)
    const page = await context.newPage()
    await preset(page, stored)
    const asked = requestedPaths(page)
    // Its first answer has all that is shown read again.
    await hold(page, isCall('changes/stream'))
    const main = await hold(page, (request) => /\/page-[^/]*\.js$/.test(request.url()))
    const calls = ['/user/currentUser', '/instance/page']
    const early = calls.map((call) => page.waitForRequest((request) => request.url().includes(call)))
    const opened = page.goto(`${server.origin}/disk/`)
    await Promise.all(early)
    await main.release()
    await opened
    await expectNames(page, names)
    for (const call of calls) expect(asked.filter((path) => path.endsWith(call))).toHaveLength(1)
  })

test('what was asked for before signing in is asked for again afterwards', async ({
  context,
  server,
  person,
  api,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  const page = await context.newPage()
  const asked = requestedPaths(page)
  // Its first answer has all that is shown read again.
  await hold(page, isCall('changes/stream'))
  await page.goto(`${server.origin}/disk/`)
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(row(page, 'a.txt')).toBeVisible()
  // One when the page opens, one when signing in, one after it. A list that got the early 401 would cause more.
  expect(asked.filter((path) => path.endsWith('/user/currentUser'))).toHaveLength(3)
})
