import type { Page } from '@playwright/test'
import { signIn as apiOf } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { bar, box, folderRow, heading, link, newFolder, rows, visit } from '../support/link-visit.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, signInByCall, test, type Words } from '../support/test.ts'

/** Visitors save files of a link in their own, and change the account. */

/** Messages are dialogs too. */
const picker = (page: Page) => page.getByRole('dialog', { name: /^(转存到|Save to)$/ })
const account = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `账号：${name}` })

async function signInOnPage(page: Page, name: string): Promise<void> {
  await page.getByLabel('账号').fill(name)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('somebody who is signed in saves chosen files in a new folder, and opens it', { tag: '@core' }, async ({
  page,
  context,
  server,
  api,
}) => {
  const name = await newPerson(server)
  const visitor = await apiOf(server.origin, name, PASSWORD)
  const top = await newFolder(api, '0', '资料')
  await newFolder(api, top, '空')
  await api.upload(top, 'a.txt', Buffer.from('a'))
  await api.upload(top, 'b.txt', Buffer.from('b'))
  await signInByCall(context, server, name)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(page, server, await link(api, [top], { perms: ['view', 'save'] }))
  await expect(rows(page)).toHaveCount(3)
  expect(asked.filter((path) => /\/user\//.test(path))).toEqual([])
  await expect(account(page, name)).toHaveCount(0)

  await box(page, '空').click()
  await box(page, 'a.txt').click()
  await bar(page).getByRole('button', { name: '转存到网盘' }).click()
  await expect(picker(page)).toContainText('2 项')
  await picker(page).getByRole('button', { name: '新建文件夹' }).click()
  await picker(page).getByRole('textbox', { name: '文件夹名称' }).fill('收下的')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toContainText('收下的')
  await picker(page).getByRole('button', { name: '转存到此处' }).click()
  // An empty folder cannot be copied, which is said.
  await expect(toast(page, /“空”未能转存/)).toBeVisible()
  await expect(account(page, name)).toBeVisible()
  expect(await visitor.tree()).toEqual({ 收下的: { 'a.txt': 1 } })
})

test('the whole of a link goes to the visitor’s own root; a second copy keeps both', async ({
  page,
  context,
  server,
  api,
}) => {
  const name = await newPerson(server)
  const visitor = await apiOf(server.origin, name, PASSWORD)
  const { instanceId } = await api.upload('0', '通稿.txt', Buffer.from('text'))
  await signInByCall(context, server, name)
  await visit(page, server, await link(api, [instanceId], { perms: ['view', 'download', 'save'] }))
  for (const times of [1, 2]) {
    await page.getByRole('button', { name: '转存到网盘' }).click()
    await picker(page).getByRole('button', { name: '转存到此处' }).click()
    await expect.poll(async () => Object.keys(await visitor.tree()).length).toBe(times)
    await expect(picker(page)).toHaveCount(0)
  }
  await page.getByRole('button', { name: '打开文件夹' }).last().click()
  await expect(page).toHaveURL(/\/disk\/personalFile$/)
  await expect(page.getByRole('main')).toContainText('通稿')
})

test('much of a link is saved as a job, with its progress', async ({ page, context, server, api }) => {
  const name = await newPerson(server)
  const visitor = await apiOf(server.origin, name, PASSWORD)
  const top = await newFolder(api, '0', '很多')
  for (let n = 0; n < 201; n++) await newFolder(api, top, `夹 ${n}`)
  await signInByCall(context, server, name)
  await visit(page, server, await link(api, [top], { perms: ['view', 'save'] }))
  await page.getByRole('button', { name: '转存到网盘' }).click()
  await picker(page).getByRole('button', { name: '转存到此处' }).click()
  await expect(toast(page, /已将 1 项转存到/)).toBeVisible({ timeout: 60_000 })
  expect(Object.keys((await visitor.tree()).很多 ?? {})).toHaveLength(201)
})

test('without an account one signs in, returns to the same folder, and goes on saving', async ({
  page,
  server,
  api,
}) => {
  const name = await newPerson(server)
  const visitor = await apiOf(server.origin, name, PASSWORD)
  const top = await newFolder(api, '0', '资料')
  const inner = await newFolder(api, top, '照片')
  await api.upload(inner, 'a.txt', Buffer.from('a'))
  await visit(page, server, await link(api, [top], { perms: ['view', 'save'], code: 'secret' }))
  await page.getByLabel('提取码').fill('secret')
  await page.keyboard.press('Enter')
  await folderRow(page, '照片').click()
  await box(page, 'a.txt').click()
  await bar(page).getByRole('button', { name: '转存到网盘' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('登录后转存')
  await question.getByRole('button', { name: '登录' }).click()
  await signInOnPage(page, name)
  await expect(picker(page)).toContainText('a.txt')
  await picker(page).getByRole('button', { name: '转存到此处' }).click()
  await expect(toast(page, /已将 1 项转存/)).toBeVisible()
  await expect(heading(page)).toHaveText('照片')
  expect(await visitor.tree()).toEqual({ 'a.txt': 1 })
  // Once only.
  await page.reload()
  await expect(heading(page)).toHaveText('照片')
  await expect(picker(page)).toHaveCount(0)
})

test('a link without the permission offers no saving; no space is said', async ({
  page,
  context,
  server,
  api,
}) => {
  const name = await newPerson(server, { capacity: 1 })
  const top = await newFolder(api, '0', '资料')
  await api.upload(top, 'a.txt', Buffer.from('text'))
  const made = await link(api, [top], { perms: ['view', 'download'] })
  await visit(page, server, made)
  await box(page, 'a.txt').click()
  await expect(bar(page).getByRole('button', { name: '下载' })).toBeVisible()
  await expect(page.getByRole('button', { name: '转存到网盘' })).toHaveCount(0)

  await signInByCall(context, server, name)
  const { instanceId } = await api.upload('0', 'b.txt', Buffer.from('text'))
  await visit(page, server, await link(api, [instanceId], { perms: ['view', 'save'] }))
  await page.getByRole('button', { name: '转存到网盘' }).click()
  await picker(page).getByRole('button', { name: '转存到此处' }).click()
  await expect(toast(page, /空间不足/)).toBeVisible()
})

test('the account is shown where a link is not for anyone, and is changed', async ({
  page,
  context,
  server,
  api,
}) => {
  const [first, second] = [await newPerson(server), await newPerson(server)]
  const top = await newFolder(api, '0', '资料')
  await signInByCall(context, server, first)
  await visit(page, server, await link(api, [top], { visitor: 'signedIn' }))
  await expect(heading(page)).toHaveText('资料')
  await account(page, first).click()
  await page.getByRole('menuitem', { name: '切换账号' }).click()
  await signInOnPage(page, second)
  await expect(heading(page)).toHaveText('资料')
  await expect(account(page, second)).toBeVisible()
})

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
for (const language of LANGUAGES)
  test(`axe finds nothing, ${language}`, async ({ context, server, api }) => {
    test.setTimeout(240_000)
    const name = await newPerson(server)
    const { instanceId } = await api.upload('0', 'a.txt', Buffer.from('text'))
    const made = await link(api, [instanceId], { visitor: 'signedIn', perms: ['view', 'save'] })
    const forAnyone = await link(api, [instanceId], { perms: ['view', 'save'] })
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await context.newPage()
    const { check } = auditor(page, wardrobe, language)
    const save = () => page.getByRole('button', { name: /^(转存到网盘|Save to my files)$/ }).click()
    await visit(page, server, forAnyone)
    await save()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check('sign in first')
    await signInByCall(context, server, name)
    await visit(page, server, made)
    await expect(page.getByRole('banner').getByRole('button').last()).toContainText(name)
    await check('account')
    await page.getByRole('banner').getByRole('button').last().click()
    await expect(page.getByRole('menu')).toBeVisible()
    await check('account menu')
    await page.keyboard.press('Escape')
    await save()
    await expect(picker(page).getByRole('treeitem').first()).toBeVisible()
    await check('folder picker')
  })
