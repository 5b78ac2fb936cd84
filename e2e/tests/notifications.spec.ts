import { discardAdminUploads } from '@clouddisk/contract/admin-uploads'
import { createFolder } from '@clouddisk/contract/files'
import { addMembers, createGroup, handoverGroup, removeMembers } from '@clouddisk/contract/groups'
import { queryNotificationSettings } from '@clouddisk/contract/notifications'
import type { Locator, Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { openUpload } from '../../server/test/transfer.ts'
import { auditor } from '../support/axe.ts'
import { heading, toast } from '../support/files.ts'
import { PHONE } from '../support/phone.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, test } from '../support/test.ts'

/** The bell: what concerns somebody is there at once, in every window, and leads to what it is about. */

const bell = (page: Page): Locator => page.getByRole('button', { name: /^通知(，|$)/ })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: '通知', exact: true })

/** The bell comes with the first sign of a person. */
async function awake(page: Page): Promise<void> {
  await page.mouse.move(5, 5)
  await expect(bell(page)).toBeVisible()
}

/** The section of the settings that is about notifications. */
async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /的菜单/ }).click()
  await page.getByRole('menuitem', { name: '设置' }).click()
  const dialog = page.getByRole('dialog', { name: '设置' })
  await dialog.getByRole('tab', { name: '通知' }).click()
  return dialog
}

interface Told {
  readonly other: Person
  readonly groupId: string
  readonly member: { principalType: 'user'; principalId: string; role: 'editor' }
}

let count = 0
async function withGroup(server: Server, api: Person): Promise<Told> {
  const other = await signIn(server.origin, await newPerson(server), PASSWORD)
  const groupName = `品牌组 ${++count}`
  const { groupId } = await other.call(createGroup, { groupName, capacity: 1 })
  return {
    other,
    groupId,
    member: { principalType: 'user', principalId: api.user.userId, role: 'editor' },
  }
}
const invite = ({ other, groupId, member }: Told) => other.call(addMembers, { groupId, members: [member] })

test('the bell shows the unread count before any input', { tag: '@core' }, async ({ drive, server, api }) => {
  const told = await withGroup(server, api)
  await expect(bell(drive)).toHaveAccessibleName('通知')
  await invite(told)
  await expect(bell(drive)).toHaveAccessibleName('通知，1 条未读')
})

test('a group is told of at once in both windows, and read in one is read in the other', async ({
  browser,
  drive,
  server,
  person,
  api,
  problems,
}) => {
  const told = await withGroup(server, api)
  const elsewhere = await signedIn(await anotherBrowser(browser, problems), server, person)
  for (const page of [drive, elsewhere]) await awake(page)
  await invite(told)
  for (const page of [drive, elsewhere]) await expect(bell(page)).toHaveAccessibleName('通知，1 条未读')
  await bell(drive).click()
  const entry = panel(drive).getByRole('listitem')
  await expect(entry).toContainText(`${told.other.user.userRealName} 邀请你加入群组“品牌组 ${count}”`)
  await expect(entry).toContainText('你可以编辑。')
  await expect(panel(drive).getByRole('heading', { name: '今天' })).toBeVisible()
  const wardrobe = await drive.context().newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  await drive.bringToFront()
  await auditor(drive, wardrobe, 'zh-CN').check('the bell')
  await entry.getByRole('button', { name: '打开' }).click()
  await expect(panel(drive)).toBeHidden()
  await expect(drive).toHaveURL(/\/disk\/groupFile\?folder=/)
  for (const page of [drive, elsewhere]) await expect(bell(page)).toHaveAccessibleName('通知')
  // A list that is open follows too.
  await bell(elsewhere).click()
  await expect(panel(elsewhere).getByRole('listitem')).toHaveCount(1)
  await told.other.call(removeMembers, { groupId: told.groupId, principalIds: [api.user.userId] })
  const last = panel(elsewhere).getByRole('listitem').first()
  await expect(last).toContainText('移出群组')
  await expect(bell(drive)).toHaveAccessibleName('通知，1 条未读')
  // Marked by keyboard, its button goes, and of the unread the row with it: the focus stays in the panel.
  await panel(elsewhere).getByRole('button', { name: '仅看未读' }).click()
  await expect(panel(elsewhere).getByRole('listitem')).toHaveCount(1)
  await last.getByRole('button', { name: '标为已读' }).press('Enter')
  await expect(panel(elsewhere).getByRole('heading', { name: '全部已读' })).toBeVisible()
  await elsewhere.keyboard.press('Tab')
  await expect(panel(elsewhere).locator(':focus')).toHaveCount(1)
})

test('a handover leads to where it is answered; all are read at once', async ({ drive, server, api }) => {
  const told = await withGroup(server, api)
  await invite(told)
  await told.other.call(handoverGroup, { groupId: told.groupId, userId: api.user.userId })
  await awake(drive)
  await bell(drive).click()
  const asked = panel(drive).getByRole('listitem').filter({ hasText: '转让给你' })
  await expect(asked).toContainText('同意后占用你的群组额度')
  await panel(drive).getByRole('button', { name: '全部标为已读' }).click()
  await expect(bell(drive)).toHaveAccessibleName('通知')
  await panel(drive).getByRole('button', { name: '仅看未读' }).click()
  await expect(panel(drive).getByRole('heading', { name: '全部已读' })).toBeVisible()
  await panel(drive).getByRole('button', { name: '仅看未读' }).click()
  await asked.getByRole('button', { name: '去确认' }).click()
  await expect(drive).toHaveURL(/\/disk\/groupFile$/)
})

test('uploads that an administrator ended lead to the folder that they went to', async ({
  drive,
  server,
  api,
}) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '素材' })
  const bytes = Buffer.from('half')
  const begin = (parentId: string, name: string) =>
    openUpload(api, { parentId, name, bytes, hashes: 'after' })
  const begun = [await begin(folder.instanceId, '合集.zip'), await begin('0', '别处.zip')]
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  await admin.call(discardAdminUploads, { objectKeys: begun.map(({ objectKey }) => objectKey) })
  await awake(drive)
  await expect(bell(drive)).toHaveAccessibleName('通知，1 条未读')
  await bell(drive).click()
  const entry = panel(drive).getByRole('listitem')
  await expect(entry).toContainText(/管理员 .+ 取消了你上传的“.+”等 2 个文件/)
  await entry.getByRole('button', { name: '打开文件夹' }).click()
  await expect(panel(drive)).toBeHidden()
  await expect(heading(drive)).toHaveText('素材')
  await expect(bell(drive)).toHaveAccessibleName('通知')
})

test('nothing there, by keyboard: it opens, says so, and gives the focus back', async ({ drive }) => {
  await awake(drive)
  await bell(drive).focus()
  await drive.keyboard.press('Enter')
  await expect(panel(drive).getByRole('heading', { name: '还没有通知' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(panel(drive)).toBeHidden()
  await expect(bell(drive)).toBeFocused()
})

test('what could not be loaded says why, and comes by trying again', async ({ drive, problems }) => {
  await awake(drive)
  problems.expect(/500/)
  await drive.route('**/notification/page*', (route) => route.fulfill({ status: 500, body: '' }))
  await bell(drive).click()
  await expect(panel(drive).getByRole('alert')).toBeVisible()
  await drive.unrouteAll()
  await panel(drive).getByRole('button', { name: '重试' }).click()
  await expect(panel(drive).getByRole('heading', { name: '还没有通知' })).toBeVisible()
})

test('each chooses what it is told, in the menu of the account and by the address in a mail', async ({
  drive,
  api,
  server,
}) => {
  const dialog = await openSettings(drive)
  await expect(dialog).toContainText('系统未配置邮件')
  const wanted = dialog.getByRole('switch', { name: '被加入群组' })
  await expect(wanted).toBeChecked()
  await wanted.click()
  await expect
    .poll(
      async () =>
        (await api.call(queryNotificationSettings, {})).list.find(({ kind }) => kind === 'group.added')?.app,
    )
    .toBe(false)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await drive.goto('about:blank')
  await drive.goto(`${server.origin}/disk/personalFile#notification-settings`)
  await expect(dialog.getByRole('switch', { name: '被加入群组' })).not.toBeChecked()
})

test('a setting that could not be saved does not stand as if it were', async ({ drive, problems }) => {
  problems.expect(NO_NETWORK)
  const wanted = (await openSettings(drive)).getByRole('switch', { name: '被加入群组' })
  await expect(wanted).toBeChecked()
  // Neither is it saved nor can it be read anew.
  await drive.route('**/disk/api/notification/**', (route) => route.abort('internetdisconnected'))
  await wanted.click()
  await expect(toast(drive, /连不上|网络/)).toBeVisible()
  await expect(wanted).toBeChecked()
})

test('on a phone in English the panel lies whole in the window', async ({
  browser,
  server,
  person,
  api,
  problems,
}) => {
  const context = await anotherBrowser(browser, problems, { ...PHONE, reducedMotion: 'reduce' })
  await invite(await withGroup(server, api))
  const page = await signedIn(context, server, person)
  await page.evaluate(() => localStorage.setItem('clouddisk.language', 'en-US'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Personal files' })).toBeVisible()
  await page.touchscreen.tap(200, 400)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).tap()
  const shown = page.getByRole('dialog', { name: 'Notifications', exact: true })
  await expect(shown.getByRole('listitem')).toContainText('added you to the group')
  const box = await shown.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
})
