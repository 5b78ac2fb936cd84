import { pageLinks } from '@clouddisk/contract/links'
import { DAY, HOUR, SECOND } from '@clouddisk/contract/time'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { choose, either, menuOf, toast } from '../support/files.ts'
import { folderRow, heading, newFolder, rows, visit } from '../support/link-visit.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, speak, test, type Words } from '../support/test.ts'

/** The life of an external link, from its creation to its end, as its owner and a visitor see it. */

interface Window {
  readonly name: string
  readonly language: Words
  readonly phone: boolean
  readonly options: Parameters<typeof anotherBrowser>[2]
}
const WINDOWS: readonly Window[] = [
  { name: 'a phone, zh-CN', language: 'zh-CN', phone: true, options: PHONE },
  {
    name: 'a desktop, en-US',
    language: 'en-US',
    phone: false,
    options: { viewport: { width: 1280, height: 800 } },
  },
]

const button = (within: Page | Locator, zh: string, en: string) =>
  within.getByRole('button', { name: either(zh, en) })
const note = (page: Page, text: RegExp) =>
  page.getByRole('dialog', { name: /^(通知|Notifications)$/ }).getByText(text)

/** Opens the notifications, which are read live. */
async function openBell(page: Page): Promise<void> {
  await page.mouse.move(5, 5)
  await page.getByRole('button', { name: /^(通知|Notifications)(，|,|$)/ }).click()
}

/** The dialog of links, from the menu of a folder or its bottom sheet. */
async function shareLink(page: Page, name: string, phone: boolean): Promise<Locator> {
  if (phone) {
    await phoneRow(page, name).getByRole('button').last().tap()
    await button(page.getByRole('dialog'), '外链分享…', 'Share link…').tap()
  } else {
    await menuOf(page, name)
    await choose(page, '外链分享…', 'Share link…')
  }
  return page.getByRole('dialog', { name: /^(外链|Share link|Link)/ })
}

async function signInOnPage(page: Page, account: string): Promise<void> {
  await page.getByLabel(either('账号', 'Account')).fill(account)
  await page.getByLabel(either('密码', 'Password')).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

for (const { name, language, phone, options } of WINDOWS)
  test(`a link is made, visited, ends and is extended (${name})`, async ({
    browser,
    server,
    problems,
    api,
  }) => {
    const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en)
    const window = async () => {
      const context = await anotherBrowser(browser, problems, { ...options, reducedMotion: 'reduce' })
      await speak(context, language)
      return context
    }
    const folder = await newFolder(api, '0', '媒体资料包')
    await newFolder(api, folder, '现场照片')
    await api.upload(folder, '说明.txt', Buffer.from('text'))
    await newFolder(api, '0', '投稿箱')
    const owner = await signedIn(await window(), server, api.user.userName)
    const visitor = await (await window()).newPage()
    // A link that has ended refuses what the page asks for.
    // The frames of downloads have no storage, where the test sets the language.
    problems.expect(/status of 40[13]/, /Failed to read the 'localStorage'/)

    const make = async (of: string, fill: (dialog: Locator) => Promise<void>) => {
      const dialog = await shareLink(owner, of, phone)
      await fill(dialog)
      await button(dialog, '创建外链', 'Create link').click()
      await expect(dialog.getByRole('heading', { name: either('外链已创建', 'Link created') })).toBeVisible()
      await button(dialog, '关闭', 'Close').click()
      const [made] = (await api.call(pageLinks, { keyword: of })).list
      if (!made) throw new Error('no link was made')
      return made
    }
    const media = await make('媒体资料包', async (dialog) => {
      await dialog.getByRole('radio', { name: say('预览、下载和转存', 'Download and save') }).click()
      await dialog.getByRole('checkbox', { name: say('预览加水印', 'Watermark previews') }).click()
    })
    expect(media).toMatchObject({ perms: ['view', 'download', 'save'], watermark: true })
    const box = await make('投稿箱', async (dialog) => {
      await dialog.getByRole('radio', { name: say('仅上传', 'Upload only') }).click()
      await expect(
        dialog.getByRole('checkbox', { name: say('预览加水印', 'Watermark previews') }),
      ).toHaveCount(0)
      await dialog.getByRole('checkbox', { name: say('不设提取码', 'No code') }).click()
    })
    expect(box).toMatchObject({ perms: ['upload'], code: '' })
    await owner.goto(`${server.origin}/disk/mySharing`)
    const mine = phoneRow(owner, '媒体资料包')
    await expect(mine).toContainText(say('0 次', '0 visits'))

    await visit(visitor, server, media)
    await visitor.getByLabel(either('提取码', 'Extraction code')).fill(media.code)
    await visitor.keyboard.press('Enter')
    await expect(rows(visitor)).toHaveCount(2)
    await expect(mine).toContainText(say('1 次', '1 visit'))
    await folderRow(visitor, '说明.txt').click()
    await expect(visitor.getByRole('img', { name: either('第 1 页', 'Page 1') })).toBeVisible({
      timeout: 60_000,
    })
    await visitor.goBack()
    const downloaded = visitor.waitForEvent('download')
    await button(visitor, '下载“说明.txt”', 'Download 说明.txt').click()
    await downloaded
    await saveAll(visitor, server)

    await visit(visitor, server, box)
    const chooser = visitor.waitForEvent('filechooser')
    await button(visitor, '选择文件', 'Choose files').click()
    await (await chooser).setFiles({ name: '稿件.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') })
    await expect(rows(visitor)).toHaveText([/稿件\.txt/])
    await expect(phoneRow(owner, '投稿箱')).toContainText(say('1 次', '1 visit'))

    // The counts that a phone's row has no room for are in the dialog.
    if (phone) await mine.tap()
    else await mine.dblclick()
    const dialog = owner.getByRole('dialog', { name: either('外链分享', 'Share link') })
    await expect(dialog).toContainText(say('下载1 次', 'Downloads1'))
    await expect(dialog).toContainText(say('转存1 次', 'Saves1'))
    await button(dialog, '关闭', 'Close').click()

    await openBell(owner)
    await expect(note(owner, /“媒体资料包”(的外链首次被打开| was opened for the first time)/)).toBeVisible()
    await expect(
      note(owner, /“投稿箱”的外链上传了 1 个文件|uploaded a file by your link to “投稿箱”/),
    ).toBeVisible()
    await server.linkEndsIn(media.shareId, 3 * DAY - HOUR)
    await expect(note(owner, /“媒体资料包”(的外链将于| expires on)/)).toBeVisible()

    // The list follows the clock: no call changed the link.
    await server.linkEndsIn(media.shareId, 12 * SECOND)
    await owner.reload()
    await expect(mine).toContainText(say('有效', 'Active'))
    await expect(mine).toContainText(say('已失效', 'Expired'), { timeout: 40_000 })
    await server.linkEndsIn(media.shareId, -SECOND)
    await openBell(owner)
    await expect(note(owner, /“媒体资料包”(的外链已失效| has expired)/)).toBeVisible()
    await owner.keyboard.press('Escape')
    await visit(visitor, server, media)
    await expect(heading(visitor)).toHaveText(say('链接已过期', 'This link has expired'))
    await expect(
      visitor.getByText(either('请向分享人重新索取链接。', 'Ask whoever shared it for a new one.')),
    ).toBeVisible()

    if (phone) await mine.tap()
    else await mine.dblclick()
    await button(dialog, '修改设置', 'Change settings').click()
    const settings = owner.getByRole('dialog', { name: either('修改外链设置', 'Link settings') })
    await settings.getByRole('radio', { name: say('1 周', '1 week') }).click()
    await button(settings, '保存', 'Save').click()
    await button(dialog, '关闭', 'Close').click()
    await expect(mine).toContainText(say('有效', 'Active'))
    await visit(visitor, server, media)
    await expect(rows(visitor)).toHaveCount(2)
  })

/** Saves all of the link, signs in on the way, and returns. */
async function saveAll(visitor: Page, server: Server): Promise<void> {
  const account = await newPerson(server)
  await button(visitor, '转存到网盘', 'Save to my files').click()
  await button(visitor.getByRole('alertdialog'), '登录', 'Sign in').click()
  await signInOnPage(visitor, account)
  const picker = visitor.getByRole('dialog', { name: either('转存到', 'Save to') })
  await button(picker, '转存到此处', 'Save here').click()
  await expect(toast(visitor, /已将 1 项转存|Saved 1 item/)).toBeVisible()
  const saved = await signIn(server.origin, account, PASSWORD)
  expect(await saved.tree()).toEqual({ 媒体资料包: { '说明.txt': 4, 现场照片: {} } })
}
