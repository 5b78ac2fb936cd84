import { addMembers, createGroup } from '@clouddisk/contract/groups'
import type { Locator } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { companyOf, unique } from '../support/colleagues.ts'
import { main, toast } from '../support/files.ts'
import { card, menuOfGroup } from '../support/groups.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, test } from '../support/test.ts'

/** Lists of groups and members: in order, in parts, and where a part cannot be read. */

const sortBy = (where: Locator, column: string) =>
  where.getByRole('columnheader', { name: column }).getByRole('button').click()

const PAGE = '**/disk/api/group/page'

test('a failed load of more groups shows an error, and is repeated only on request', {
  tag: '@core',
}, async ({ drive, api, server, problems }) => {
  problems.expect(/status of 404/)
  for (const groupName of ['甲组', '乙组', '丙组']) await api.call(createGroup, { groupName, capacity: 1 })
  let refusals = 0
  let broken = true
  await drive.route(PAGE, async (route) => {
    const asked = route.request().postDataJSON()
    if (asked.cursor !== undefined && broken) {
      refusals++
      await route.fulfill({ status: 404, json: { errcode: 404, errmsg: '资料不在了。', data: {} } })
      return
    }
    await route.continue({ postData: { ...asked, pageSize: 2 } })
  })
  await drive.goto(`${server.origin}/disk/groupFile`)
  const told = main(drive).getByRole('alert')
  await expect(told).toContainText('加载更多失败：资料不在了。')
  await main(drive).getByRole('radio', { name: '列表' }).click()
  await expect(main(drive).getByRole('row')).toHaveCount(3)
  await expect(told).toBeVisible()
  // Once, and once more at most where news of the groups came meanwhile; never again and again by itself.
  expect(refusals).toBeLessThanOrEqual(2)
  const before = refusals
  const again = told.getByRole('button', { name: '重试' })
  await again.click()
  await expect.poll(() => refusals).toBeGreaterThan(before)
  await expect(told).toBeVisible()
  broken = false
  // Unless news of the groups asked first.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(main(drive).getByRole('row')).toHaveCount(4, { timeout: 1000 })
  }).toPass()
  await expect(told).toHaveCount(0)
})

test('groups and members are sorted by what their columns say', async ({ drive, api, server }) => {
  const members = [
    await signIn(server.origin, await newPerson(server), PASSWORD),
    await signIn(server.origin, await newPerson(server), PASSWORD),
  ]
  const group = await api.call(createGroup, { groupName: 'a-first', capacity: 1 })
  await api.call(createGroup, { groupName: 'c-second', capacity: 1 })
  await api.call(createGroup, { groupName: 'b-third', capacity: 1 })
  for (const { user } of members)
    await api.call(addMembers, {
      groupId: group.groupId,
      members: [{ principalType: 'user', principalId: user.userId, role: 'viewer' }],
    })
  await drive.goto(`${server.origin}/disk/groupFile`)
  await main(drive).getByRole('radio', { name: '列表' }).click()
  const order = (names: readonly string[]) =>
    expect(main(drive).getByRole('row').filter({ hasText: /-/ })).toContainText([...names])
  await order(['a-first', 'b-third', 'c-second'])
  await sortBy(main(drive), '创建时间')
  await order(['b-third', 'c-second', 'a-first'])
  await sortBy(main(drive), '群组')
  await order(['a-first', 'b-third', 'c-second'])

  await main(drive).getByRole('radio', { name: '卡片' }).click()
  await menuOfGroup(drive, 'a-first', '成员与权限')
  const dialog = drive.getByRole('dialog', { name: '成员与权限' })
  const names = [api, ...members].map(({ user }) => user.userRealName)
  await expect(dialog.getByRole('row').filter({ has: drive.getByRole('checkbox') })).toHaveCount(4)
  const rows = dialog.locator('[data-index]')
  await expect(rows).toContainText(names)
  await sortBy(dialog, '加入时间')
  await expect(rows).toContainText(names.toReversed())
})

test('all members are chosen, those too that are not on the page yet', async ({
  drive,
  api,
  server,
  browser,
  problems,
}) => {
  problems.expect(/status of 404/)
  const company = await companyOf(server, browser, problems)
  const groupName = unique('大组')
  const group = await api.call(createGroup, { groupName, capacity: 1 })
  const department = await company.department(unique('大部'))
  const people = await Promise.all(
    Array.from({ length: 3 }, async () => signIn(server.origin, await newPerson(server), PASSWORD)),
  )
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [
      ...people.map(({ user }) => ({
        principalType: 'user' as const,
        principalId: user.userId,
        role: 'viewer' as const,
      })),
      { principalType: 'department', principalId: department, role: 'viewer' },
    ],
  })
  // Pages of two; what lies behind the first is slow to come while it is scrolled to.
  let all = false
  await drive.route('**/disk/api/group/queryMembers**', async (route) => {
    const url = new URL(route.request().url())
    const body = route.request().method() === 'POST' ? route.request().postDataJSON() : undefined
    if (url.searchParams.has('pageSize')) url.searchParams.set('pageSize', '2')
    const cursor = body?.cursor ?? url.searchParams.get('cursor')
    if (cursor && !all)
      return route.fulfill({ status: 404, json: { errcode: 404, errmsg: '等等', data: {} } })
    await route.continue({
      url: url.href,
      ...(body && { postData: { ...body, pageSize: 2 } }),
    })
  })
  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, groupName, '成员与权限')
  const dialog = drive.getByRole('dialog', { name: '成员与权限' })
  await expect(dialog.getByRole('alert')).toContainText('加载更多失败')
  await dialog.getByRole('checkbox', { name: '全选' }).click()
  all = true
  await expect(dialog.getByRole('toolbar', { name: '已选 4 项' })).toBeVisible()
  await dialog.getByRole('button', { name: '移出群组' }).click()
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('把 4 项移出群组？')
  await question.getByRole('button', { name: '移出群组' }).click()
  await expect(toast(drive, '已移出 4 项')).toBeVisible()
  await expect(dialog.getByText(`${groupName} · 1 人`)).toBeVisible()
})

test('who is in a group by a department reads beside leaving why that is not its own to do', async ({
  api,
  browser,
  server,
  problems,
}) => {
  const company = await companyOf(server, browser, problems)
  const department = await company.department(unique('整部'))
  const member = await company.colleague('部员', department)
  const groupName = unique('部组')
  const { groupId } = await api.call(createGroup, { groupName, capacity: 1 })
  await api.call(addMembers, {
    groupId,
    members: [{ principalType: 'department', principalId: department, role: 'viewer' }],
  })
  const page = await member.window('groupFile')
  await card(page, groupName).hover()
  await card(page, groupName).getByRole('button').click()
  const leave = page.getByRole('menuitem', { name: '退出群组…' })
  await expect(leave).toHaveAttribute('aria-disabled', 'true')
  await expect(leave).toContainText('通过部门加入')
})

test('an answer of something between the page and the server is told of in words', async ({
  drive,
  server,
  problems,
}) => {
  problems.expect(/status of 404/)
  await drive.route(PAGE, (route) => route.fulfill({ status: 404, body: '<h1>Not found</h1>' }))
  await drive.goto(`${server.origin}/disk/groupFile`)
  await expect(main(drive).getByText('出错了，请稍后重试。')).toBeVisible()
})
