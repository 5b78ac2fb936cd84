import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import type { Page, Request } from '@playwright/test'
import { manyPagesPdf } from '../../server/test/pdfs.ts'
import { signIn } from '../../server/test/person.ts'
import { photo } from '../../server/test/photo.ts'
import { auditor } from '../support/axe.ts'
import { either, nameIn } from '../support/files.ts'
import { link, folderRow as opener, visit } from '../support/link-visit.ts'
import { PHONE } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, test, type Words } from '../support/test.ts'

/** Files that may be viewed and not downloaded: pages with the reader's name in them. */

const JPEG = Buffer.from([0xff, 0xd8])
const DRAWN = { timeout: 60_000 }

const dialog = (page: Page) => page.getByRole('dialog')
const pageIn = (page: Page, number: number) =>
  dialog(page).getByRole('img', { name: either(`第 ${number} 页`, `Page ${number}`), exact: true })
const document = (page: Page) => dialog(page).getByRole('document')

/** All that the browser was sent, of every kind. */
function record(page: Page): () => Promise<Buffer[]> {
  const bodies: Promise<Buffer>[] = []
  const read = async (request: Request) => (await request.response())?.body() ?? Buffer.alloc(0)
  page.on('requestfinished', (request) => bodies.push(read(request).catch(() => Buffer.alloc(0))))
  return () => Promise.all(bodies)
}

const PIECE = 64

/** Pieces of 64 bytes of a file that were sent, wherever in an answer. */
function sentOf(original: Buffer, bodies: readonly Buffer[]): number {
  const text = original.toString('latin1')
  const pieces = new Set<string>()
  for (let at = 0; at + PIECE <= text.length; at += PIECE) pieces.add(text.slice(at, at + PIECE))
  let sent = 0
  for (const body of bodies.map((one) => one.toString('latin1')))
    for (let at = 0; at + PIECE <= body.length; at++) if (pieces.has(body.slice(at, at + PIECE))) sent++
  return sent
}

test('a visitor reads a document page by page, and none of its bytes is sent', async ({
  page,
  server,
  api,
}) => {
  const original = manyPagesPdf({ pages: 12 })
  const picture = await photo()
  const { instanceId: top } = await api.call(createFolder, { parentId: '0', instanceName: '合同' })
  await api.upload(top, '合同.pdf', original)
  await api.upload(top, '现场.jpg', picture)
  const bodies = record(page)
  await visit(page, server, await link(api, [top], { perms: ['view'] }))
  await opener(page, '合同.pdf').click()
  await expect(pageIn(page, 1)).toBeVisible(DRAWN)
  await expect(dialog(page).getByRole('note')).toContainText('仅供查看。每页都带有“访客 127.0.0.1”的水印。')
  await expect(dialog(page).getByRole('button', { name: '下载' })).toHaveCount(0)
  const number = dialog(page).getByRole('textbox', { name: '页码' })
  await number.fill('12')
  await number.press('Enter')
  await expect(pageIn(page, 12)).toBeVisible(DRAWN)
  await expect(number).toHaveValue('12')
  await dialog(page).getByRole('button', { name: '上一页' }).click()
  await expect(pageIn(page, 11)).toBeVisible(DRAWN)
  // Pages that are far away are not there.
  await expect(pageIn(page, 1)).toHaveCount(0)
  const width = async () => (await pageIn(page, 11).boundingBox())?.width ?? 0
  const before = await width()
  await document(page).focus()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(before)
  await page.keyboard.press('0')
  await expect.poll(width).toBeLessThan(before)
  await dialog(page).getByRole('button', { name: '下一个' }).click()
  await expect(pageIn(page, 1)).toBeVisible(DRAWN)
  await expect(dialog(page)).toContainText('4000 × 3000')
  await dialog(page).getByRole('button', { name: '属性' }).click()
  await expect(dialog(page).getByRole('complementary')).toContainText('4000 × 3000')
  const sent = await bodies()
  expect(sent.filter((body) => body.subarray(0, 2).equals(JPEG)).length).toBeGreaterThan(3)
  expect([sentOf(original, sent), sentOf(picture, sent)]).toEqual([0, 0])
})

test('a page that fails says why, and is fetched again', async ({ page, server, api }) => {
  const { instanceId } = await api.upload('0', '合同.pdf', manyPagesPdf({ pages: 1 }))
  // Without a complaint of the browser, which a lost connection would be.
  await page.route('**/link/previewPage?*', (route) =>
    route.fulfill({ status: 200, json: { errcode: 99001, errmsg: '服务器出错' } }),
  )
  await visit(page, server, await link(api, [instanceId], { perms: ['view'] }))
  await page.getByRole('button', { name: '预览' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('第 1 页打开失败', DRAWN)
  await page.unroute('**/link/previewPage?*')
  await dialog(page).getByRole('button', { name: '重试' }).click()
  await expect(pageIn(page, 1)).toBeVisible(DRAWN)
})

test('in the drive, a viewer of a share reads pages with the own name', { tag: '@core' }, async ({
  drive,
  api,
  server,
}) => {
  const owner = await signIn(server.origin, await newPerson(server), PASSWORD)
  const { instanceId } = await owner.call(createFolder, { instanceName: '只能看' })
  await owner.upload(instanceId, '说明.txt', Buffer.from('第一行\n'.repeat(200)))
  await owner.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'viewer' }],
  })
  await drive.getByRole('link', { name: /^内部共享/ }).click()
  await nameIn(drive, '只能看').dblclick()
  await nameIn(drive, '说明.txt').dblclick()
  await expect(pageIn(drive, 1)).toBeVisible(DRAWN)
  await expect(dialog(drive).getByRole('note')).toContainText(api.user.userName)
  await expect(dialog(drive)).toContainText('/ 4')
})

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
for (const language of LANGUAGES)
  test(`axe finds nothing, also on a phone, ${language}`, async ({ browser, problems, server, api }) => {
    test.setTimeout(240_000)
    const { instanceId } = await api.upload('0', '合同.pdf', manyPagesPdf({ pages: 4 }))
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
      await expect(pageIn(page, 1)).toBeVisible(DRAWN)
      if (options === PHONE) {
        const { width = 0 } = (await pageIn(page, 1).boundingBox()) ?? {}
        expect(width).toBeLessThan(391)
      }
      await check('pages')
      await context.close()
    }
  })
