import { createFolder } from '@clouddisk/contract/files'
import { addMembers, createGroup } from '@clouddisk/contract/groups'
import { queryPrivilegeList } from '@clouddisk/contract/privileges'
import { companyOf, unique } from '../support/colleagues.ts'
import { choose, menuOf, nameIn, row, toast } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** Permissions of one folder of a group, for those too who came in by a department. */

test('one person of a department is kept out of a folder, and let in again', { tag: '@core' }, async ({
  drive,
  api,
  browser,
  problems,
  server,
}) => {
  const company = await companyOf(server, browser, problems)
  const department = await company.department(unique('采购部'))
  const [kept, other] = [
    await company.colleague('祁采薇', department),
    await company.colleague('祁采蘩', department),
  ]
  const group = await api.call(createGroup, { groupName: '供应商', capacity: 1 })
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [{ principalType: 'department', principalId: department, role: 'editor' }],
  })
  await api.call(createFolder, { parentId: group.rootId, instanceName: '报价底价' })
  const theirs = await kept.window(`groupFile?folder=${group.rootId}`)
  const others = await other.window(`groupFile?folder=${group.rootId}`)
  await expect(row(theirs, '报价底价')).toBeVisible()
  await expect(row(others, '报价底价')).toBeVisible()

  await drive.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  await menuOf(drive, '报价底价')
  await choose(drive, '权限…')
  const dialog = drive.getByRole('dialog', { name: '权限' })
  // Neither has a row: the department has it.
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('searchbox').fill('采薇')
  const found = dialog.getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('通过部门加入：编辑者')
  await found.getByRole('combobox', { name: '“祁采薇”的权限' }).click()
  await drive.getByRole('option', { name: '禁止访问' }).click()
  await expect(toast(drive, '“祁采薇”的权限：禁止访问')).toBeVisible()
  await expect(row(theirs, '报价底价')).toBeHidden()
  await expect(row(others, '报价底价')).toBeVisible()

  // From now on it has a row of its own.
  await dialog.getByRole('searchbox').fill('')
  const own = dialog.getByRole('listitem').filter({ hasText: '祁采薇' })
  await expect(own).toContainText('单独设置')
  await own.getByRole('combobox').click()
  await drive.getByRole('option', { name: '继承上级' }).click()
  await expect(row(theirs, '报价底价')).toBeVisible()
  await expect(own).toHaveCount(0)
})

test('of several folders those are named whose permissions did not change', async ({
  drive,
  api,
  browser,
  problems,
  server,
}) => {
  problems.expect(/status of 404/)
  const company = await companyOf(server, browser, problems)
  const wu = await company.colleague('吴涵')
  const group = await api.call(createGroup, { groupName: '双文件夹', capacity: 1 })
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [{ principalType: 'user', principalId: wu.id, role: 'editor' }],
  })
  await api.call(createFolder, { parentId: group.rootId, instanceName: '先' })
  const gone = await api.call(createFolder, { parentId: group.rootId, instanceName: '后' })
  await drive.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  await row(drive, '先').waitFor()
  await drive.route('**/disk/api/privilege/updateUserRole', (route) =>
    route.request().postDataJSON().instanceId === gone.instanceId
      ? route.fulfill({ status: 404, json: { errcode: 404, errmsg: '不在了。', data: {} } })
      : route.continue(),
  )
  await nameIn(drive, '先').click()
  await nameIn(drive, '后').click({ modifiers: ['Control'] })
  await menuOf(drive, '先')
  await choose(drive, '权限…')
  const dialog = drive.getByRole('dialog', { name: '权限' })
  await dialog.getByRole('combobox', { name: '“吴涵”的权限' }).click()
  await drive.getByRole('option', { name: '预览者' }).click()
  await expect(toast(drive, '“后”权限修改失败：不在了。')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: '吴涵' })).toContainText('不一致')
})

test('who was ticked stays so while others are looked for', async ({
  drive,
  api,
  browser,
  problems,
  server,
}) => {
  const company = await companyOf(server, browser, problems)
  const department = await company.department(unique('质检部'))
  const [first, second, named] = [
    await company.colleague('褚采萍', department),
    await company.colleague('卫未央', department),
    await company.colleague('蒋涵之'),
  ]
  const group = await api.call(createGroup, { groupName: '质检', capacity: 1 })
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [
      { principalType: 'department', principalId: department, role: 'editor' },
      { principalType: 'user', principalId: named.id, role: 'editor' },
    ],
  })
  const folder = await api.call(createFolder, { parentId: group.rootId, instanceName: '处分' })
  await drive.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  await menuOf(drive, '处分')
  await choose(drive, '权限…')
  const dialog = drive.getByRole('dialog', { name: '权限' })
  const rows = dialog.getByRole('listitem')
  const search = async (name: string) => {
    await dialog.getByRole('searchbox').fill(name)
    await expect(rows).toHaveText([new RegExp(name)])
  }
  await search('褚采萍')
  await rows.getByRole('checkbox').click()
  await search('卫未央')
  await expect(dialog.getByText('将已选 1 项设为')).toBeVisible()
  // All that are shown, beside who was ticked before.
  await dialog.getByRole('checkbox', { name: '全选' }).click()
  await search('蒋涵之')
  await rows.getByRole('checkbox').click()
  await rows.getByRole('checkbox').click()
  await dialog.getByRole('combobox', { name: '将已选 2 项设为' }).click()
  await drive.getByRole('option', { name: '禁止访问' }).click()
  await expect(toast(drive, '已修改 2 项权限')).toBeVisible()
  const list = await api.call(queryPrivilegeList, { instanceId: folder.instanceId })
  const kept = list.filter(({ role }) => role === 'forbidden').map(({ principalId }) => principalId)
  expect(kept.toSorted()).toEqual([first.id, second.id].toSorted())
})
