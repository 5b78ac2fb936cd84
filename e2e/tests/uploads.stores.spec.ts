import { readFile } from 'node:fs/promises'
import { sha256Of, signIn } from '../../server/test/person.ts'
import { newBucket, settingsOf } from '../../server/test/stores/bucket.ts'
import { sha256OfFile } from '../support/desk.ts'
import { dropFiles } from '../support/drop.ts'
import { choose, list, menuOf, row } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD, type Server, startServer } from '../support/server.ts'
import { test as base, expect, newPerson, signedIn } from '../support/test.ts'
import { openTransfers, panel, question, rowButton, transfer } from '../support/transfers.ts'

/** A page that brings what it uploads to an S3 store itself, and fetches what it downloads there. */

const MB = 1024 * 1024

const test = base.extend<{ bucket: Server }>({
  /** Its content lies in the store. */
  bucket: [
    async ({ store, context }, use) => {
      const settings = settingsOf(await newBucket(store))
      const bucket = await startServer({ ...settings, CLOUDDISK_S3_DOWNLOADS: 'presigned' })
      try {
        // As whoever runs it does, once.
        await bucket.cli('storage', 'check', '--origin', bucket.origin)
        await use(bucket)
        // A page that is left open goes on following it.
        await context.close()
      } finally {
        await bucket.stop()
      }
    },
    { timeout: 120_000 },
  ],
})

test('large files go straight to the store, are paused, go on, arrive whole and come from there', async ({
  context,
  desk,
  store,
  bucket,
}) => {
  const person = await newPerson(bucket)
  const api = await signIn(bucket.origin, person, PASSWORD)
  const page = await signedIn(context, bucket, person)
  const straight: string[] = []
  page.on('requestfinished', (request) => {
    const { origin, searchParams } = new URL(request.url())
    if (origin === store.endpoint && request.method() === 'PUT')
      straight.push(searchParams.get('partNumber') ?? 'whole')
  })
  const [small, large] = [await desk.file('便签.txt', 'hello'), await desk.file('大文件.bin', 40 * MB)]
  await dropFiles(page, [small], list(page))
  await expect(row(page, '便签.txt')).toBeVisible()
  expect(straight).toEqual([])

  const parts = await hold(page, isPart, 3)
  await dropFiles(page, [large], list(page))
  await parts.arrived
  await openTransfers(page)
  await rowButton(page, '大文件.bin', '暂停').click()
  await expect(transfer(page, '大文件.bin')).toContainText('已暂停')
  await parts.release()
  await rowButton(page, '大文件.bin', '继续').click()
  await expect(row(page, '大文件.bin')).toBeVisible({ timeout: 60_000 })
  expect(new Set(straight)).toEqual(new Set(['1', '2', '3', '4', '5']))
  for (const item of await api.list()) {
    const sent = item.instanceName === '便签.txt' ? small : large
    expect(sha256Of(await api.download(item.instanceId))).toBe(await sha256OfFile(sent))
  }

  await menuOf(page, '便签.txt')
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, '下载')])
  expect(download.suggestedFilename()).toBe('便签.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('hello')
})

test('a store that goes away is waited for, as long as it takes, and told as such', async ({
  context,
  desk,
  store,
  bucket,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  const person = await newPerson(bucket)
  const api = await signIn(bucket.origin, person, PASSWORD)
  const page = await signedIn(context, bucket, person)
  const large = await desk.file('大文件.bin', 24 * MB)
  let losses = 0
  await page.route(`${store.endpoint}/**`, (route) => {
    if (route.request().url().includes('partNumber=1&')) losses++
    return route.abort('connectionrefused')
  })
  await dropFiles(page, [large], list(page))
  await openTransfers(page)
  const message = '存储暂无响应，恢复后自动继续'
  await expect(transfer(page, '大文件.bin')).toContainText(message)
  await expect(panel(page).getByText(message)).toHaveCount(2)
  // What is told by the server itself is given up after three retries.
  await expect.poll(() => losses, { timeout: 60_000 }).toBeGreaterThan(4)
  await expect(transfer(page, '大文件.bin')).toContainText(message)
  await page.unroute(`${store.endpoint}/**`)
  await expect(row(page, '大文件.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(large))
})

test('a page that was opened before the store was added is told to be reloaded, and goes on then', async ({
  context,
  desk,
  store,
  bucket,
  problems,
}) => {
  problems.expect(/Content Security Policy/)
  const person = await newPerson(bucket)
  const api = await signIn(bucket.origin, person, PASSWORD)
  await context.route(/\/disk\/$/, async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    const policy = (headers['content-security-policy'] ?? '').replaceAll(` ${store.endpoint}`, '')
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
  })
  const page = await signedIn(context, bucket, person)
  const large = await desk.file('大文件.bin', 24 * MB)
  await dropFiles(page, [large], list(page))
  await openTransfers(page)
  await expect(transfer(page, '大文件.bin')).toContainText(
    '存储设置已更新，此前打开的页面无法上传。请刷新所有打开的云盘页面再重试，已传的部分会保留。',
  )
  await context.unroute(/\/disk\/$/)
  await page.reload()
  await openTransfers(page)
  await rowButton(page, '大文件.bin', '重试').click()
  const pick = question(page).getByRole('button', { name: '选择文件' })
  await expect(pick.or(row(page, '大文件.bin'))).toBeVisible({ timeout: 30_000 })
  if (await pick.isVisible()) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick.click()])
    await chooser.setFiles(large)
  }
  await expect(row(page, '大文件.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(large))
})
