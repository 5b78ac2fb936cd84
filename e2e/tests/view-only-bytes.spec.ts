import type { Page } from '@playwright/test'
import { film, hasFfmpeg, ORIGINALS } from '../../server/test/originals.ts'
import { SentBytes } from '../../server/test/sent-bytes.ts'
import { auditor } from '../support/axe.ts'
import { either } from '../support/files.ts'
import { bar, link, newFolder, folderRow as opener, rows, visit } from '../support/link-visit.ts'
import { PHONE } from '../support/phone.ts'
import { type Recorded, startRecorder } from '../support/recorder.ts'
import { anotherBrowser, expect, test, type Words } from '../support/test.ts'

/** A link that lets its visitors view and not download: nothing that a browser receives of it has 64 bytes of a file in a row. */

const MADE = { timeout: 120_000 }

const dialog = (page: Page) => page.getByRole('dialog')
const firstPage = (page: Page) =>
  dialog(page).getByRole('img', { name: either('第 1 页', 'Page 1'), exact: true })
test('no byte of a file is sent to those who may only view it', async ({
  browser,
  problems,
  server,
  api,
}) => {
  test.setTimeout(300_000)
  const top = await newFolder(api, '0', '资料')
  const originals = []
  for (const [name, make] of Object.entries(ORIGINALS)) {
    const bytes = await make(1)
    await api.upload(top, name, bytes)
    originals.push({ name, bytes, unlike: await make(2) })
  }
  const sent = new SentBytes(originals)
  const found = (responses: readonly Recorded[]) =>
    responses.flatMap(({ path, body }) => sent.find(body).map((run) => ({ path, ...run })))
  const recorder = await startRecorder()
  try {
    const context = await anotherBrowser(browser, problems, { proxy: { server: recorder.server } })
    const page = await context.newPage()
    const opened = await visit(page, server, await link(api, [top], { perms: ['view'] }))
    expect(await opened?.allHeaders()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    await expect(rows(page)).toHaveCount(originals.length)
    await lookAtAll(page)
    await context.close()
    const responses = recorder.responses()
    expect(found(responses)).toEqual([])
    // The pages, the list of names, and what players fetched.
    expect(responses.filter(({ path }) => path.endsWith('/link/previewPage')).length).toBeGreaterThan(7)
    const shown = responses.filter(({ path }) => path.startsWith('/disk/d/'))
    expect(shown.map(({ headers }) => headers['content-type']).some((type) => type === 'video/mp4')).toBe(
      hasFfmpeg,
    )
    for (const { headers } of shown)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })

    // The same look finds them where they are sent.
    const other = await newFolder(api, '0', '可下载')
    for (const { name, bytes } of originals) await api.upload(other, name, bytes)
    const downloader = await anotherBrowser(browser, problems, { proxy: { server: recorder.server } })
    const second = await downloader.newPage()
    const before = recorder.responses().length
    await visit(second, server, await link(api, [other], { perms: ['view', 'download'] }))
    await second.getByRole('main').getByRole('checkbox', { name: '全选' }).click()
    const [download] = await Promise.all([
      second.waitForEvent('download'),
      bar(second).getByRole('button', { name: '下载' }).click(),
    ])
    await download.path()
    await downloader.close()
    const all = found(recorder.responses().slice(before)).map(({ name }) => name)
    expect([...new Set(all)].sort()).toEqual(Object.keys(ORIGINALS))
  } finally {
    await recorder.close()
  }
})

async function lookAtAll(page: Page): Promise<void> {
  const next = () => dialog(page).getByRole('button', { name: '下一个' }).click()
  await opener(page, 'a.pdf').click()
  for (const name of ['a.pdf', 'b.docx', 'c.jpg', 'd.png', 'e.txt']) {
    await expect(dialog(page).getByRole('heading', { name })).toBeVisible()
    await expect(firstPage(page)).toBeVisible(MADE)
    await dialog(page).getByRole('button', { name: '属性' }).first().click()
    await expect(dialog(page).getByRole('complementary')).toBeVisible()
    await dialog(page).getByRole('button', { name: '属性' }).first().click()
    await scrollThrough(page)
    await next()
  }
  await expect(dialog(page).getByRole('row').filter({ hasText: '合同.txt' })).toBeVisible(MADE)
  if (!hasFfmpeg) return
  await next()
  await playThrough(page, 'video')
  await next()
  await playThrough(page, 'audio')
}

/** Every page. */
async function scrollThrough(page: Page): Promise<void> {
  const number = dialog(page).getByRole('textbox', { name: '页码' })
  if ((await number.count()) === 0) return
  const count = Number(/\/ (\d+)/.exec((await dialog(page).getByRole('toolbar').innerText()) ?? '')?.[1])
  expect(count).toBeGreaterThan(0)
  for (let at = 1; at <= count; at++) {
    await number.fill(String(at))
    await number.press('Enter')
    const drawn = dialog(page).getByRole('img', { name: `第 ${at} 页`, exact: true })
    await expect(drawn).toBeVisible(MADE)
  }
}

async function playThrough(page: Page, kind: 'video' | 'audio'): Promise<void> {
  const player = dialog(page).locator(kind)
  await expect(player).toBeVisible(MADE)
  const isOver = () => player.evaluate((media: HTMLMediaElement) => media.ended)
  // It plays by itself.
  await expect.poll(isOver, MADE).toBe(true)
  await player.evaluate((media: HTMLMediaElement) => {
    media.currentTime = 0.5
  })
  await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.seeking)).toBe(false)
}

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
for (const language of LANGUAGES)
  test(`the name of who watches is over a video, also in full screen, ${language}`, async ({
    browser,
    problems,
    server,
    api,
  }) => {
    // Without ffmpeg the product shows no video to viewers, so there is nothing to mark.
    test.skip(!hasFfmpeg, 'ffmpeg is not installed')
    test.setTimeout(300_000)
    const { instanceId } = await api.upload('0', 'film.mp4', await film(3))
    const made = await link(api, [instanceId], { perms: ['view'] })
    for (const options of [{}, PHONE]) {
      const context = await anotherBrowser(browser, problems, options)
      const wardrobe = await context.newPage()
      await wardrobe.goto(`${server.origin}/disk/error/404`)
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const page = await context.newPage()
      const { check } = auditor(page, wardrobe, language)
      await visit(page, server, made)
      await page.getByRole('button', { name: either('预览', 'Preview') }).click()
      const video = dialog(page).locator('video')
      await expect(video).toBeVisible(MADE)
      await expect(dialog(page).getByRole('note')).toContainText('127.0.0.1')
      await check('a video that may only be viewed')
      const mark = dialog(page).locator('[data-mark]')
      await expect(mark).toHaveAttribute(
        'data-mark',
        new RegExp(`127\\.0\\.0\\.1.*…${made.linkPath.slice(-8)}$`),
      )
      expect(
        await video.evaluate((one: HTMLVideoElement) => [
          one.getAttribute('controlslist'),
          one.disablePictureInPicture,
        ]),
      ).toEqual(['nodownload nofullscreen noremoteplayback', true])
      await page.keyboard.press('f')
      const leave = page.getByRole('button', { name: either('退出全屏', 'Exit full screen') })
      await expect(leave).toBeVisible()
      const covered = () =>
        mark.evaluate((one) => {
          const { width, height } = one.getBoundingClientRect()
          return document.fullscreenElement?.contains(one) && width === innerWidth && height === innerHeight
        })
      await expect.poll(covered).toBe(true)
      await leave.click()
      await expect(leave).toHaveCount(0)
      // Full screen of the video element, without the mark, is replaced by that of the frame.
      await video.evaluate((one) => one.requestFullscreen())
      await expect.poll(() => video.evaluate((one) => document.fullscreenElement === one)).toBe(false)
      await context.close()
    }
  })
