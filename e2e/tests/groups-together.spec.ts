import { createFolder } from '@clouddisk/contract/files'
import { addMembers, createGroup, type Group, pageGroups } from '@clouddisk/contract/groups'
import type { MemberRole } from '@clouddisk/contract/roles'
import type { Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { choose, drag, expectNames, heading, main, menuOf, openFolder, row, toast } from '../support/files.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, test } from '../support/test.ts'

/** Groups as several people have them, each in a window of their own. */

const person = async (server: Server): Promise<Person> =>
  signIn(server.origin, await newPerson(server), PASSWORD)

const invite = (by: Person, { groupId }: Group, who: Person, role: MemberRole) =>
  by.call(addMembers, {
    groupId,
    members: [{ principalType: 'user', principalId: who.user.userId, role }],
  })

const card = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
    .filter({ visible: true })

async function menuOfGroup(page: Page, name: string, entry: string): Promise<void> {
  await card(page, name).hover()
  await card(page, name).getByRole('button').click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a group is made with its members, who see it live, upload as editors and only read as viewers', async ({
  browser,
  problems,
  server,
  drive,
  api,
  desk,
}) => {
  const [editor, viewer] = [await person(server), await person(server)]
  await drive.getByRole('link', { name: '群组文件' }).click()
  await expect(main(drive).getByText('还没有群组')).toBeVisible()
  const theirs = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    editor.user.userName,
    'groupFile',
  )
  await expect(main(theirs).getByText('还没有群组')).toBeVisible()

  await main(drive).getByRole('button', { name: '新建群组' }).first().click()
  await dialog(drive).getByRole('button', { name: '新建', exact: true }).click()
  await expect(dialog(drive).getByText('给群组起个名称。')).toBeVisible()
  await dialog(drive).getByLabel('名称').fill('品牌与市场')
  await dialog(drive).getByLabel('空间（GB）').fill('0')
  await dialog(drive).getByRole('button', { name: '新建', exact: true }).click()
  await expect(dialog(drive).getByText('空间要填正整数，单位 GB。')).toBeVisible()
  await dialog(drive).getByLabel('空间（GB）').fill('200')
  await expect(dialog(drive).getByText('超出额度，最多还能给 100 GB。')).toBeVisible()
  await dialog(drive).getByLabel('空间（GB）').fill('5')
  await dialog(drive).getByRole('button', { name: '新建', exact: true }).click()
  await expect(toast(drive, '已新建“品牌与市场”')).toBeVisible()
  await expect(card(drive, '品牌与市场')).toContainText('0 / 5 GB')
  await expect(main(drive).getByText('额度内还可分配 95.00 GB')).toBeVisible()

  // One is found by name and comes in as an editor, who hears of it at once.
  await menuOfGroup(drive, '品牌与市场', '成员与权限')
  await dialog(drive).getByRole('button', { name: '添加成员' }).click()
  await dialog(drive).getByRole('searchbox').fill(editor.user.userName)
  await dialog(drive).getByRole('option').first().click()
  await dialog(drive).getByRole('button', { name: '添加 1 项' }).click()
  await expect(toast(drive, '已添加 1 项')).toBeVisible()
  await expect(dialog(drive).getByText('2 人')).toBeVisible()
  await expect(card(theirs, '品牌与市场')).toContainText('编辑者')
  await dialog(drive).getByRole('button', { name: '关闭' }).last().click()

  // What the editor uploads shows at the owner's by itself.
  await card(drive, '品牌与市场').getByRole('link').click()
  await expect(heading(drive)).toHaveText('品牌与市场')
  await card(theirs, '品牌与市场').getByRole('link').click()
  const chooser = theirs.waitForEvent('filechooser')
  await main(theirs).getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(await desk.file('海报.png', 2000))
  await expect(row(drive, '海报.png')).toBeVisible()

  // A viewer has no button to change anything.
  const [group] = (await listOf(editor)) as [Group]
  await invite(api, group, viewer, 'viewer')
  const seen = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    viewer.user.userName,
    `groupFile?folder=${group.rootId}`,
  )
  await expect(row(seen, '海报.png')).toBeVisible()
  await expect(main(seen).getByRole('button', { name: '上传', exact: true })).toHaveCount(0)
  const menu = await menuOf(seen, '海报.png')
  await expect(menu.getByRole('menuitem', { name: '预览' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: '下载' })).toHaveCount(0)
  await expect(menu.getByRole('menuitem', { name: '删除' })).toHaveCount(0)
  await seen.keyboard.press('Escape')
  await expect(viewer.upload(group.rootId, 'x.txt', Buffer.from('x'))).rejects.toMatchObject({
    name: 'not_permitted',
  })
})

const listOf = async (who: Person): Promise<readonly Group[]> => (await who.call(pageGroups, {})).list

test('a role that changes shows at once in the other window, and so does being taken out', async ({
  browser,
  problems,
  server,
  drive,
  api,
}) => {
  const member = await person(server)
  const group = await api.call(createGroup, { groupName: '海外渠道', capacity: 2 })
  await invite(api, group, member, 'viewer')
  const theirs = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    member.user.userName,
    `groupFile?folder=${group.rootId}`,
  )
  await expect(heading(theirs)).toHaveText('海外渠道')
  const upload = main(theirs).getByRole('button', { name: '上传', exact: true })
  await expect(main(theirs).getByText('这个文件夹还是空的')).toBeVisible()
  await expect(upload).toHaveCount(0)

  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, '海外渠道', '成员与权限')
  await dialog(drive)
    .getByRole('combobox', { name: `“${member.user.userRealName}”的角色` })
    .click()
  await expect(drive.getByRole('option', { name: /所有者/ })).toHaveAttribute('aria-disabled', 'true')
  await drive.getByRole('option', { name: /编辑者/ }).click()
  await expect(toast(drive, '已改为编辑者')).toBeVisible()
  await expect(upload).toBeVisible()

  await dialog(drive)
    .getByRole('button', { name: `移出“${member.user.userRealName}”` })
    .click()
  await drive.getByRole('alertdialog').getByRole('button', { name: '移出群组' }).click()
  await expect(toast(drive, '已移出 1 项')).toBeVisible()
  await expect(main(theirs).getByText('打不开这个文件夹')).toBeVisible()
  await main(theirs).getByRole('button', { name: '回到群组文件' }).click()
  await expect(main(theirs).getByText('还没有群组')).toBeVisible()
})

test('handing over says what it costs, waits, and makes the other the owner', async ({
  browser,
  problems,
  server,
  drive,
  api,
}) => {
  const heir = await person(server)
  const group = await api.call(createGroup, { groupName: '品牌素材归档', capacity: 16 })
  await invite(api, group, heir, 'editor')
  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, '品牌素材归档', '转让群组…')
  await dialog(drive).getByRole('button', { name: '发出转让' }).click()
  await expect(dialog(drive).getByText('先选择接手的成员。')).toBeVisible()
  await expect(dialog(drive).getByText(/16\.00 GB 计入对方的群组额度/)).toBeVisible()
  await dialog(drive).getByText(heir.user.userRealName).first().click()
  await dialog(drive).getByRole('button', { name: '发出转让' }).click()
  await expect(toast(drive, `已请${heir.user.userRealName}接手，等待答复`)).toBeVisible()

  // Meanwhile it can neither be dissolved nor left.
  await card(drive, '品牌素材归档').getByRole('link').click()
  await expect(main(drive).getByText(new RegExp(`正等${heir.user.userRealName}答复`))).toBeVisible()

  const theirs = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    heir.user.userName,
    'groupFile',
  )
  const banner = main(theirs).getByRole('region', { name: /请你接手“品牌素材归档”/ })
  await expect(banner).toContainText('16.00 GB 计入你的群组额度（还剩 100.00 GB），你成为所有者')
  await banner.getByRole('button', { name: '同意接手' }).click()
  await expect(toast(theirs, '“品牌素材归档”现在归你')).toBeVisible()
  await expect(card(theirs, '品牌素材归档')).toContainText('所有者')
  await expect(theirs.getByRole('meter', { name: '群组' })).toHaveAttribute('aria-valuenow', '16')

  // Who handed it over manages it, and may leave now.
  await drive.getByRole('navigation', { name: '路径' }).getByRole('button', { name: '群组文件' }).click()
  await expect(card(drive, '品牌素材归档')).toContainText('管理员')
  await menuOfGroup(drive, '品牌素材归档', '退出群组…')
  await drive.getByRole('alertdialog').getByRole('button', { name: '退出群组' }).click()
  await expect(toast(drive, '已退出“品牌素材归档”')).toBeVisible()
  await expect(card(drive, '品牌素材归档')).toHaveCount(0)
})

test('a handover is refused, and one is taken back', async ({ browser, problems, server, drive, api }) => {
  const heir = await person(server)
  const group = await api.call(createGroup, { groupName: '交接', capacity: 3 })
  await invite(api, group, heir, 'manager')
  const theirs = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    heir.user.userName,
    'groupFile',
  )
  await drive.goto(`${server.origin}/disk/groupFile`)
  const ask = async () => {
    await menuOfGroup(drive, '交接', '转让群组…')
    await dialog(drive).getByRole('radiogroup').getByText(heir.user.userRealName).first().click()
    await dialog(drive).getByRole('button', { name: '发出转让' }).click()
  }
  await ask()
  const banner = main(theirs).getByRole('region', { name: /请你接手“交接”/ })
  await expect(card(drive, '交接').getByText('转让中')).toBeVisible()
  await banner.getByRole('button', { name: '拒绝' }).click()
  await expect(banner).toHaveCount(0)
  await expect(card(drive, '交接').getByText('转让中')).toHaveCount(0)
  await ask()
  await expect(banner).toBeVisible()
  await menuOfGroup(drive, '交接', '收回转让')
  await expect(toast(drive, '已收回转让')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(card(theirs, '交接')).toContainText('管理员')
})

test('dissolving leaves reading for a while and can be called back', async ({
  browser,
  problems,
  server,
  drive,
  api,
}) => {
  const member = await person(server)
  const group = await api.call(createGroup, { groupName: '旧版展台', capacity: 2 })
  await api.call(createFolder, { parentId: group.rootId, instanceName: '图纸' })
  await invite(api, group, member, 'editor')
  const theirs = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    member.user.userName,
    `groupFile?folder=${group.rootId}`,
  )
  const upload = main(theirs).getByRole('button', { name: '上传', exact: true })
  await expect(upload).toBeVisible()
  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, '旧版展台', '解散群组…')
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('2 人会失去这里的文件')
  await expect(question).toContainText('7 天内')
  await question.getByRole('button', { name: '解散群组' }).click()
  await expect(card(drive, '旧版展台')).toContainText(/解散/)
  await expect(main(theirs).getByText(/群组将在 .+ 解散，在那之前只能查看和下载/)).toBeVisible()
  await expect(upload).toHaveCount(0)
  await expectNames(theirs, ['图纸'])

  await menuOfGroup(drive, '旧版展台', '取消解散')
  await expect(toast(drive, '“旧版展台”不再解散')).toBeVisible()
  await expect(upload).toBeVisible()
})

test('files go between folders and the menu’s groups by drag, and between areas by the dialog', async ({
  drive,
  api,
  server,
}) => {
  const group = await api.call(createGroup, { groupName: '媒介部', capacity: 2 })
  await api.call(createFolder, { parentId: group.rootId, instanceName: '素材' })
  await api.upload(group.rootId, 'a.txt', Buffer.from('a'))
  await api.upload('0', 'own.txt', Buffer.from('own'))
  await drive.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  await (await drag(drive, 'a.txt', row(drive, '素材'))).drop()
  await expect(toast(drive, '已移动 1 项到“素材”')).toBeVisible()
  await openFolder(drive, '素材')
  await expectNames(drive, ['a.txt'])
  await drive.keyboard.press('Backspace')
  await expect(heading(drive)).toHaveText('媒介部')
  await drive.keyboard.press('Backspace')
  await expect(heading(drive)).toHaveText('群组文件')

  await drive.getByRole('link', { name: '个人文件' }).click()
  await expect(row(drive, 'own.txt')).toBeVisible()
  await menuOf(drive, 'own.txt')
  await choose(drive, '复制到…')
  const groups = dialog(drive).getByRole('treeitem', { name: '群组文件' })
  await groups.click()
  await expect(dialog(drive).getByText('请选择目标文件夹。')).toBeVisible()
  await groups.press('ArrowRight')
  await dialog(drive).getByRole('treeitem', { name: '媒介部' }).click()
  await dialog(drive).getByRole('button', { name: '复制到此处' }).click()
  await expect(toast(drive, /已复制 1 项到“媒介部”/)).toBeVisible()
  expect(Object.keys(await api.tree(group.rootId)).sort()).toEqual(['own.txt', '素材'])
})
