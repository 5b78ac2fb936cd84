import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { updateAttribute } from '@clouddisk/contract/labels'
import type { Locator, Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { either, nameIn, row } from '../support/files.ts'
import { card, menuOfGroup } from '../support/groups.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { expect, signInByCall, test, type Words } from '../support/test.ts'

/** Activity in the details of files and folders, and of groups. */

const details = (page: Page): Locator =>
  page.getByRole('complementary', { name: either('属性', 'Properties') })
const tab = (page: Page, zh: string, en: string) => page.getByRole('tab', { name: either(zh, en) })

async function openActivity(page: Page, name: string): Promise<Locator> {
  await nameIn(page, name).click()
  await page.keyboard.press('Alt+Enter')
  await tab(page, '动态', 'Activity').click()
  return details(page)
}

test('a file tells what happened to it, and what happens now is added', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  const [from, to] = await Promise.all(
    ['草稿', '定稿'].map((instanceName) => api.call(createFolder, { parentId: '0', instanceName })),
  )
  const { instanceId } = await api.upload(from?.instanceId ?? '', '旧名.txt', Buffer.from('a'))
  await api.call(renameInstance, { instanceId, instanceName: '报价.txt' })
  await api.call(moveInstances, { instanceIds: [instanceId], targeParentId: to?.instanceId ?? '' })
  await api.call(moveInstances, { instanceIds: [instanceId], targeParentId: '0' })
  const panel = await openActivity(drive, '报价.txt')
  const entries = panel.getByRole('listitem')
  await expect(entries).toHaveCount(4)
  await expect(entries.nth(0)).toContainText('移动了此文件')
  await expect(entries.nth(0)).toContainText('从“定稿”移到“个人文件”')
  await expect(entries.nth(2)).toContainText('原名：旧名.txt')
  await expect(panel.getByRole('heading', { name: '今天' })).toBeVisible()
  await expect(panel).toContainText('仅保留最近 30 天的动态')
  await api.upload('0', '报价.txt', Buffer.from('b'), { conflict: 'newVersion' })
  await expect(entries.first()).toContainText('更新了此文件')
  await expect(entries.first()).toContainText('版本 2')
  // Of labels, remarks and comments the file itself need not be named.
  await api.call(updateAttribute, { instanceId, remark: '待审' })
  await expect(entries.first()).toHaveText(/ 修改了标签、备注或属性\d\d:\d\d$/)
  // The tab stays while something else is selected.
  await nameIn(drive, '定稿').click()
  await expect(panel.getByRole('tab', { name: '动态' })).toHaveAttribute('aria-selected', 'true')
  await expect(entries.filter({ hasText: '报价.txt' })).toHaveCount(2)
})

test('a folder’s activity is filtered, and its items open', async ({ drive, api }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  const ids: string[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'])
    ids.push((await api.upload(folder.instanceId, name, Buffer.from(name))).instanceId)
  await api.call(removeInstances, { instanceIds: ids.slice(0, 4) })
  const panel = await openActivity(drive, '资料')
  await expect(panel).toContainText('删除了 4 项')
  await expect(panel).toContainText('还有 1 项')
  const filter = panel.getByRole('button', { name: '全部动态' })
  await filter.focus()
  await drive.keyboard.press('Enter')
  await drive.getByRole('menuitemradio', { name: '共享和权限' }).click()
  await expect(panel).toContainText('没有符合条件的动态')
  await panel.getByRole('button', { name: '清除筛选' }).click()
  await panel.getByRole('button', { name: 'e.txt', exact: true }).click()
  await expect(row(drive, 'e.txt')).toHaveAttribute('aria-selected', 'true')
})

test('a group’s menu opens what happened in it', async ({ context, server, person, api }) => {
  const { rootId } = await api.call(createGroup, { groupName: '市场部', capacity: 1, members: [] })
  const folder = await api.call(createFolder, { parentId: rootId, instanceName: '活动方案' })
  await api.upload(folder.instanceId, '预算.txt', Buffer.from('1'))
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/groupFile`)
  await expect(card(page, '市场部')).toBeVisible()
  await menuOfGroup(page, '市场部', '动态')
  const drawer = page.getByRole('dialog', { name: '“市场部”的动态' })
  await expect(drawer.getByRole('listitem')).toHaveCount(3)
  await expect(drawer).toContainText('新建了群组')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await menuOfGroup(page, '市场部', '动态')
  await drawer.getByRole('button', { name: '预算.txt' }).click()
  await expect(row(page, '预算.txt')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('activity is in the bottom sheet', async ({ drive, api }) => {
    await api.upload('0', '报价.txt', Buffer.from('a'))
    await phoneRow(drive, '报价.txt').getByRole('button').last().click()
    await drive.getByRole('dialog').getByRole('button', { name: '属性' }).click()
    const sheet = drive.getByRole('dialog', { name: '属性' })
    await sheet.getByRole('tab', { name: '动态' }).click()
    await expect(sheet.getByRole('listitem')).toContainText('上传了此文件')
  })
})

test.describe('is accessible', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(120_000)

  test('in both languages and all looks', async ({ context, server, person, api }) => {
    const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
    const { instanceId } = await api.upload(folder.instanceId, 'a.txt', Buffer.from('a'))
    await api.call(renameInstance, { instanceId, instanceName: 'b.txt' })
    await signInByCall(context, server, person)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      await page.goto(`${server.origin}/disk/personalFile`)
      const panel = await openActivity(page, '资料')
      await expect(panel.getByRole('listitem')).toHaveCount(3)
      await check(`activity, ${language}`, 'aside')
    }
  })
})
