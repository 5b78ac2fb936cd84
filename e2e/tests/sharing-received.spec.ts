import { createFolder } from '@clouddisk/contract/files'
import { addMembers, createGroup } from '@clouddisk/contract/groups'
import type { ShareRole } from '@clouddisk/contract/roles'
import { createShare, pageShares } from '@clouddisk/contract/shares'
import type { Person } from '../../server/test/person.ts'
import { type Company, companyOf, unique } from '../support/colleagues.ts'
import { choose, expectNames, main, menuOf, nameIn, openFolder, row, toast } from '../support/files.ts'
import { test as base, expect } from '../support/test.ts'
import { question } from '../support/transfers.ts'

/** What was shared with somebody, who may do what with it, and why. */

const test = base.extend<{ company: Company }>({
  company: async ({ server, browser, problems }, use) => {
    await use(await companyOf(server, browser, problems))
  },
})

const bytes = (count: number) => Buffer.alloc(count, 'x')
const user = (person: Person, role: ShareRole) => ({
  principalType: 'user' as const,
  principalId: person.user.userId,
  role,
})

test('the menu tells of a new share until the list was looked at', { tag: '@core' }, async ({
  drive,
  api,
  company,
}) => {
  const zhang = await company.colleague('张敏敏')
  const link = drive.getByRole('link', { name: /^内部共享/ })
  await drive.mouse.move(5, 5)
  await expect(link).not.toContainText('有新的共享')
  const folder = await zhang.api.call(createFolder, { parentId: '0', instanceName: '媒体采访' })
  await zhang.api.call(createShare, { instanceIds: [folder.instanceId], members: [user(api, 'viewer')] })
  await expect(link).toContainText('有新的共享')
  await link.click()
  await expect(row(drive, '媒体采访')).toContainText('张敏敏')
  await expect(link).not.toContainText('有新的共享')
})

test('received shares are left, unless they come through a department (R224)', { tag: '@core' }, async ({
  drive,
  api,
  company,
}) => {
  const department = await company.department(unique('法务部'))
  await company.moveTo(api, department)
  const zhang = await company.colleague('张敏敏')
  const give = async (instanceName: string, members: Parameters<typeof share>[1]) => {
    const folder = await zhang.api.call(createFolder, { parentId: '0', instanceName })
    await share(folder.instanceId, members)
  }
  const share = (
    id: string,
    members: readonly { principalType: 'user' | 'department'; principalId: string; role: ShareRole }[],
  ) => zhang.api.call(createShare, { instanceIds: [id], members: [...members] })
  await give('单独给的', [user(api, 'editor')])
  await give('部门的', [{ principalType: 'department', principalId: department, role: 'viewer' }])
  await give('两样的', [
    user(api, 'editor'),
    { principalType: 'department', principalId: department, role: 'viewer' },
  ])
  await drive.goto(drive.url().replace(/personalFile.*/, 'fileShare'))
  await expectNames(drive, ['两样的', '部门的', '单独给的'])
  await nameIn(drive, '单独给的').click()
  await drive.keyboard.press('Delete')
  await expect(question(drive)).toContainText('退出共享“单独给的”？')
  await question(drive).getByRole('button', { name: '退出共享' }).click()
  await expectNames(drive, ['两样的', '部门的'])
  await expect(toast(drive, '已退出 1 项共享')).toBeVisible()
  await nameIn(drive, '两样的').click()
  await drive.keyboard.press('Delete')
  await question(drive).getByRole('button', { name: '退出共享' }).click()
  await expect(toast(drive, /“两样的”仍在列表中/)).toBeVisible()
  await expectNames(drive, ['两样的', '部门的'])
  await nameIn(drive, '部门的').click()
  await drive.keyboard.press('Delete')
  await question(drive).getByRole('button', { name: '退出共享' }).click()
  await expect(toast(drive, /“部门的”退出共享失败：.*部门/)).toBeVisible()
  await expectNames(drive, ['两样的', '部门的'])
  expect((await api.call(pageShares, { type: 'received' })).total).toBe(2)
})

test('what one shares is stopped together, with how many lose access (R224)', async ({
  drive,
  api,
  company,
}) => {
  const zhang = await company.colleague('张敏敏')
  const wu = await company.colleague('吴涵')
  for (const [name, members] of [
    ['预算', [zhang]],
    ['合同', [zhang, wu]],
  ] as const) {
    const folder = await api.call(createFolder, { parentId: '0', instanceName: name })
    await api.call(createShare, {
      instanceIds: [folder.instanceId],
      members: members.map((one) => user(one.api, 'downloader')),
    })
  }
  const theirs = await zhang.window('fileShare')
  await expectNames(theirs, ['合同', '预算'])
  await drive.getByRole('link', { name: /^内部共享/ }).click()
  await drive.getByRole('tab', { name: '我发起的' }).click()
  await expectNames(drive, ['合同', '预算'])
  await expect(row(drive, '合同')).toContainText('张敏敏')
  await drive
    .getByRole('button', { name: '名称' })
    .or(drive.getByRole('columnheader', { name: '名称' }))
    .first()
    .click()
  await expectNames(drive, ['合同', '预算'])
  await nameIn(drive, '合同').click()
  await drive.keyboard.press('Control+a')
  await drive
    .getByRole('toolbar', { name: '对所选项目的操作' })
    .getByRole('button', { name: '停止共享' })
    .click()
  await expect(question(drive)).toContainText('停止 2 项共享？')
  await expect(question(drive)).toContainText('3 人将失去访问权限')
  await question(drive).getByRole('button', { name: '停止共享' }).click()
  await expect(toast(drive, '已停止 2 项共享')).toBeVisible()
  await expect(drive.getByText('还没有共享过文件')).toBeVisible()
  await expect(theirs.getByText('没有收到共享')).toBeVisible()
})

test('people are found and chosen by keyboard alone', async ({ drive, api, company }) => {
  const name = unique('陈杰')
  const chen = await company.colleague(name)
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '现场照片' })
  await nameIn(drive, '现场照片').click()
  await drive.keyboard.press('Control+Shift+e')
  const dialog = drive.getByRole('dialog', { name: '内部共享' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await drive.keyboard.type(chen.api.user.userName)
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('Space')
  await expect(dialog.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByText('已选 1 项')).toBeVisible()
  await drive.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await drive.keyboard.press('Enter')
  await drive.getByRole('option', { name: '可下载' }).press('Home')
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox')).toHaveText('可下载')
  await dialog.getByRole('button', { name: '共享给 1 人' }).focus()
  await drive.keyboard.press('Enter')
  await expect(toast(drive, '已共享给 1 人')).toBeVisible()
  const { list } = await chen.api.call(pageShares, { type: 'received' })
  expect(list).toMatchObject([{ instance: { instanceId: folder.instanceId }, role: 'downloader' }])
})

test('a group’s file is closed to one member, who reads why', async ({ drive, api, company }) => {
  const wu = await company.colleague('吴涵')
  const group = await api.call(createGroup, { groupName: unique('品牌素材库'), capacity: 1 })
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [{ principalType: 'user', principalId: wu.id, role: 'editor' }],
  })
  const folder = await api.call(createFolder, { parentId: group.rootId, instanceName: '合同与报价' })
  await api.upload(folder.instanceId, '报价.txt', bytes(3))
  const theirs = await wu.window(`groupFile?folder=${group.rootId}`)
  await expect(row(theirs, '合同与报价')).toBeVisible()
  await drive.goto(drive.url().replace(/personalFile.*/, `groupFile?folder=${group.rootId}`))
  await menuOf(drive, '合同与报价')
  await expect(drive.getByRole('menuitem', { name: /内部共享…/ })).toContainText('群组文件不能共享')
  await choose(drive, '权限…')
  const dialog = drive.getByRole('dialog', { name: '权限' })
  await dialog.getByRole('combobox', { name: '“吴涵”的权限' }).click()
  await drive.getByRole('option', { name: '预览者' }).click()
  await expect(toast(drive, '“吴涵”的权限：预览者')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: '吴涵' })).toContainText('单独设置')
  await dialog.getByRole('button', { name: '完成' }).click()

  await openFolder(theirs, '合同与报价')
  await expect(main(theirs).getByRole('button', { name: '上传', exact: true })).toBeHidden()
  await menuOf(theirs, '报价.txt')
  await expect(theirs.getByRole('menuitem', { name: '重命名' })).toBeHidden()
  await choose(theirs, '我的权限…')
  const why = theirs.getByRole('dialog', { name: '我的权限' })
  const rename = why.getByRole('listitem').filter({ hasText: '重命名' })
  await expect(rename.getByRole('img', { name: '不可以' })).toBeVisible()
  await expect(rename).toContainText('合同与报价')
  await why.getByRole('button', { name: '完成' }).click()

  // Whoever decides about members reads the same of somebody else.
  await menuOf(drive, '合同与报价')
  await choose(drive, '我的权限…')
  const told = drive.getByRole('dialog', { name: '我的权限' })
  await told.getByRole('tab', { name: '其他人的' }).click()
  await told.getByRole('searchbox').fill(wu.api.user.userName)
  await told.getByRole('button', { name: /吴涵/ }).click()
  await expect(told.getByRole('listitem').filter({ hasText: '上传和新建' })).toContainText('吴涵')
  await told.getByRole('button', { name: '完成' }).click()

  await menuOf(drive, '合同与报价')
  await choose(drive, '权限…')
  await dialog.getByRole('combobox', { name: '“吴涵”的权限' }).click()
  await drive.getByRole('option', { name: '禁止访问' }).click()
  await expect(row(theirs, '报价.txt')).toBeHidden()
  await dialog.getByRole('button', { name: '完成' }).click()

  // Who is kept out is told of once, with who did it and where.
  await menuOf(drive, '合同与报价')
  await choose(drive, '我的权限…')
  await told.getByRole('tab', { name: '其他人的' }).click()
  await told.getByRole('searchbox').fill(wu.api.user.userName)
  await told.getByRole('button', { name: /吴涵/ }).click()
  await expect(told.getByText('你在“合同与报价”的权限中禁止了吴涵访问')).toHaveCount(1)
  await told.getByRole('button', { name: '完成' }).click()
})
