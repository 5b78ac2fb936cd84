import { createFolder } from '@clouddisk/contract/files'
import { removeLinks } from '@clouddisk/contract/links'
import type { Page } from '@playwright/test'
import { legacyName, rawZip } from '../../server/test/make-archives.ts'
import { docx } from '../../server/test/make-docx.ts'
import { manyPagesPdf } from '../../server/test/pdfs.ts'
import { png } from '../../server/test/pictures.ts'
import { wav } from '../../server/test/wav.ts'
import { auditor } from '../support/axe.ts'
import { heading, link, folderRow as opener, rows, visit } from '../support/link-visit.ts'
import { PHONE } from '../support/phone.ts'
import { anotherBrowser, expect, test, type Words } from '../support/test.ts'

/** Visitors of links, who have no account, look at files. */

const CONVERTED = { timeout: 120_000 }

const dialog = (page: Page) => page.getByRole('dialog')
const previewOf = (page: Page, name: string) =>
  dialog(page).filter({ has: page.getByTitle(name, { exact: true }) })

test('every kind of file is shown, one after the other, by the calls of visitors alone', async ({
  page,
  server,
  api,
}) => {
  test.setTimeout(300_000)
  const { instanceId: top } = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  const archive = rawZip([{ name: legacyName('合同/说明.txt', 'gbk'), content: Buffer.from('说明') }])
  await api.upload(top, '1.png', png(640, 400, [30, 120, 200]))
  await api.upload(top, '2.txt', Buffer.from('第一行\n第二行'))
  await api.upload(top, '3.md', Buffer.from('# 标题\n'))
  await api.upload(top, '4.pdf', manyPagesPdf({ pages: 3 }))
  await api.upload(top, '5.zip', archive)
  await api.upload(top, '6.html', Buffer.from('<h1>你好</h1>'))
  await api.upload(top, '7.docx', docx(['会议纪要']))
  await api.upload(top, '8.wav', wav(2))
  await api.upload(top, '9.dwg', Buffer.from('drawing'))
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  // Files may be changed by visitors of this link, but not from its page.
  await visit(page, server, await link(api, [top], { perms: ['view', 'download', 'modify'] }))
  await opener(page, '1.png').click()
  await expect(previewOf(page, '1.png').locator('img')).toBeVisible()
  await expect(dialog(page)).toContainText('640 × 400')
  await expect(dialog(page)).toContainText('1 / 9')
  await expect(dialog(page).getByRole('button', { name: '上一个' })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: '属性' }).click()
  await expect(dialog(page).getByRole('complementary')).toContainText('位置资料')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).locator('.cm-line')).toHaveText(['第一行', '第二行'])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await opener(page, '3.md').click()
  await expect(dialog(page).getByRole('heading', { name: '标题' })).toBeVisible()
  await dialog(page).getByRole('button', { name: '下一个' }).click()
  await expect(dialog(page).locator('[data-page-number="1"] canvas').first()).toBeVisible(CONVERTED)
  await dialog(page).getByRole('button', { name: '下一个' }).click()
  await expect(dialog(page).getByRole('row').filter({ hasText: '合同' })).toBeVisible(CONVERTED)
  await dialog(page).getByRole('button', { name: '下一个' }).click()
  await expect(dialog(page).frameLocator('iframe').getByRole('heading', { name: '你好' })).toBeVisible()
  await dialog(page).getByRole('button', { name: '下一个' }).click()
  await expect(dialog(page).locator('[data-page-number="1"] canvas').first()).toBeVisible(CONVERTED)
  await dialog(page).getByRole('button', { name: '下一个' }).click()
  await expect(dialog(page).locator('audio')).toBeVisible()
  await dialog(page).getByRole('button', { name: '下一个' }).click()
  await expect(dialog(page)).toContainText('不支持预览这种文件')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: '下载' }).last().click(),
  ])
  expect(download.suggestedFilename()).toBe('9.dwg')
  for (const name of ['编辑', '收藏', '解压到…'])
    await expect(dialog(page).getByRole('button', { name })).toHaveCount(0)
  expect([...asked].filter((path) => /\/disk\/api\/(?!link\/|pub\/config)/.test(path))).toEqual([])
})

test('nothing changes a text or an archive', { tag: '@core' }, async ({ page, server, api }) => {
  const { instanceId: top } = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  await api.upload(top, 'a.zip', rawZip([{ name: Buffer.from('b.txt'), content: Buffer.from('b') }]))
  await api.upload(top, 'c.txt', Buffer.from('text'))
  await visit(page, server, await link(api, [top], { perms: ['view', 'download', 'modify'] }))
  await opener(page, 'a.zip').click()
  await expect(dialog(page).getByRole('row').filter({ hasText: 'b.txt' })).toBeVisible(CONVERTED)
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: /解压/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await opener(page, 'c.txt').click()
  await expect(dialog(page).locator('.cm-line')).toHaveText(['text'])
  await expect(dialog(page).getByRole('button', { name: '编辑' })).toHaveCount(0)
})

test('Back and Escape close it, Forward opens it, a reload leaves it, and the focus returns', async ({
  page,
  server,
  api,
}) => {
  const { instanceId: top } = await api.call(createFolder, { parentId: '0', instanceName: '照片' })
  const { instanceId: inner } = await api.call(createFolder, { parentId: top, instanceName: '产品' })
  await api.upload(inner, '1.png', png(64, 40, [30, 120, 200]))
  await visit(page, server, await link(api, [top]))
  await opener(page, '产品').click()
  await opener(page, '1.png').focus()
  await page.keyboard.press('Enter')
  await expect(previewOf(page, '1.png').locator('img')).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(heading(page)).toHaveText('产品')
  await page.goForward()
  await expect(previewOf(page, '1.png').locator('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener(page, '1.png')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.reload()
  await expect(heading(page)).toHaveText('产品')
  await expect(dialog(page)).toHaveCount(0)
  await opener(page, '1.png').click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(heading(page)).toHaveText('照片')
})

test('walks on to files that the list has not loaded yet', async ({ page, server, api }) => {
  const { instanceId: top } = await api.call(createFolder, { parentId: '0', instanceName: '很多' })
  for (let n = 0; n < 39; n++)
    await api.call(createFolder, { parentId: top, instanceName: `夹 ${String(n).padStart(3, '0')}` })
  for (const name of ['1.txt', '2.txt', '3.txt']) await api.upload(top, name, Buffer.from(`text of ${name}`))
  await visit(page, server, await link(api, [top]))
  await expect(rows(page)).toHaveCount(40)
  await opener(page, '1.txt').click()
  await expect(dialog(page)).toContainText('text of 1.txt')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page)).toContainText('text of 2.txt')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page)).toContainText('text of 3.txt')
  await expect(dialog(page).getByRole('button', { name: '下一个' })).toHaveCount(0)
})

test('one file without the permission to download; the link ends meanwhile', async ({
  page,
  server,
  api,
}) => {
  const { instanceId } = await api.upload('0', '通稿.txt', Buffer.from('通稿'))
  const { instanceId: other } = await api.upload('0', '图.png', png(64, 40, [30, 120, 200]))
  await visit(page, server, await link(api, [instanceId], { perms: ['view'] }))
  await page.getByRole('button', { name: '预览' }).click()
  await expect(dialog(page).getByRole('img', { name: '第 1 页' })).toBeVisible(CONVERTED)
  await expect(dialog(page).getByRole('button', { name: '下载' })).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: '下一个' })).toHaveCount(0)

  const made = await link(api, [instanceId, other], { perms: ['view'] })
  await visit(page, server, made)
  await expect(rows(page)).toHaveCount(2)
  await api.call(removeLinks, { shareIds: [made.shareId] })
  await opener(page, '图.png').click()
  await expect(dialog(page)).toContainText('打开失败')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('分享已停止')
})

test('a link for downloads alone opens no file', async ({ page, server, api }) => {
  const { instanceId: top } = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  await api.upload(top, 'a.txt', Buffer.from('text'))
  await visit(page, server, await link(api, [top], { perms: ['download'] }))
  await expect(rows(page)).toHaveCount(1)
  await expect(opener(page, 'a.txt')).toHaveCount(0)
})

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
for (const language of LANGUAGES)
  test(`axe finds nothing, also on a phone, ${language}`, async ({ browser, problems, server, api }) => {
    test.setTimeout(240_000)
    const { instanceId: top } = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
    await api.upload(top, '1.png', png(640, 400, [30, 120, 200]))
    await api.upload(top, '2.txt', Buffer.from('text'))
    const made = await link(api, [top])
    for (const options of [{}, PHONE]) {
      const context = await anotherBrowser(browser, problems, options)
      const wardrobe = await context.newPage()
      await wardrobe.goto(`${server.origin}/disk/error/404`)
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const page = await context.newPage()
      const { check } = auditor(page, wardrobe, language)
      await visit(page, server, made)
      await (options === PHONE ? opener(page, '1.png').tap() : opener(page, '1.png').click())
      await expect(previewOf(page, '1.png').locator('img')).toBeVisible()
      await check('picture')
      await dialog(page)
        .getByRole('button', { name: language === 'zh-CN' ? '下一个' : 'Next' })
        .click()
      await expect(dialog(page).locator('.cm-line')).toHaveText(['text'])
      await check('text')
      await context.close()
    }
  })
