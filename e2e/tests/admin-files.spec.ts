import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import { pageLogs } from '@clouddisk/contract/audit'
import { createFolder } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { signIn } from '../../server/test/person.ts'
import { button, department, dialog, main, personRow } from '../support/administration.ts'
import { heading } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Files of people and groups, as administrators look at them; each look is put down. */

test('somebody’s tree is walked from its row, a group’s from the list, and each folder is in the log', {
  tag: '@core',
}, async ({ context, server }) => {
  const company = await organisation(server)
  const studio = await company.department('查看部')
  await company.person('look_me', '苏黎', { departmentId: studio })
  const su = await signIn(server.origin, 'look_me', PASSWORD)
  const plans = (await su.call(createFolder, { parentId: '0', instanceName: '方案' })).instanceId
  const deep = (await su.call(createFolder, { parentId: plans, instanceName: '定稿' })).instanceId
  await su.upload(deep, '预算.xlsx', Buffer.from('money'))
  const group = await su.call(createGroup, { groupName: '查看群', capacity: 1 })
  await su.call(createFolder, { parentId: group.rootId, instanceName: '群里的' })
  await company.admin.call(createDepartmentGroup, {
    departmentId: studio,
    ownerId: su.user.userId,
    groupName: '查看部门群',
    capacity: 1,
  })

  const page = await signedIn(context, server, 'admin', 'admin/users?q=look_me')
  await personRow(page, 'look_me').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '查看文件' }).click()
  const item = (name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name })
  await expect(heading(page)).toHaveText('苏黎')
  await expect(main(page).getByText('每次查看都会记入日志')).toBeVisible()
  await item('方案').dblclick()
  await expect(heading(page)).toHaveText('方案')
  await expect(item('定稿')).toBeVisible()
  await item('定稿').click()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('定稿')
  await item('预算.xlsx').dblclick()
  await expect(dialog(page)).toContainText('苏黎 / 方案 / 定稿')
  await expect(dialog(page)).toContainText('XLSX 文件')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(heading(page)).toHaveText('方案')
  await page.keyboard.press('Backspace')
  await expect(heading(page)).toHaveText('苏黎')
  await expect
    .poll(async () =>
      (await company.admin.call(pageLogs, { action: 'admin.looked', pageSize: 20 })).list.map(
        (entry) => entry.objectName,
      ),
    )
    .toEqual(expect.arrayContaining(['方案', '定稿']))

  await button(main(page), '返回文件管理').click()
  await department(page, '查看部').click()
  await expect(item('look_me')).toBeVisible()
  await expect(item('admin')).toHaveCount(0)
  // Groups of departments have an entry of their own; a person’s is not among them.
  await main(page).getByRole('tab', { name: '部门文件' }).click()
  await expect(item('查看部门群')).toContainText('查看部')
  await expect(item('查看群')).toHaveCount(0)
  await main(page).getByRole('tab', { name: '群组文件' }).click()
  await item('查看群').dblclick()
  await expect(page).toHaveURL(new RegExp(`space=${group.groupId}`))
  await expect(heading(page)).toHaveText('查看群')
  await expect(item('群里的')).toBeVisible()
  await page.getByRole('searchbox', { name: '在此文件夹中搜索' }).fill('没有这个')
  await expect(main(page).getByText('没有找到“没有这个”')).toBeVisible()
})

test('who has no such right does not get there, and what lies outside of a scope is not there', async ({
  browser,
  context,
  server,
}) => {
  const company = await organisation(server)
  const inside = await company.department('范围内')
  const outside = await company.person('scope_out', '范围外的人')
  await company.person('scope_audit', '审计', { roles: ['auditor'] })
  await company.person('scope_org', '部门管', { roles: ['orgAdmin'], departmentId: inside })
  const auditor = await signedIn(context, server, 'scope_audit', 'admin/files')
  await expect(heading(auditor)).toHaveText('没有访问权限')
  const other = await browser.newContext({ locale: 'zh-CN' })
  const page = await signedIn(other, server, 'scope_org', `admin/files?person=${outside.userId}`)
  await expect(main(page).getByText('无法加载文件')).toBeVisible()
  await button(main(page), '返回文件管理').click()
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'scope_org' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'scope_out' })).toHaveCount(0)
  await other.close()
})
