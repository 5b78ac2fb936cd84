import { createGroup } from '@clouddisk/contract/groups'
import type { Locator, Page } from '@playwright/test'
import { row } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { anotherBrowser, expect, preset, signInByCall, test } from '../support/test.ts'
import { openTransfers, rowButton, transfer } from '../support/transfers.ts'

/** Numbers, colours and defaults of A§9 and B§9, as the page has them. */

const MB = 1024 ** 2

const fillOf = (bar: Locator): Promise<string> =>
  bar.locator('div').evaluate((fill) => getComputedStyle(fill).backgroundColor)

/** Hue in degrees of a colour as the browser computes it. */
const hueOf = (page: Page, color: string): Promise<number> =>
  page.evaluate((given) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) throw new Error('no canvas')
    canvas.fillStyle = given
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
    const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
    const sixth =
      max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min)
    return (sixth * 60 + 360) % 360
  }, color)

test('what uploads is blue, what is paused amber, in the dark too (R254)', { tag: '@core' }, async ({
  drive,
  desk,
}) => {
  const parts = await hold(drive, isPart)
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(await desk.file('a.bin', 20 * MB))
  await parts.arrived
  await openTransfers(drive)
  const bar = transfer(drive, 'a.bin').getByRole('progressbar')
  for (const theme of ['light', 'dark']) {
    await drive.evaluate((to) => {
      document.documentElement.dataset.theme = to
    }, theme)
    const hue = await hueOf(drive, await fillOf(bar))
    expect(hue, theme).toBeGreaterThan(200)
    expect(hue, theme).toBeLessThan(240)
  }
  await rowButton(drive, 'a.bin', '暂停').click()
  await expect(transfer(drive, 'a.bin')).toContainText('已暂停')
  for (const theme of ['light', 'dark']) {
    await drive.evaluate((to) => {
      document.documentElement.dataset.theme = to
    }, theme)
    const hue = await hueOf(drive, await fillOf(bar))
    expect(hue, theme).toBeGreaterThan(25)
    expect(hue, theme).toBeLessThan(50)
  }
  await parts.release()
})

test('a table is as high as the page less what is above it and 56 px for its pages (R254)', async ({
  drive,
  api,
  server,
}) => {
  for (let n = 1; n <= 12; n++) await api.upload('0', `${n}.txt`, Buffer.from(`${n}`))
  await drive.goto(`${server.origin}/disk/personalTable?size=10`)
  const table = drive.getByRole('main').getByRole('grid')
  await expect(row(drive, '12.txt')).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [1024, 600],
  ] as const) {
    await drive.setViewportSize({ width, height })
    const heightLess = async () => {
      const box = await table.boundingBox()
      return box && Math.round(height - box.y - box.height)
    }
    await expect.poll(heightLess, { message: `at ${width} × ${height}` }).toBe(56)
  }
  // What is not in view is scrolled inside it, and the page stays.
  expect(await table.evaluate((grid) => grid.scrollHeight > grid.clientHeight)).toBe(true)
  expect(await drive.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
})

test('a search waits until nothing was typed for 280 ms (R254)', async ({ drive, api }) => {
  await api.call(createGroup, { groupName: '品牌组', capacity: 1 })
  await drive.getByRole('link', { name: '群组文件' }).click()
  await expect(drive.getByText('品牌组').first()).toBeVisible()
  await drive.clock.install()
  await drive.clock.pauseAt(await drive.evaluate(() => Date.now() + 1000))
  const asked: string[] = []
  drive.on('request', (request) => {
    const text = decodeURIComponent(request.url()) + (request.postData() ?? '')
    if (text.includes('牌')) asked.push(text)
  })
  const field = drive.getByRole('searchbox', { name: '搜索群组' })
  await field.fill('牌')
  await drive.clock.runFor(200)
  await field.fill('牌组')
  await drive.clock.runFor(270)
  expect(asked).toEqual([])
  const request = drive.waitForRequest((one) =>
    (decodeURIComponent(one.url()) + (one.postData() ?? '')).includes('牌组'),
  )
  await drive.clock.runFor(20)
  await request
  expect(asked).toHaveLength(1)
})

test('a part of the page that has not come in 120 s is an error, which reloading solves (R249)', async ({
  drive,
  problems,
}) => {
  problems.expect(/did not load within|PartFailed/)
  const part = await hold(drive, (request) => /\/favorites-page-[\w-]+\.js/.test(request.url()))
  await drive.clock.install()
  await drive.clock.pauseAt(await drive.evaluate(() => Date.now() + 1000))
  await drive.getByRole('link', { name: '我的收藏' }).click()
  await part.arrived
  await drive.clock.fastForward(119_000)
  await expect(drive.getByText('部分页面没有加载成功')).toHaveCount(0)
  await drive.clock.fastForward(2000)
  await expect(drive.getByText('部分页面没有加载成功')).toBeVisible()
  await part.release()
  await drive.clock.resume()
  await drive.getByRole('button', { name: '重新加载' }).click()
  await expect(drive.getByRole('heading', { name: '我的收藏' })).toBeVisible()
})

test('a new browser has Chinese and the red and black skin, whatever its own language (R255)', async ({
  browser,
  problems,
  server,
  person,
}) => {
  const context = await anotherBrowser(browser, problems, { locale: 'en-US', colorScheme: 'dark' })
  const page = await context.newPage()
  const expectDefaults = async () => {
    const root = page.locator('html')
    await expect(root).toHaveAttribute('lang', 'zh-CN')
    await expect(root).toHaveAttribute('data-skin', 'redblack')
    await expect(root).not.toHaveAttribute('data-theme', 'dark')
  }
  await page.goto(`${server.origin}/disk/`)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expectDefaults()
  await signInByCall(context, server, person)
  await page.goto(`${server.origin}/disk/`)
  await expect(page.getByRole('main')).toBeVisible()
  await expectDefaults()
})

const FAMILIES = {
  'a.docx': '#2f6bea',
  'b.xlsx': '#1b8f56',
  'c.pptx': '#d9602a',
  'd.pdf': '#c8313c',
  'e.png': '#7c56dd',
  'f.mp4': '#c2378b',
  'g.mp3': '#0e8ea3',
  'h.zip': '#7a6a55',
  'i.html': '#3b78a8',
  'j.log': '#5c6675',
  'k.xyz': '#8b929e',
} as const

for (const theme of ['light', 'dark'] as const) {
  test(`eleven kinds of files have colours and drawings of their own: ${theme}`, async ({
    context,
    server,
    person,
    api,
  }) => {
    // Of the kind by its name alone.
    for (const name of Object.keys(FAMILIES)) await api.upload('0', name, Buffer.from('?'))
    await signInByCall(context, server, person)
    const page = await context.newPage()
    await preset(page, { 'clouddisk.theme': theme })
    await page.goto(`${server.origin}/disk/`)
    const drawings = new Set<string>()
    for (const [name, color] of Object.entries(FAMILIES)) {
      const icon = row(page, name).locator('svg[viewBox="0 0 26 26"]').first()
      await expect(icon).toBeVisible()
      await expect(icon.locator('path').first()).toHaveAttribute('fill', color)
      drawings.add(
        await icon.evaluate((svg) =>
          [...svg.children]
            .slice(2)
            .map((one) => one.outerHTML)
            .join(''),
        ),
      )
    }
    expect(drawings.size).toBe(Object.keys(FAMILIES).length)
  })
}
