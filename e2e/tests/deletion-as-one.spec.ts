import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { addMembers, createGroup } from '@clouddisk/contract/groups'
import { pageNotifications } from '@clouddisk/contract/notifications'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { choose, expectNames, main, menuOf, nameIn, row, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, test } from '../support/test.ts'
import { question } from '../support/transfers.ts'

/** Much that went together comes back together: for the owner who is told, and for who did it. */

const children = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ instanceName: `${name} ${n}` }))

/** A name in the list, which is out of reach behind a question and there to be seen. */
const listed = (page: Page, name: string) => page.locator(`[data-index] [title="${name}"]`).first()

test('the owner follows the notice to what went, and takes it back as one', { tag: '@core' }, async ({
  server,
  drive,
  api,
}) => {
  const member = await signIn(server.origin, await newPerson(server), PASSWORD)
  const group = await api.call(createGroup, { groupName: '共用资料', capacity: 1 })
  const editor = { principalType: 'user' as const, principalId: member.user.userId, role: 'editor' as const }
  await api.call(addMembers, { groupId: group.groupId, members: [editor] })
  const before = await member.call(createFolder, { parentId: group.rootId, instanceName: '更早删除的' })
  await member.call(removeInstances, { instanceIds: [before.instanceId] })
  const { instanceId: much = '' } = await member.call(batchCreateFolder, {
    parentId: group.rootId,
    instanceName: '全部合同',
    children: children('合同', 60),
  })
  const other = await member.call(createFolder, { parentId: group.rootId, instanceName: '附件' })
  await member.call(removeInstances, { instanceIds: [much, other.instanceId], confirmCount: 62 })

  await drive.mouse.move(5, 5)
  await drive.getByRole('button', { name: /^通知(，|$)/ }).click()
  await drive.getByRole('button', { name: /^打开回收站/ }).click()
  await expect(drive).toHaveURL(new RegExp(`recycleBin\\?group=${group.groupId}&deletion=`))
  await expect(row(drive, '全部合同')).toBeVisible()
  await expect(row(drive, '附件')).toBeVisible()
  await expect(row(drive, '更早删除的')).toHaveCount(0)
  // Emptying would take everything: it is not offered where a part is shown.
  await expect(main(drive).getByRole('button', { name: '清空回收站' })).toHaveCount(0)
  await main(drive).getByRole('button', { name: '全部还原' }).click()
  await expect(toast(drive, '已还原 2 项')).toBeVisible()
  await expect(main(drive).getByText('这次删除的内容已不在回收站')).toBeVisible()
  expect(Object.keys(await api.tree(group.rootId)).sort()).toEqual(['全部合同', '附件'].sort())
  await main(drive).getByRole('button', { name: '显示全部' }).click()
  await expectNames(drive, ['更早删除的'])
})

test('who takes all that there is from others is asked once, with all that there is', async ({
  server,
  drive,
  api,
}) => {
  const owner = await signIn(server.origin, await newPerson(server), PASSWORD)
  const group = await owner.call(createGroup, { groupName: '清空的组', capacity: 1 })
  const editor = { principalType: 'user' as const, principalId: api.user.userId, role: 'editor' as const }
  await owner.call(addMembers, { groupId: group.groupId, members: [editor] })
  await owner.call(batchCreateFolder, {
    parentId: group.rootId,
    instanceName: '全部',
    children: children('份', 60),
  })
  await drive.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  await nameIn(drive, '全部').click()
  await drive.keyboard.press('Delete')
  await expect(question(drive)).toContainText('删除 61 项？')
  await expect(question(drive)).toContainText('这里的 61 项')
  await expect(listed(drive, '全部')).toBeVisible()
  await question(drive).getByRole('button', { name: '删除 61 项' }).click()
  await expect(toast(drive, '“全部”已移入回收站')).toBeVisible()
  await expect(question(drive)).toHaveCount(0)
  await expectNames(drive, [])
})

test('more than one call takes is one question, one notice and one deletion', async ({
  server,
  drive,
  api,
}) => {
  test.slow()
  const owner = await signIn(server.origin, await newPerson(server), PASSWORD)
  const group = await owner.call(createGroup, { groupName: '大组', capacity: 1 })
  const editor = { principalType: 'user' as const, principalId: api.user.userId, role: 'editor' as const }
  await owner.call(addMembers, { groupId: group.groupId, members: [editor] })
  const { instanceId: much = '' } = await owner.call(batchCreateFolder, {
    parentId: group.rootId,
    instanceName: '很多',
    children: children('夹', 1000),
  })
  await owner.call(batchCreateFolder, { parentId: much, instanceName: '末尾', children: children('底', 5) })
  await drive.goto(`${server.origin}/disk/groupFile?folder=${much}`)
  await nameIn(drive, '夹 0').click()
  await drive.keyboard.press('Control+a')
  await drive.keyboard.press('Delete')
  // All of both calls, asked once, and nothing goes before the answer.
  await expect(question(drive)).toContainText('删除 1006 项？')
  await expect(question(drive)).toContainText('这里的 1007 项')
  await expect(listed(drive, '夹 0')).toBeVisible()
  await question(drive).getByRole('button', { name: '取消' }).click()
  await expect(nameIn(drive, '夹 0')).toBeVisible()
  await drive.keyboard.press('Delete')
  await question(drive).getByRole('button', { name: '删除 1006 项' }).click()
  await expect(toast(drive, '已将 1001 项移入回收站')).toBeVisible()
  const { list } = await owner.call(pageNotifications, {})
  expect(list.map(({ kind, data }) => [kind, data.count])).toEqual([['files.massDeleted', 1006]])

  // After a reload, whoever did it finds it in the bin by any of its rows.
  await drive.goto(`${server.origin}/disk/recycleBin?group=${group.groupId}`)
  await menuOf(drive, '末尾')
  await choose(drive, '查看同一次删除的内容')
  await expect(main(drive).getByText('一次删除的 1001 项')).toBeVisible()
  await main(drive).getByRole('button', { name: '全部还原' }).click()
  await expect(toast(drive, '已还原 1001 项')).toBeVisible({ timeout: 60_000 })
  expect(Object.keys(await owner.tree(much))).toHaveLength(1001)
})
