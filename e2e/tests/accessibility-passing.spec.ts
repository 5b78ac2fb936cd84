import { createFavorites } from '@clouddisk/contract/favorites'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import type { BrowserContext, Page, Route } from '@playwright/test'
import type { Person } from '../../server/test/person.ts'
import { type Auditor, auditor } from '../support/axe.ts'
import type { Desk } from '../support/desk.ts'
import { dropFiles } from '../support/drop.ts'
import { heading, list, nameIn, row, toast } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { longPress, PHONE, phoneRow } from '../support/phone.ts'
import { NO_NETWORK } from '../support/problems.ts'
import type { Server } from '../support/server.ts'
import { anotherBrowser, expect, signInByCall, test, type Words } from '../support/test.ts'
import { expectUploadsDone, openTab, openTransfers, panel, question, transfer } from '../support/transfers.ts'

/** What comes and goes over the page, and the page on a phone, as axe sees them (see accessibility.spec.ts). */

const MB = 1024 * 1024
const FILES = ['说明.txt', '合同.pdf', '合影.jpg', '预算.xlsx']
const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(240_000)

/** A page that one person walks through in one language. */
interface Walk extends Auditor {
  readonly page: Page
  readonly desk: Desk
  /** The word of this language. */
  say(zh: string, en: string): string
  go(path: string): Promise<void>
  readonly folder: string
}

/** One page and one more that changes looks and language, for all walks of a browser. */
async function walks(context: BrowserContext, server: Server, desk: Desk, folder: string) {
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return async (language: Words): Promise<Walk> => {
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    return {
      ...auditor(page, wardrobe, language),
      page,
      desk,
      say: (zh, en) => (language === 'zh-CN' ? zh : en),
      go: async (path) => {
        await page.goto(`${server.origin}/disk/${path}`)
        await expect(heading(page)).toBeVisible()
      },
      folder,
    }
  }
}

async function layOut(api: Person): Promise<string> {
  const { instanceId } = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  const saved = []
  for (const name of [...FILES, '旧的.docx'])
    saved.push(await api.upload(instanceId, name, Buffer.from(name)))
  await api.call(createFavorites, { instanceIds: [instanceId, saved[1]?.instanceId ?? ''] })
  await api.call(removeInstances, { instanceIds: [saved.at(-1)?.instanceId ?? ''] })
  return instanceId
}

test('axe finds nothing in what comes and goes', async ({ context, server, person, api, desk, problems }) => {
  problems.expect(NO_NETWORK)
  const folder = await layOut(api)
  await signInByCall(context, server, person)
  const walkIn = await walks(context, server, desk, folder)
  for (const language of LANGUAGES) {
    const walk = await walkIn(language)
    await walk.go(`personalFile?folder=${folder}`)
    await expect(row(walk.page, '说明.txt')).toBeVisible()
    await test.step(`messages and downloads, ${language}`, () => messagesAndDownloads(walk))
    await test.step(`uploads, ${language}`, () => uploads(walk))
    await test.step(`server away, ${language}`, () => serverAway(walk))
  }
})

/** Of the addresses asked for, the first is given, the second refused, and the others are waited for. */
async function downloadsStop(page: Page): Promise<void> {
  let asked = 0
  const refused = { errcode: 90000, errmsg: '', data: null, traceId: 't' }
  const answer = async (route: Route) => {
    asked++
    if (asked === 1) await route.continue()
    else if (asked === 2) await route.fulfill({ json: refused })
  }
  await page.route('**/disk/api/instance/getDownloadUrl*', answer)
}

async function messagesAndDownloads({ page, say, check }: Walk): Promise<void> {
  await downloadsStop(page)
  await nameIn(page, '说明.txt').click()
  await page.keyboard.press('Delete')
  await question(page)
    .getByRole('button', { name: say('移入回收站', 'Move to recycle bin') })
    .click()
  const undo = page.getByRole('button', { name: say('撤销', 'Undo') })
  // Messages stay as long as the pointer is on them.
  await undo.hover()
  await list(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Shift+s')
  await expect(toast(page, say('下载失败', 'Couldn’t download'))).toBeVisible()
  await check('messages', `[aria-label=${say('通知', 'Notifications')}]`)
  await undo.click()
  await expect(row(page, '说明.txt')).toBeVisible()

  await openTab(page, '下载')
  await expect(transfer(page, '合影.jpg')).toContainText(say('失败', 'Failed'))
  await check('transfers: downloads begun, failed and waiting')
  await panel(page)
    .getByRole('button', { name: say('传输失败怎么办', 'Help with failed transfers') })
    .click()
  await expect(page.getByText('[305]')).toBeVisible()
  await check('transfers: help')
  await page.keyboard.press('Escape')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function uploads({ page, desk, say, check }: Walk): Promise<void> {
  const name = say('长片.bin', 'film.bin')
  const parts = await hold(page, isPart, 1)
  await dropFiles(page, [await desk.file(name, 9 * MB)], list(page))
  await parts.arrived
  await panel(page)
    .getByRole('button', { name: say('最小化', 'Minimize') })
    .click()
  await expect(page.getByRole('region', { name: say('传输列表', 'Transfers') })).toContainText(name)
  await check('transfers: minimised', `section[aria-label=${say('传输列表', 'Transfers')}]`)
  await parts.release()
  await expectUploadsDone(page)
  await openTab(page, '已完成')
  await expect(panel(page).getByRole('grid')).toContainText(name)
  await check('transfers: finished, with records')
  await page.keyboard.press('Escape')

  await desk.file('again/说明.txt', 'another')
  await dropFiles(page, [desk.at('again/说明.txt'), await desk.file(`again/${name}`, 'other')], list(page))
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible()
  await check('several taken names')
  await page.keyboard.press('Escape')
}

async function serverAway({ page, say, check }: Walk): Promise<void> {
  await page.route(/\/disk\/api\/|\/healthz/, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: say('我的收藏', 'My favorites') }).click()
  await expect(page.getByText(say('连不上服务器', 'Can’t reach the server'))).toBeVisible()
  await expect(page.getByRole('button', { name: say('重试', 'Retry') }).first()).toBeVisible()
  await check('server away', 'main, [role=status]')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

test('axe finds nothing on a phone', async ({ browser, server, person, api, desk, problems }) => {
  const folder = await layOut(api)
  const context = await anotherBrowser(browser, problems, { ...PHONE, reducedMotion: 'reduce' })
  const walkIn = await walks(context, server, desk, folder)
  for (const language of LANGUAGES) {
    const walk = await walkIn(language)
    await context.clearCookies()
    await walk.go('login')
    await walk.check('phone: sign-in')
    await signInByCall(context, server, person)
    await test.step(`files, ${language}`, () => phoneFiles(walk))
    await test.step(`other pages, ${language}`, () => phonePages(walk))
    await test.step(`transfers, ${language}`, () => phoneTransfers(walk))
  }
  await context.close()
})

async function phoneFiles({ page, say, go, check, folder }: Walk): Promise<void> {
  await go(`personalFile?folder=${folder}`)
  await expect(phoneRow(page, '合同.pdf')).toBeVisible()
  await check('phone: files')
  await phoneRow(page, '合同.pdf').getByRole('button').last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('phone: what can be done with a file')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: say('打开菜单', 'Open menu') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('phone: menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await longPress(page, '合同.pdf')
  await check('phone: files, one chosen')
}

async function phonePages({ page, go, check }: Walk): Promise<void> {
  await go('myCollect')
  await expect(phoneRow(page, '合同.pdf')).toBeVisible()
  await check('phone: favorites')
  await go('recycleBin')
  await expect(phoneRow(page, '旧的.docx')).toBeVisible()
  await check('phone: bin')
  await go('error/404')
  await check('phone: error 404')
}

async function phoneTransfers({ page, desk, say, go, check, folder }: Walk): Promise<void> {
  const name = say('长片.bin', 'film.bin')
  await go(`personalFile?folder=${folder}`)
  await expect(phoneRow(page, '合同.pdf')).toBeVisible()
  const parts = await hold(page, isPart, 1)
  await dropFiles(page, [await desk.file(name, 9 * MB)], list(page))
  await parts.arrived
  await openTransfers(page)
  await expect(transfer(page, name)).toBeVisible()
  await check('phone: transfers')
  await transfer(page, name).getByRole('checkbox').click()
  await panel(page)
    .getByRole('toolbar')
    .getByRole('button', { name: say('删除', 'Delete') })
    .click()
  await expect(question(page)).toBeVisible()
  await check('phone: delete an upload?')
  await question(page)
    .getByRole('button', { name: say('删除上传', 'Delete upload') })
    .click()
  await expect(transfer(page, name)).toHaveCount(0)
  await parts.release()
}
