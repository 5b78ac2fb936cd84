import { readFile } from 'node:fs/promises'
import { ERRORS } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import type { Page } from '@playwright/test'
import { docx } from '../../server/test/make-docx.ts'
import { signIn } from '../../server/test/person.ts'
import { png } from '../../server/test/pictures.ts'
import { nameIn, row } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, test } from '../support/test.ts'

const previewOf = (page: Page, name: string) =>
  page.getByRole('dialog').filter({ has: page.getByTitle(name, { exact: true }) })

test('pictures are shown, turned, zoomed, and walked through (R56)', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  await api.upload('0', '1.png', png(640, 400, [30, 120, 200]))
  await api.upload('0', '2.png', png(200, 900, [200, 80, 40]))
  await expect(row(drive, '2.png')).toBeVisible()
  await nameIn(drive, '1.png').dblclick()
  const preview = previewOf(drive, '1.png')
  const picture = preview.locator('img')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await expect(preview).toContainText('640 × 400')
  await preview.getByRole('button', { name: '放大' }).click()
  await preview.getByRole('button', { name: '旋转' }).click()
  await drive.keyboard.press('ArrowRight')
  const second = previewOf(drive, '2.png')
  await expect(second).toContainText('200 × 900')
  await expect(second).toContainText('2 / 2')
  await second.getByRole('button', { name: '收藏' }).click()
  await expect(second.getByRole('button', { name: '取消收藏' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(second).toBeHidden()
  await expect(row(drive, '2.png').getByRole('img', { name: '已收藏' })).toBeVisible()
})

test('a name that is cut when space is short is read out as one', async ({ drive, api }) => {
  const name = 'Contract 2026 合同.pdf.txt'
  await api.upload('0', name, Buffer.from('a'))
  await expect(nameIn(drive, name)).toBeVisible()
  await expect(drive.getByRole('gridcell', { name, exact: true })).toBeVisible()
  await nameIn(drive, name).dblclick()
  await expect(drive.getByRole('dialog').getByRole('heading', { name, exact: true })).toBeVisible()
})

test('text is shown as it was written, whatever its encoding', async ({ drive, api }) => {
  await api.upload('0', 'utf8.txt', Buffer.from('第一行\n第二行'))
  await api.upload('0', 'gb.txt', Buffer.from([0xd6, 0xd0, 0xce, 0xc4]))
  await nameIn(drive, 'utf8.txt').dblclick()
  await expect(drive.getByRole('dialog').locator('.cm-line')).toHaveText(['第一行', '第二行'])
  await drive.keyboard.press('Escape')
  await nameIn(drive, 'gb.txt').dblclick()
  await expect(drive.getByRole('dialog').locator('.cm-line')).toHaveText(['中文'])
})

test('a page is shown without scripts, and nothing of it leaves', async ({
  drive,
  api,
  context,
  problems,
}) => {
  problems.expect(/Content Security Policy|Blocked form submission/)
  const outside: string[] = []
  await context.route(/example\.com/, (route) => {
    outside.push(route.request().url())
    return route.fulfill({ body: 'outside' })
  })
  const home = 'http://example.com'
  const page = `<html><head><meta http-equiv="refresh" content="0;url=${home}/refresh"><base href="${home}/">
    <link rel="stylesheet" href="${home}/a.css"><link rel="preconnect" href="${home}">
    <link rel="prefetch" href="${home}/prefetch"><style>@import url(${home}/b.css); h1 { color: rgb(1, 2, 3) }</style></head>
    <body background="${home}/body.png"><h1>你好</h1><img src="${home}/a.png" srcset="${home}/b.png 2x"><img src="/disk/d/x">
    <a id="away" href="${home}/link" ping="${home}/ping">away</a><a href="#below">down</a><div style="height: 3000px"></div><p id="below">below</p>
    <iframe src="${home}/frame"></iframe><object data="${home}/object"></object><embed src="${home}/embed">
    <video autoplay src="${home}/video.mp4" poster="${home}/poster.png"></video>
    <svg><image href="${home}/svg.png"/><use href="${home}/use.svg#x"/></svg>
    <div style="background: url(${home}/style.png)">styled</div>
    <form action="${home}/form"><button>send</button></form>
    <script>document.title = "owned"; fetch("${home}/script")</script><img src=x onerror="parent.owned = 1">
    </body></html>`
  await api.upload('0', 'page.html', Buffer.from(page))
  await nameIn(drive, 'page.html').dblclick()
  const preview = previewOf(drive, 'page.html')
  const frame = preview.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: '你好' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await frame.getByText('away').click()
  await frame.getByRole('button', { name: 'send' }).click()
  await frame.getByText('down').click()
  await expect(frame.getByText('below')).toBeInViewport()
  // Complete when all that the page names was loaded or refused.
  const readyState = () => frame.locator(':root').evaluate((root) => root.ownerDocument.readyState)
  await expect.poll(readyState).toBe('complete')
  expect(outside).toEqual([])
  expect(await drive.title()).not.toContain('owned')
  expect(await drive.evaluate(() => 'owned' in window)).toBe(false)
  await preview.getByRole('radio', { name: '源代码' }).click()
  await expect(preview).toContainText('<h1>你好</h1>')
})

test('a drawing with script is a picture alone', async ({ drive, api }) => {
  const evil = 'parent.document.title="owned";document.title="owned"'
  await api.upload(
    '0',
    'drawing.svg',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${evil}</script></svg>`),
  )
  await nameIn(drive, 'drawing.svg').dblclick()
  const preview = previewOf(drive, 'drawing.svg')
  await expect(preview.locator('img')).toBeVisible()
  await expect(preview.locator('iframe')).toHaveCount(0)
  expect(await drive.title()).not.toContain('owned')
})

test('a picture of too many pixels is not even fetched', async ({ drive, api }) => {
  const bytes = png(1, 1, [0, 0, 0])
  bytes.writeUInt32BE(10_001, 16)
  await api.upload('0', 'wide.png', bytes)
  const fetched: string[] = []
  drive.on('request', (request) => {
    if (request.url().includes('/disk/d/')) fetched.push(request.url())
  })
  await nameIn(drive, 'wide.png').dblclick()
  const preview = previewOf(drive, 'wide.png')
  await expect(preview).toContainText('10001 × 1 像素')
  await expect(preview.getByRole('status').getByRole('button', { name: '下载' })).toBeVisible()
  expect(fetched).toEqual([])
})

test('an Office file is converted and opens once that is done', async ({ drive, api }) => {
  test.setTimeout(CONVERSION_MS + 30_000)
  await api.upload('0', '方案.docx', docx(['重庆银行季度报告']))
  const converting = await drive.route('**/instance/preview?*', (route) =>
    route.fulfill({
      json: {
        errcode: 0,
        errmsg: '',
        data: { kind: 'pdf', state: 'converting', couldBePlay: false, progress: 0.4 },
        traceId: 'x',
      },
    }),
  )
  await nameIn(drive, '方案.docx').dblclick()
  const preview = previewOf(drive, '方案.docx')
  await expect(preview).toContainText('正在转换')
  await expect(preview.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  await converting.dispose()
  await expect(preview.locator('.textLayer')).toContainText('重庆银行季度报告', { timeout: CONVERSION_MS })
})

/** Longer where LibreOffice is not installed. */
const CONVERSION_MS = 180_000

test('its address opened by itself shows no page of ours either', async ({ drive, api, context }) => {
  const file = await api.upload('0', 'page.html', Buffer.from('<script>document.title="owned"</script>'))
  const url = `${new URL(drive.url()).origin}/disk/api/instance/getDownloadUrl?instanceId=${file.instanceId}`
  const { data } = (await (await context.request.get(url)).json()) as { data: string }
  const answer = await context.request.get(data)
  expect(answer.headers()['content-disposition']).toMatch(/^attachment/)
  expect(answer.headers()['x-content-type-options']).toBe('nosniff')
  expect(answer.headers()['content-security-policy']).toContain('sandbox')
})

test('what a browser cannot show is offered for download', async ({ drive, api }) => {
  await api.upload('0', '方案.dwg', Buffer.from('not really'))
  await nameIn(drive, '方案.dwg').dblclick()
  const preview = previewOf(drive, '方案.dwg')
  await expect(preview).toContainText('不支持预览这种文件')
  const [download] = await Promise.all([
    drive.waitForEvent('download'),
    preview.getByRole('button', { name: '下载' }).first().click(),
  ])
  expect(download.suggestedFilename()).toBe('方案.dwg')
})

test('a broken picture says so', async ({ drive, api }) => {
  await api.upload('0', 'broken.png', Buffer.from('no picture at all'))
  await nameIn(drive, 'broken.png').dblclick()
  await expect(drive.getByRole('dialog')).toContainText('无法打开文件')
})

test('content whose store is away is said to be out of reach, and is shown by a fresh address once it is back', async ({
  drive,
  api,
  problems,
}) => {
  problems.expect(/status of 503/)
  await api.upload('0', 'away.png', png(640, 400, [30, 120, 200]))
  await api.upload('0', 'away.txt', Buffer.from('第一行'))
  for (const [name, shown] of [
    ['away.png', 'img'],
    ['away.txt', '.cm-content'],
  ] as const) {
    const addresses = new Set<string>()
    const isAway = await drive.route('**/disk/d/**', (route) => {
      addresses.add(route.request().url())
      return route.fulfill(refusedAs('store_away'))
    })
    await nameIn(drive, name).dblclick()
    const preview = previewOf(drive, name)
    await expect(preview).toContainText(ERRORS.store_away['zh-CN'])
    await isAway.dispose()
    const areOld = await drive.route('**/disk/d/**', (route) =>
      addresses.has(route.request().url()) ? route.fulfill(refusedAs('address_expired')) : route.continue(),
    )
    await preview.getByRole('button', { name: '重试' }).click()
    await expect(preview.locator(shown)).toBeVisible()
    await areOld.dispose()
    await drive.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  }
})

const refusedAs = (name: 'store_away' | 'address_expired') => {
  const { code: errcode, http: status, 'zh-CN': errmsg } = ERRORS[name]
  return { status, json: { errcode, errmsg, data: null, traceId: 'x' } }
}

test('content that the network keeps away is not said to be broken', async ({ drive, api, problems }) => {
  problems.expect(/ERR_CONNECTION_RESET/)
  await api.upload('0', 'cut.png', png(640, 400, [30, 120, 200]))
  await api.upload('0', 'cut.txt', Buffer.from('第一行'))
  await drive.route('**/disk/d/**', (route) => route.abort('connectionreset'))
  for (const name of ['cut.png', 'cut.txt']) {
    await nameIn(drive, name).dblclick()
    const preview = previewOf(drive, name)
    await expect(preview).toContainText('网络')
    await expect(preview.getByRole('button', { name: '重试' })).toBeVisible()
    await drive.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  }
})

/** Made by ffmpeg; sizes and codecs are in their names. */
const media = (name: string) => readFile(new URL(`../media/${name}`, import.meta.url))

test('a film whose picture the browser cannot show is offered for download, heard or not', async ({
  drive,
  api,
}) => {
  for (const [name, format] of [
    ['hevc.mp4', 'HEVC'],
    ['hevc-silent.mp4', 'HEVC'],
    ['theora.ogg', 'Theora'],
  ] as const) {
    await api.upload('0', name, await media(name))
    await expect(row(drive, name)).toBeVisible()
    await nameIn(drive, name).dblclick()
    const preview = previewOf(drive, name)
    await expect(preview).toContainText('无法播放此视频')
    await expect(preview).toContainText(`此浏览器不支持 ${format} 视频`)
    await expect(preview.locator('video, audio')).toHaveCount(0)
    const [download] = await Promise.all([
      drive.waitForEvent('download'),
      preview.getByRole('status').getByRole('button', { name: '下载' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    await drive.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  }
})

test('a recording of sound alone is played as sound', async ({ drive, api }) => {
  await api.upload('0', 'sound.ogg', await media('sound.ogg'))
  await nameIn(drive, 'sound.ogg').dblclick()
  const preview = previewOf(drive, 'sound.ogg')
  await expect(preview.locator('video')).toHaveCount(0)
  const sound = preview.locator('audio')
  await expect(sound).toBeVisible()
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration > 0)).toBe(true)
})

test('the encoding of text can be chosen, and is remembered for its file', async ({ drive, api }) => {
  await api.upload('0', 'big5.txt', Buffer.from([0xa4, 0xa4, 0xa4, 0xe5]))
  await api.upload('0', 'other.txt', Buffer.from('第一行'))
  const text = drive.getByRole('dialog').locator('.cm-content')
  const encoding = drive.getByRole('combobox', { name: '文字编码' })
  await nameIn(drive, 'big5.txt').dblclick()
  await encoding.click()
  await drive.getByRole('option', { name: 'Big5' }).click()
  await expect(text).toHaveText('中文')
  await drive.keyboard.press('Escape')
  await nameIn(drive, 'other.txt').dblclick()
  await expect(text).toHaveText('第一行')
  await expect(encoding).toContainText('自动（UTF-8）')
  await drive.keyboard.press('Escape')
  await nameIn(drive, 'big5.txt').dblclick()
  await expect(text).toHaveText('中文')
  await encoding.click()
  await drive.getByRole('option', { name: /自动/ }).click()
  await expect(text).not.toHaveText('中文')
})

test('who may look alone is not told to download', async ({ drive, api, server }) => {
  const owner = await signIn(server.origin, await newPerson(server), PASSWORD)
  const { instanceId } = await owner.call(createFolder, { instanceName: '只能看' })
  await owner.upload(instanceId, '方案.dwg', Buffer.from('not really'))
  await owner.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'viewer' }],
  })
  await drive.getByRole('link', { name: /^内部共享/ }).click()
  await nameIn(drive, '只能看').dblclick()
  await nameIn(drive, '方案.dwg').dblclick()
  const preview = previewOf(drive, '方案.dwg')
  await expect(preview).toContainText('你没有下载此文件的权限')
  await expect(preview.getByRole('button', { name: '下载' })).toHaveCount(0)
})
