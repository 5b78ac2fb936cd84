import type { BrowserContext, Page } from '@playwright/test'
import { nameIn, row } from '../support/files.ts'
import { link, newFolder, visit } from '../support/link-visit.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { expect, signInByCall, test } from '../support/test.ts'

/** The page as an installed app: its manifest, and the worker that keeps its shell for times without a network. */

// Other tests do without: requests that a worker makes are not seen by their pages.
test.use({ serviceWorkers: 'allow' })

const MB = 1024 ** 2
const CACHES = ['clouddisk-page', 'clouddisk-assets']

/** A page whose worker has kept the shell. */
async function keptPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/disk/`)
  await expect(page.getByRole('main')).toBeVisible()
  await page.mouse.move(400, 400)
  await page.mouse.move(500, 450)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect
    .poll(
      async () =>
        (await keptFiles(page)).filter((path) => /(files|vendor|page)-\w+\.js$|\/disk\/$/.test(path)).length,
    )
    .toBeGreaterThanOrEqual(4)
  return page
}

const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async (names) => {
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  }, CACHES)

test('browsers offer to install the page', { tag: '@core' }, async ({ context, server, person }) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/`)
  await expect(page.getByRole('main')).toBeVisible()
  const devtools = await context.newCDPSession(page)
  const { errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest = JSON.parse(data) as {
    icons: { src: string; sizes: string; purpose?: string }[]
    shortcuts: { url: string }[]
  }
  const sizes = await Promise.all(
    manifest.icons
      .filter(({ src }) => src.endsWith('.png'))
      .map(async ({ src, sizes, purpose = 'any' }) => {
        const png = await (await context.request.get(server.origin + src)).body()
        expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
        return `${sizes} ${purpose}`
      }),
  )
  expect(sizes).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
  for (const { url } of manifest.shortcuts) {
    await page.goto(server.origin + url)
    await expect(page).toHaveURL(server.origin + url)
    await expect(page.getByRole('main')).toBeVisible()
  }
})

test('without a network the page opens, says so, and goes on by itself', async ({
  context,
  server,
  person,
  api,
  problems,
}) => {
  problems.expect(NO_NETWORK, /NetworkError/)
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await signInByCall(context, server, person)
  const page = await keptPage(context, server.origin)
  await context.setOffline(true)
  await page.goto(`${server.origin}/disk/recycleBin`)
  await expect(page.getByText('网络已断开，传输已暂停，恢复后自动继续。')).toBeVisible()
  await expect(page.getByRole('heading', { name: '页面无法打开' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()
  await page.goto(`${server.origin}/disk/`)
  await expect(row(page, 'a.txt')).toBeVisible()
})

test('the page of a newer version is shown at once, and files of the older one are dropped', async ({
  context,
  server,
  person,
}) => {
  await signInByCall(context, server, person)
  const page = await keptPage(context, server.origin)
  await page.evaluate(async () => {
    const html = '<!doctype html><title>old</title><main>old</main>'
    await (await caches.open('clouddisk-page')).put(
      '/disk/',
      new Response(html, { headers: { 'content-type': 'text/html' } }),
    )
    await (await caches.open('clouddisk-assets')).put('/disk/assets/old-1.js', new Response('old'))
  })
  await page.reload()
  await expect(page).toHaveTitle(/企业云盘/)
  await expect.poll(() => keptFiles(page)).not.toContain('/disk/assets/old-1.js')
  const kept = await page.evaluate(async () =>
    (await caches.match('/disk/', { cacheName: 'clouddisk-page' }))?.text(),
  )
  expect(kept).toContain('id="root"')
})

test('a page that is kept in place of an older one is kept with its files', async ({
  context,
  server,
  person,
}) => {
  await signInByCall(context, server, person)
  const page = await keptPage(context, server.origin)
  const named = await page.evaluate(async () => {
    const html = await (await caches.match('/disk/', { cacheName: 'clouddisk-page' }))?.text()
    await (await caches.open('clouddisk-page')).put(
      '/disk/',
      new Response('<title>old</title>', { headers: { 'content-type': 'text/html' } }),
    )
    await (await caches.open('clouddisk-assets')).put('/disk/assets/old-1.js', new Response('old'))
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    navigator.serviceWorker.controller?.postMessage({ keep: loaded })
    return Array.from(html?.matchAll(/"(\/disk\/assets\/[^"]+)"/g) ?? [], ([, path]) => path ?? '')
  })
  await expect.poll(() => keptFiles(page)).not.toContain('/disk/assets/old-1.js')
  expect(named.length).toBeGreaterThan(3)
  expect(await keptFiles(page)).toEqual(expect.arrayContaining(named))
})

test('calls, uploads, downloads and links pass by the worker, which keeps none of them', async ({
  context,
  server,
  person,
  api,
  desk,
}) => {
  const folder = await newFolder(api, '0', '资料')
  const shared = await link(api, [folder])
  await signInByCall(context, server, person)
  const page = await keptPage(context, server.origin)
  const byWorker: string[] = []
  context.on('response', (response) => {
    if (response.fromServiceWorker()) byWorker.push(new URL(response.url()).pathname)
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(await desk.file('large.bin', 20 * MB))
  await expect(row(page, 'large.bin')).toBeVisible()
  // One that has the address of a page but for its beginning.
  await api.upload('0', 'README', Buffer.from('read me'))
  for (const name of ['large.bin', 'README']) {
    await nameIn(page, name).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载', exact: true }).first().click()
    await (await download).path()
  }
  const visitor = await context.newPage()
  await visit(visitor, server, shared)
  await expect(visitor.getByRole('main')).toContainText('资料')
  expect(
    byWorker.filter(
      (path) => !/^\/disk\/(assets\/[\w.-]+|boot\.js|favicon\.svg|site\.webmanifest)$/.test(path),
    ),
  ).toEqual([])
  expect((await keptFiles(page)).filter((path) => /\/(api|objects|fileDownload)/.test(path))).toEqual([])
})
