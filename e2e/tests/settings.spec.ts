import { createFolder } from '@clouddisk/contract/files'
import { querySettings, saveSettings } from '@clouddisk/contract/settings'
import type { Locator, Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { withHost } from '../support/fake-host.ts'
import { expectNames, main, nameIn, row, toast } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { link } from '../support/link-visit.ts'
import { PHONE } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import {
  openSettings,
  SECTIONS,
  type Section,
  section,
  set,
  settings,
  userButton,
} from '../support/settings.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** A person's settings: each acts at once, here and in other windows, and is still there after a reload. */

const html = (page: Page): Locator => page.locator('html')
const close = (page: Page) => page.keyboard.press('Escape')
const pager = (page: Page): Locator => page.getByRole('combobox', { name: '每页条数' })

test('what the page looks like follows to other windows and stays (R42, R81, R9)', async ({
  drive,
  browser,
  server,
  person,
  problems,
}) => {
  const other = await signedIn(await anotherBrowser(browser, problems), server, person)
  await openSettings(drive)
  const expectBoth = async (attribute: string, value: string) => {
    for (const page of [drive, other]) await expect(html(page)).toHaveAttribute(attribute, value)
  }
  await set(drive, '皮肤', '蓝白')
  await expectBoth('data-skin', 'light')
  await set(drive, '外观', '深色')
  await expectBoth('data-theme', 'dark')
  await other.reload()
  await drive.reload()
  await expectBoth('data-skin', 'light')
  await expectBoth('data-theme', 'dark')
  await openSettings(drive)
  await set(drive, '皮肤', '红黑')
  await expectBoth('data-skin', 'redblack')
})

test('rows are as high as is set, and files are listed as is set where a folder has no view of its own (R81)', async ({
  drive,
  browser,
  server,
  person,
  api,
  problems,
}) => {
  for (const [name, size] of [
    ['a.txt', 1],
    ['b.txt', 3],
    ['c.txt', 2],
  ] as const)
    await api.upload('0', name, Buffer.alloc(size, name))
  const { instanceId } = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  for (const name of ['d.txt', 'e.txt']) await api.upload(instanceId, name, Buffer.from(name))
  const other = await signedIn(await anotherBrowser(browser, problems), server, person)
  await expectNames(other, ['资料', 'a.txt', 'b.txt', 'c.txt'])
  const height = async (page: Page) => (await row(page, 'a.txt').boundingBox())?.height ?? 0
  const before = await height(other)
  await openSettings(drive)
  await set(drive, '列表密度', '紧凑')
  await expect.poll(() => height(other)).toBeLessThan(before)
  await section(drive, '文件')
  await set(drive, '排序依据', '大小')
  await set(drive, '顺序', '降序')
  await expectNames(other, ['资料', 'b.txt', 'c.txt', 'a.txt'])
  await set(drive, '默认视图', '网格')
  const grid = (page: Page) => main(page).getByRole('radio', { name: '网格' })
  await expect(grid(other)).toBeChecked()
  await close(drive)
  await drive.reload()
  await expect(grid(drive)).toBeChecked()
  await expectNames(drive, ['资料', 'b.txt', 'c.txt', 'a.txt'])

  // One folder is shown otherwise, and goes on so.
  await nameIn(drive, '资料').dblclick()
  await expectNames(drive, ['e.txt', 'd.txt'])
  await main(drive).getByRole('radio', { name: '列表' }).click()
  await drive.reload()
  await expect(main(drive).getByRole('radio', { name: '列表' })).toBeChecked()
  await drive.goto(`${server.origin}/disk/`)
  await expect(grid(drive)).toBeChecked()
  await openSettings(drive, '文件')
  await settings(drive).getByRole('button', { name: '改用默认' }).click()
  await expect(toast(drive, /默认视图/)).toBeVisible()
  await close(drive)
  await nameIn(drive, '资料').dblclick()
  await expectNames(drive, ['e.txt', 'd.txt'])
  await expect(grid(drive)).toBeChecked()
})

test('lists with page numbers begin with as many rows as is set (R81)', { tag: '@core' }, async ({
  drive,
  api,
  server,
}) => {
  for (let index = 0; index < 11; index++) {
    const { instanceId } = await api.upload('0', `${index}.txt`, Buffer.from(`${index}`))
    await link(api, [instanceId])
  }
  await drive.goto(`${server.origin}/disk/mySharing`)
  await expect(pager(drive)).toHaveText('20 条/页')
  await expect(main(drive).getByRole('grid').getByRole('row')).toHaveCount(12)
  await openSettings(drive, '文件')
  await set(drive, '每页条数', '10')
  await drive.reload()
  await expect(pager(drive)).toHaveText('10 条/页')
  await expect(main(drive).getByRole('grid').getByRole('row')).toHaveCount(11)
})

test('a single click opens where that is set, and one with a key selects (R81)', async ({ drive, api }) => {
  const { instanceId } = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  await api.upload(instanceId, 'a.txt', Buffer.from('a'))
  await nameIn(drive, '资料').click()
  await expect(row(drive, '资料')).toHaveAttribute('aria-selected', 'true')
  await openSettings(drive, '文件')
  await set(drive, '打开方式', '单击')
  await close(drive)
  await nameIn(drive, '资料').click({ modifiers: ['ControlOrMeta'] })
  await expect(row(drive, '资料')).toHaveAttribute('aria-selected', 'false')
  // The second of two clicks does nothing to what the first one opened.
  await nameIn(drive, '资料').dblclick()
  await expect(row(drive, 'a.txt')).toHaveAttribute('aria-selected', 'false')
  await nameIn(drive, 'a.txt').click()
  await expect(drive.getByRole('dialog', { name: /a\.txt/ })).toBeVisible()
})

test('the root leads to the page that is set, also right after signing in (R42, R81)', async ({
  drive,
  server,
  person,
  browser,
  problems,
}) => {
  const at = (page: Page, path: string) => expect(page).toHaveURL((url) => url.pathname === `/disk/${path}`)
  await at(drive, 'personalFile')
  await openSettings(drive)
  await set(drive, '起始页', '我的收藏')
  for (const path of ['', 'index', 'index.html', 'home']) {
    await drive.goto(`${server.origin}/disk/${path}`)
    await at(drive, 'myCollect')
  }
  await openSettings(drive)
  await set(drive, '起始页', '我的文件表')
  await drive.goto(`${server.origin}/disk/`)
  await at(drive, 'personalTable')
  await openSettings(drive)
  await set(drive, '起始页', '我的收藏')
  await drive.goto(`${server.origin}/disk/nowhere`)
  await at(drive, 'personalFile')

  const context = await anotherBrowser(browser, problems)
  const other = await context.newPage()
  await other.goto(`${server.origin}/disk/`)
  await other.getByLabel('账号').fill(person)
  await other.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await other.keyboard.press('Enter')
  await at(other, 'myCollect')

  await openSettings(drive)
  await set(drive, '起始页', '上次打开的页面')
  await close(drive)
  await drive.getByRole('link', { name: '回收站' }).click()
  await at(drive, 'recycleBin')
  await drive.goto(`${server.origin}/disk/`)
  await at(drive, 'recycleBin')
})

test('several files are downloaded as is set (R81)', async ({ drive, api }) => {
  for (const name of ['a.txt', 'b.txt']) await api.upload('0', name, Buffer.from(name))
  await openSettings(drive, '传输')
  await set(drive, '下载多个文件', '打包为一个 ZIP')
  await close(drive)
  for (const name of ['a.txt', 'b.txt']) await row(drive, name).getByRole('checkbox').click({ force: true })
  const zip = drive.waitForEvent('download')
  await drive.getByRole('toolbar').getByRole('button', { name: '下载' }).click()
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/)
})

test('the count of transfers and the sound are switched off and on (R45, R81)', async ({
  drive,
  desk,
  api,
}) => {
  await drive.addInitScript(() => {
    const Real = AudioContext
    Object.assign(window, { sounds: 0 })
    window.AudioContext = class extends Real {
      constructor() {
        super()
        Object.assign(window, { sounds: (window as unknown as { sounds: number }).sounds + 1 })
      }
    }
  })
  await drive.reload()
  const sounds = () => drive.evaluate(() => (window as unknown as { sounds: number }).sounds)
  const upload = async (name: string, size: number) => {
    const chooser = drive.waitForEvent('filechooser')
    await drive.getByRole('button', { name: '上传', exact: true }).click()
    await (await chooser).setFiles([await desk.file(name, size)])
  }
  const parts = await hold(drive, isPart)
  await upload('a.bin', 9_000_000)
  await parts.arrived
  const button = drive.getByRole('banner').getByRole('button', { name: /^传输列表/ })
  const count = button.locator(':scope > :not(.sr-only)').filter({ hasText: '1' })
  await expect(count).toBeVisible()
  const dialog = await openSettings(drive, '传输')
  await dialog.getByRole('switch', { name: '传输时显示数量' }).click()
  await expect(count).toHaveCount(0)
  await dialog.getByRole('button', { name: '试听' }).click()
  expect(await sounds()).toBe(1)
  await dialog.getByRole('switch', { name: '传输完成提示音' }).click()
  await close(drive)
  await parts.release()
  await expect(row(drive, 'a.bin')).toBeVisible()
  await upload('b.txt', 10)
  await expect(row(drive, 'b.txt')).toBeVisible()
  expect(await sounds()).toBe(1)
  expect(await api.call(querySettings, {})).toMatchObject({ showRedCount: false, vioceTip: false })
  await openSettings(drive, '传输')
  await dialog.getByRole('switch', { name: '传输完成提示音' }).click()
  await close(drive)
  await upload('c.txt', 10)
  await expect.poll(sounds).toBe(2)
})

test('the desktop client’s own settings are shown in it only, and are kept (R45, R81, R8, C32)', async ({
  drive,
  context,
  server,
  api,
}) => {
  const own = [/下载位置|Download folder/, /询问保存位置|Ask where/, /本地同步|Sync local/]
  const dialog = await openSettings(drive, '传输')
  await expect(dialog.getByRole('switch').first()).toBeVisible()
  for (const name of own) await expect(dialog.getByText(name)).toHaveCount(0)

  // What the client is set to is the page's language, whatever the person chose elsewhere.
  await api.call(saveSettings, { language: 'zh-CN' })
  const client = await context.newPage()
  await withHost(client, { language: 'en-US', folder: 'D:\\Downloads' })
  await client.goto(`${server.origin}/disk/`)
  await openSettings(client, '传输')
  await expect(html(client)).toHaveAttribute('lang', 'en-US')
  await settings(client).getByRole('button', { name: 'Choose' }).click()
  await expect(settings(client)).toContainText('D:\\Downloads')
  await settings(client).getByRole('switch', { name: 'Ask where to save each time' }).click()
  await settings(client).getByRole('switch', { name: 'Sync local folders' }).click()
  const kept = { downloadPath: 'D:\\Downloads', askDownloadPath: true, localSync: true }
  await expect.poll(() => api.call(querySettings, {})).toMatchObject(kept)
  await client.reload()
  await openSettings(client, '传输')
  await expect(settings(client)).toContainText('D:\\Downloads')
  await expect(settings(client).getByRole('switch', { name: 'Sync local folders' })).toBeChecked()
})

test('another window offers the language that is chosen, and a choice before signing in counts (R8)', async ({
  drive,
  browser,
  server,
  person,
  api,
  problems,
}) => {
  const context = await anotherBrowser(browser, problems)
  const other = await signedIn(context, server, person)
  await openSettings(drive)
  await set(drive, '语言', 'English')
  await expect(html(drive)).toHaveAttribute('lang', 'en-US')
  await other.getByRole('button', { name: '重新加载' }).click()
  await expect(html(other)).toHaveAttribute('lang', 'en-US')
  await expect(other.getByRole('link', { name: 'Recycle bin' })).toBeVisible()

  const third = await (await anotherBrowser(browser, problems)).newPage()
  await api.call(saveSettings, { language: 'zh-CN' })
  await third.goto(`${server.origin}/disk/login`)
  await third.getByRole('button', { name: 'English' }).click()
  await third.getByLabel('Account').fill(person)
  await third.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await third.keyboard.press('Enter')
  await expect(third.getByRole('link', { name: 'Recycle bin' })).toBeVisible()
  await expect.poll(() => api.call(querySettings, {})).toMatchObject({ language: 'en-US' })
  await expect(html(third)).toHaveAttribute('lang', 'en-US')
})

test('a setting that is not saved is said to be on this device only (R42)', async ({ drive, problems }) => {
  problems.expect(/net::ERR/)
  await openSettings(drive)
  await drive.route('**/user/saveSettings*', (route) => route.abort('internetdisconnected'))
  await set(drive, '外观', '深色')
  await expect(toast(drive, /仅在此设备生效/)).toBeVisible()
  await expect(html(drive)).toHaveAttribute('data-theme', 'dark')
})

test('the password and the sessions are reached from the settings, which keep the focus (R42)', async ({
  drive,
}) => {
  await userButton(drive).focus()
  await drive.keyboard.press('Enter')
  await drive.getByRole('menuitem', { name: '设置' }).press('Enter')
  await expect(settings(drive).getByRole('tab', { name: '通用' })).toBeFocused()
  for (let step = 0; step < 4; step++) await drive.keyboard.press('ArrowDown')
  await expect(settings(drive).getByRole('tab', { name: '账号' })).toBeFocused()
  await drive.keyboard.press('Tab')
  await drive.keyboard.press('Tab')
  await expect(settings(drive).getByRole('button', { name: '修改' })).toBeFocused()
  await drive.keyboard.press('Enter')
  await expect(drive.getByRole('dialog', { name: '修改密码' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(settings(drive).getByRole('button', { name: '修改' })).toBeFocused()
  await settings(drive).getByRole('button', { name: '查看 登录设备' }).click()
  await expect(drive.getByRole('dialog', { name: '登录设备' }).getByRole('listitem')).not.toHaveCount(0)
  await drive.keyboard.press('Escape')
  await drive.keyboard.press('Escape')
  await expect(settings(drive)).toHaveCount(0)
  await expect(userButton(drive)).toBeFocused()
})

test('the address leads to the settings too (R42)', async ({ drive, server }) => {
  await drive.goto('about:blank')
  await drive.goto(`${server.origin}/disk/personalFile#settings`)
  await expect(settings(drive).getByRole('tab', { name: '通用' })).toHaveAttribute('aria-selected', 'true')
})

test('a skin that does not load is an error of the page, which still starts (R9)', async ({
  drive,
  problems,
}) => {
  problems.expect(/did not load/, /net::ERR/)
  const thrown = drive.waitForEvent('pageerror')
  await drive.route('**/*.css', (route) => route.abort())
  await drive.reload()
  expect((await thrown).message).toContain('skin "redblack" did not load')
  await expect(drive.getByRole('link', { name: '回收站' })).toBeVisible()
})

test('a newer server makes the page reload at the next page, once (R39, R255, C30)', async ({ drive }) => {
  const loads: string[] = []
  await drive.route('**/user/logPc*', (route) =>
    route.fulfill({ json: { errcode: 0, errmsg: '', data: 19, traceId: 'newer' } }),
  )
  drive.on('load', () => loads.push(drive.url()))
  await Promise.all([drive.waitForEvent('load'), drive.getByRole('link', { name: '回收站' }).click()])
  const asked = drive.waitForResponse('**/user/logPc*')
  await drive.getByRole('link', { name: '我的收藏' }).click()
  await (await asked).finished()
  await expect(drive).toHaveURL(/myCollect/)
  await expect(main(drive)).toBeVisible()
  expect(loads).toHaveLength(1)
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`axe finds nothing in the settings and the user menu: ${language} (R42)`, async ({
    context,
    server,
    person,
  }) => {
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((value) => localStorage.setItem('clouddisk.language', value), language)
    const page = await signedIn(context, server, person)
    const axe = auditor(page, wardrobe, language)
    await userButton(page).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await axe.check('user menu')
    await close(page)
    await openSettings(page)
    for (const name of Object.keys(SECTIONS) as Section[]) {
      await section(page, name)
      await expect(settings(page).getByRole('tabpanel')).not.toBeEmpty()
      await axe.check(name)
    }
  })

test('on a phone in the dark all sections are reached and nothing is wider than the window (R42)', async ({
  browser,
  server,
  person,
  api,
  problems,
}) => {
  const context = await anotherBrowser(browser, problems, PHONE)
  await api.call(saveSettings, { theme: 'dark', language: 'en-US' })
  const page = await signedIn(context, server, person, 'personalFile#settings')
  await expect(html(page)).toHaveAttribute('lang', 'en-US')
  for (const name of Object.keys(SECTIONS) as Section[]) {
    await section(page, name)
    await expect(settings(page).getByRole('tabpanel')).not.toBeEmpty()
    const wider = await settings(page).evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('[role=tabpanel]')].some(
        (element) => element.scrollWidth > element.clientWidth,
      ),
    )
    expect(wider, name).toBe(false)
  }
})
