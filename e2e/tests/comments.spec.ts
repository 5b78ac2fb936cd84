import { createComment } from '@clouddisk/contract/comments'
import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import type { Locator, Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { either, nameIn, row } from '../support/files.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { expect, signInByCall, test, type Words } from '../support/test.ts'

/** Comments in the details of a file. */

const details = (page: Page): Locator =>
  page.getByRole('complementary', { name: either('属性', 'Properties') })

async function openComments(page: Page, name: string): Promise<Locator> {
  await nameIn(page, name).click()
  await page.keyboard.press('Alt+Enter')
  await page.getByRole('tab', { name: /^(?:评论|Comments)/ }).click()
  return details(page)
}

let colleagues = 0
async function colleague(server: Server, realName: string): Promise<Person> {
  const name = `commenting_${++colleagues}_${Date.now()}`
  await server.cli('user', 'add', name, '--password', PASSWORD, '--real-name', realName)
  return signIn(server.origin, name, PASSWORD)
}

/** A file of the person's in a folder that is shared with a colleague who edits. */
async function sharedFile(api: Person, other: Person): Promise<{ folder: string; file: string }> {
  const { instanceId: folder } = await api.call(createFolder, { parentId: '0', instanceName: '合同' })
  await api.call(createShare, {
    instanceIds: [folder],
    members: [{ principalType: 'user', principalId: other.user.userId, role: 'editor' }],
  })
  const { instanceId: file } = await api.upload(folder, '报价.txt', Buffer.from('a'))
  return { folder, file }
}

test('comments are written with a mention by keys, changed and deleted, and others’ appear (R188)', {
  tag: '@core',
}, async ({ drive, server, api }) => {
  const other = await colleague(server, '韩梅梅')
  const { folder, file } = await sharedFile(api, other)
  await drive.goto(`${server.origin}/disk/personalFile?folder=${folder}`)
  const panel = await openComments(drive, '报价.txt')
  await expect(panel).toContainText('还没有评论')
  const field = panel.getByRole('textbox', { name: '写评论' })
  await field.fill('请看一下 ')
  await field.pressSequentially('@韩')
  await expect(panel.getByRole('option', { name: '韩梅梅' })).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue('请看一下 @韩梅梅 ')
  await field.press('Control+Enter')
  const comments = panel.getByRole('listitem')
  await expect(comments).toHaveCount(1)
  await expect(comments.first()).toContainText('请看一下 @韩梅梅')
  await expect(panel.getByRole('tab', { name: '评论' })).toContainText('1')
  await other.call(createComment, { instanceId: file, text: '已看，没问题' })
  await expect(comments).toHaveCount(2)
  await expect(comments.first()).toContainText('已看，没问题')
  await comments.nth(1).getByRole('button', { name: '编辑' }).click()
  await panel.getByRole('textbox', { name: '编辑评论' }).fill('改好了')
  await panel.getByRole('button', { name: '保存' }).click()
  await expect(comments.nth(1)).toContainText('改好了')
  await expect(comments.nth(1)).toContainText('已编辑')
  await comments.first().getByRole('button', { name: '删除' }).click()
  await drive.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(comments).toHaveCount(1)
})

test('a mention is in the bell, and leads to the comments on the file (R188)', async ({
  context,
  server,
  person,
  api,
}) => {
  const other = await colleague(server, '韩梅梅')
  const { file } = await sharedFile(api, other)
  const mentions = [api.user.userId]
  await other.call(createComment, { instanceId: file, text: '请确认价格', mentions })
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/personalFile`)
  await page.getByRole('button', { name: /^通知/ }).click()
  const bell = page.getByRole('dialog', { name: '通知' })
  await expect(bell).toContainText('韩梅梅 在“报价.txt”的评论中提到了你')
  await expect(bell).toContainText('请确认价格')
  await bell.getByRole('button', { name: /^打开/ }).click()
  await expect(row(page, '报价.txt')).toHaveAttribute('aria-selected', 'true')
  const shown = details(page).getByRole('tab', { name: /^评论/ })
  await expect(shown).toHaveAttribute('aria-selected', 'true')
  await expect(details(page).getByRole('listitem')).toContainText('请确认价格')
})

test('a comment on a file that is shared by itself leads to it in the list of shares (R188)', async ({
  context,
  server,
  person,
  api,
}) => {
  const other = await colleague(server, '韩梅梅')
  const { instanceId } = await other.upload('0', '方案.txt', Buffer.from('a'))
  await other.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'editor' }],
  })
  await other.call(createComment, { instanceId, text: '请看方案', mentions: [api.user.userId] })
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/personalFile`)
  await page.getByRole('button', { name: /^通知/ }).click()
  const notice = page
    .getByRole('dialog', { name: '通知' })
    .getByRole('listitem')
    .filter({ hasText: '请看方案' })
  await notice.getByRole('button', { name: /^打开/ }).click()
  const panel = details(page)
  await expect(panel.getByRole('heading', { name: '方案.txt' })).toBeVisible()
  await expect(panel.getByRole('listitem')).toContainText('请看方案')
  await panel.getByRole('textbox', { name: '写评论' }).fill('已看')
  await panel.getByRole('button', { name: '发表' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await panel.getByRole('tab', { name: '动态' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: '发表了评论' })).not.toHaveCount(0)
  await panel.getByRole('button', { name: '关闭' }).click()
  await expect(panel).toHaveCount(0)
  const shared = page
    .getByRole('grid', { name: '收到的共享' })
    .getByRole('row')
    .filter({ hasText: '方案.txt' })
  await shared.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '属性' }).click()
  await expect(panel.getByRole('heading', { name: '方案.txt' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('comments are in the bottom sheet', async ({ drive, api }) => {
    const { instanceId } = await api.upload('0', '报价.txt', Buffer.from('a'))
    await api.call(createComment, { instanceId, text: '第一条' })
    await phoneRow(drive, '报价.txt').getByRole('button').last().click()
    await drive.getByRole('dialog').getByRole('button', { name: '属性' }).click()
    const sheet = drive.getByRole('dialog', { name: '属性' })
    await sheet.getByRole('tab', { name: /^评论/ }).click()
    await expect(sheet.getByRole('listitem')).toContainText('第一条')
    await sheet.getByRole('textbox', { name: '写评论' }).fill('第二条')
    await sheet.getByRole('button', { name: '发表' }).click()
    await expect(sheet.getByRole('listitem')).toHaveCount(2)
  })

  test('a mention leads to the comments too (R188)', async ({ drive, server, api }) => {
    const other = await colleague(server, '韩梅梅')
    const { file } = await sharedFile(api, other)
    await other.call(createComment, { instanceId: file, text: '请确认', mentions: [api.user.userId] })
    await drive.getByRole('button', { name: /^通知/ }).click()
    await drive.getByRole('dialog', { name: '通知' }).getByRole('button', { name: /^打开/ }).click()
    await expect(drive.getByRole('dialog', { name: '属性' }).getByRole('listitem')).toContainText('请确认')
  })
})

test.describe('are accessible', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(120_000)

  test('in both languages and all looks', async ({ context, server, person, api }) => {
    const other = await colleague(server, '韩梅梅')
    const { folder, file } = await sharedFile(api, other)
    const mentions = [other.user.userId]
    await api.call(createComment, { instanceId: file, text: '请看 @韩梅梅', mentions })
    await signInByCall(context, server, person)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      await page.goto(`${server.origin}/disk/personalFile?folder=${folder}`)
      const panel = await openComments(page, '报价.txt')
      await expect(panel.getByRole('listitem')).toHaveCount(1)
      await panel.getByRole('textbox').pressSequentially('@')
      await expect(panel.getByRole('option').first()).toBeVisible()
      await check(`comments, ${language}`, 'aside')
      await page.goto(`${server.origin}/disk/fileShare?select=${file}&tab=comments`)
      await expect(details(page).getByRole('listitem')).toHaveCount(1)
      await check(`comments beside the list of shares, ${language}`, 'main')
    }
  })
})
