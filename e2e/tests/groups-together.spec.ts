import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import { addMembers, createGroup, type Group } from '@clouddisk/contract/groups'
import type { MemberRole } from '@clouddisk/contract/roles'
import { createShare } from '@clouddisk/contract/shares'
import type { Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { companyOf, unique } from '../support/colleagues.ts'
import {
  choose,
  drag,
  expectNames,
  heading,
  list,
  main,
  menuOf,
  openFolder,
  row,
  toast,
} from '../support/files.ts'
import { card, menuOfGroup } from '../support/groups.ts'
import { organisation } from '../support/organisation.ts'
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

const dialog = (page: Page) => page.getByRole('dialog')

test('a role that changes shows at once in the other window, and so does being taken out (R52)', async ({
  browser,
  problems,
  server,
  drive,
  api,
}) => {
  const member = await person(server)
  const group = await api.call(createGroup, { groupName: '海外渠道', capacity: 2 })
  await invite(api, group, member, 'viewer')
  const company = await companyOf(server, browser, problems)
  const department = await company.department(unique('渠道部'))
  const colleague = await company.colleague(unique('白小川'), department)
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [{ principalType: 'department', principalId: department, role: 'viewer' }],
  })
  const theirs = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    member.user.userName,
    `groupFile?folder=${group.rootId}`,
  )
  await expect(heading(theirs)).toHaveText('海外渠道')
  const upload = main(theirs).getByRole('button', { name: '上传', exact: true })
  await expect(main(theirs).getByText('文件夹是空的')).toBeVisible()
  await expect(upload).toHaveCount(0)

  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, '海外渠道', '成员与权限')
  // Somebody who is in with its department is found, and changed with it alone.
  await dialog(drive).getByRole('searchbox').fill(colleague.api.user.userRealName)
  const inside = dialog(drive).getByRole('row', { name: colleague.api.user.userRealName })
  await expect(inside).toContainText('随部门加入')
  await expect(inside.getByRole('combobox')).toHaveCount(0)
  await expect(inside.getByRole('button')).toHaveCount(0)
  await dialog(drive).getByRole('searchbox').fill('')
  await dialog(drive)
    .getByRole('combobox', { name: `“${member.user.userRealName}”的角色` })
    .click()
  await expect(drive.getByRole('option', { name: /所有者/ })).toHaveAttribute('aria-disabled', 'true')
  await drive.getByRole('option', { name: /^编辑者/ }).click()
  await expect(toast(drive, '已改为编辑者')).toBeVisible()
  await expect(upload).toBeVisible()

  await dialog(drive)
    .getByRole('button', { name: `移出“${member.user.userRealName}”` })
    .click()
  await drive.getByRole('alertdialog').getByRole('button', { name: '移出群组' }).click()
  await expect(toast(drive, '已移出 1 项')).toBeVisible()
  await expect(main(theirs).getByText('无法打开文件夹')).toBeVisible()
  await main(theirs).getByRole('button', { name: '返回群组文件' }).click()
  await expect(main(theirs).getByText('还没有群组')).toBeVisible()
})

test('a handover is refused, and one is taken back (R52)', async ({
  browser,
  problems,
  server,
  drive,
  api,
}) => {
  const heir = await person(server)
  // A department gives its space: more than what the heir may give to groups.
  const { admin, department } = await organisation(server)
  await admin.call(createDepartmentGroup, {
    departmentId: await department(unique('行政部')),
    ownerId: api.user.userId,
    groupName: '交接',
    capacity: 200,
    members: [{ principalType: 'user', principalId: heir.user.userId, role: 'manager' }],
  })
  const theirs = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    heir.user.userName,
    'groupFile',
  )
  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, '交接', '编辑群组')
  await expect(dialog(drive).getByLabel('空间（GB）')).toBeDisabled()
  await expect(dialog(drive).getByText(/提供，只有后台管理员可以更改/)).toBeVisible()
  await dialog(drive).getByRole('button', { name: '取消' }).click()
  const ask = async () => {
    await menuOfGroup(drive, '交接', '转让群组…')
    await dialog(drive).getByRole('radiogroup').getByText(heir.user.userRealName).first().click()
    await dialog(drive).getByRole('button', { name: '发起转让' }).click()
  }
  await ask()
  const banner = main(theirs).getByRole('region', { name: /想把“交接”转让给你/ })
  await expect(card(drive, '交接').getByText('转让中')).toBeVisible()
  await expect(banner).toContainText('不占用你的群组额度')
  await expect(banner.getByRole('button', { name: '同意' })).toBeEnabled()
  await banner.getByRole('button', { name: '拒绝' }).press('Enter')
  await expect(banner).toHaveCount(0)
  // The keyboard goes on with what is left.
  await expect(card(theirs, '交接').getByRole('link')).toBeFocused()
  await expect(card(drive, '交接').getByText('转让中')).toHaveCount(0)
  await ask()
  await expect(banner).toBeVisible()
  await menuOfGroup(drive, '交接', '撤回转让')
  await expect(toast(drive, '已撤回转让')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(card(theirs, '交接')).toContainText('管理员')
})

test('a group goes to nobody whose roles keep it from having one, and the page says so', async ({
  context,
  problems,
  server,
}) => {
  problems.expect(/status of 400/)
  const company = await organisation(server)
  const bound = await company.person(`bound_${Date.now()}`, unique('吴限'), { roles: ['observer'] })
  const boss = await company.person(`boss_${Date.now()}`, unique('孙主'))
  const owner = await signIn(server.origin, boss.accountName, PASSWORD)
  const groupName = unique('去向')
  const members = [{ principalType: 'user' as const, principalId: bound.userId, role: 'manager' as const }]
  await owner.call(createGroup, { groupName, capacity: 1, members })

  const page = await signedIn(context, server, boss.accountName, 'groupFile')
  await menuOfGroup(page, groupName, '转让群组…')
  await dialog(page).getByRole('radiogroup').getByText(bound.userRealName).first().click()
  await dialog(page).getByRole('button', { name: '发起转让' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('对方的角色不能拥有群组。请选择其他人。')
})

test('files go between folders and the menu’s groups by drag, and between areas by the dialog', async ({
  drive,
  api,
  server,
}) => {
  const group = await api.call(createGroup, { groupName: '媒介部', capacity: 2 })
  const member = await person(server)
  await invite(api, group, member, 'viewer')
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
  // Who sees it then is said by name.
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('复制到“媒介部”后，其他人也能看到')
  await expect(question).toContainText(member.user.userRealName)
  await question.getByRole('button', { name: '仍然复制' }).click()
  await expect(toast(drive, /已复制 1 项到“媒介部”/)).toBeVisible()
  expect(Object.keys(await api.tree(group.rootId)).sort()).toEqual(['own.txt', '素材'])
})

test('what goes into a group is said by name, and taking much back asks for the number', async ({
  drive,
  api,
  server,
}) => {
  const group = await api.call(createGroup, { groupName: '资料室', capacity: 2 })
  const member = await person(server)
  await invite(api, group, member, 'viewer')
  const children = Array.from({ length: 60 }, (_, index) => ({ instanceName: `d${index}` }))
  await api.call(batchCreateFolder, { parentId: '0', instanceName: '大', children })
  const inbox = await member.call(createFolder, { parentId: '0', instanceName: '收件' })
  await member.call(createShare, {
    instanceIds: [inbox.instanceId],
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'editor' }],
  })
  const place = async (action: string, above: string, name: string) => {
    await menuOf(drive, '大')
    await choose(drive, action)
    const tree = dialog(drive).getByRole('tree', { name: '文件夹' })
    await tree.getByRole('treeitem', { name: above }).press('ArrowRight')
    await tree.getByRole('treeitem', { name }).click()
    await dialog(drive).getByRole('button', { name: /此处$/ }).click()
  }
  const question = drive.getByRole('alertdialog')
  await place('移动到…', '群组文件', '资料室')
  await expect(question).toContainText(member.user.userRealName)
  await question.getByRole('button', { name: '仍然移动' }).click()
  await expect(toast(drive, /已移动 1 项到“资料室”/)).toBeVisible()
  await drive.keyboard.press('Control+z')
  await expect(question).toContainText('移走 61 项？')
  // What was left can be taken back at once, however long the lists take.
  const lists = '**/disk/api/instance/page*'
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await drive.route(lists, async (route) => {
    await held
    await route.fallback()
  })
  await question.getByRole('button', { name: '取消' }).click()
  // The keys are the list's again.
  await expect(list(drive)).toBeFocused()
  await drive.keyboard.press('Control+z')
  await expect(question).toBeVisible()
  answer()
  await drive.unroute(lists)
  await question.getByRole('button', { name: '移走 61 项' }).click()
  await expect(toast(drive, '已撤销移动“大”')).toBeVisible()
  await expect(row(drive, '大')).toBeVisible()

  // What somebody shared takes things in as well.
  await place('复制到…', '共享给我的', '收件')
  await expect(question).toContainText(member.user.userRealName)
  await question.getByRole('button', { name: '仍然复制' }).click()
  await expect(toast(drive, /已复制 1 项到“收件”/)).toBeVisible()
  expect(Object.keys((await member.tree()).收件 ?? {})).toEqual(['大'])
})
