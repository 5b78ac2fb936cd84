import { beginLeave, queryLeaves } from '@clouddisk/contract/admin-offboarding'
import { queryPerson } from '@clouddisk/contract/admin-people'
import { createFolder } from '@clouddisk/contract/files'
import { createGroup, queryGroup } from '@clouddisk/contract/groups'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { button, dialog, main, personRow } from '../support/administration.ts'
import { heading, toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, signInByCall, speak, test } from '../support/test.ts'

/** Somebody leaves: frozen, looked at, handed over, kept, purged. */

const wizard = (page: Page): Locator => page.getByRole('dialog', { name: /^办理离职/ })
const notices = (page: Page) => page.getByRole('region', { name: '通知' })
const next = (page: Page) => button(wizard(page), '下一步').click()
const leaverRow = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: '离职人员' }).getByRole('row').filter({ hasText: name })
const DAY_MS = 24 * 3600_000

async function begin(page: Page, account: string): Promise<void> {
  await personRow(page, account).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '办理离职…' }).click()
  await button(wizard(page), '冻结并继续').click()
  await expect(wizard(page).getByRole('listitem').filter({ hasText: '名下内容' })).toHaveAttribute(
    'aria-current',
    'step',
  )
}

async function receiver(page: Page, account: string): Promise<void> {
  await wizard(page).getByRole('combobox', { name: '接收人' }).click()
  await page.getByRole('combobox', { name: '账号、姓名、手机、邮箱' }).fill(account)
  await page.getByRole('option', { name: new RegExp(account) }).click()
}

test('a list that leaves some out says so', async ({ context, server }) => {
  const company = await organisation(server)
  const { userId } = await company.person('leave_many', '赵多')
  await company.admin.call(beginLeave, { userId })
  const page = await signedIn(context, server, 'admin', 'admin/leavers')
  await expect(leaverRow(page, '赵多')).toBeVisible()
  await expect(main(page).getByText(/^\d+ 人$/)).toBeVisible()
  await page.route('**/disk/api/admin/people/queryLeaves*', async (route) => {
    const answer = await route.fetch()
    const told = await answer.json()
    await route.fulfill({ response: answer, json: { ...told, data: { ...told.data, truncated: true } } })
  })
  await page.reload()
  await expect(main(page).getByText(/^仅显示最先到期的 \d+ 人$/)).toBeVisible()
})

test('all that somebody has goes to a colleague, the account is kept and then purged', {
  tag: '@core',
}, async ({ context, server }) => {
  const company = await organisation(server)
  const { userId } = await company.person('leave_li', '李离')
  const taker = await company.person('leave_wang', '王接', { totalCapacity: 1024 })
  const li = await signIn(server.origin, 'leave_li', PASSWORD)
  const folder = (await li.call(createFolder, { parentId: '0', instanceName: '方案' })).instanceId
  await li.upload(folder, '预算.txt', Buffer.alloc(4096))
  const group = await li.call(createGroup, { groupName: '离职交接群', capacity: 1 })

  const page = await signedIn(context, server, 'admin', 'admin/users?q=leave_li')
  await begin(page, 'leave_li')
  await expect(wizard(page)).toContainText('1 个文件 · 1 个文件夹 · 4.00 KB')
  await expect(wizard(page)).toContainText('拥有 1 个')
  await expect(wizard(page)).not.toContainText('另外加入')
  await expect(wizard(page)).toContainText('离职交接群')
  await next(page)
  await next(page)
  await expect(wizard(page).getByText('请选择接收人。')).toBeVisible()
  await receiver(page, 'leave_wang')
  // Whoever has too little room is told so before anything is tried.
  await expect(wizard(page)).toContainText('王接还差')
  await next(page)
  await expect(wizard(page).getByRole('combobox', { name: '接收人' })).toBeVisible()
  await wizard(page)
    .getByRole('checkbox', { name: /不足时自动增加接收人的空间/ })
    .click()
  // What was chosen does not go by a slip.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('放弃未保存的内容')
  await button(page.getByRole('alertdialog'), '继续编辑').click()
  await next(page)
  await expect(wizard(page)).toContainText('1 个文件 · 4.00 KB → 给王接')
  await expect(wizard(page)).toContainText('1 个群组 → 给王接')
  await button(wizard(page), '办理离职').click()
  await expect(toast(page, /李离的文件和群组已移交给王接，账号保留到/)).toBeVisible()
  const wang = await signIn(server.origin, 'leave_wang', PASSWORD)
  expect(await wang.tree()).toEqual({ '李离 的文件': { 方案: { '预算.txt': 4096 } } })
  expect(await wang.call(queryGroup, { groupId: group.groupId })).toMatchObject({ ownerId: taker.userId })

  await button(notices(page), '查看').click()
  await expect(heading(page)).toHaveText('离职交接')
  await expect(leaverRow(page, '李离')).toContainText('保留中')
  await expect(leaverRow(page, '李离')).toContainText('王接')
  await expect(leaverRow(page, '李离')).toContainText('剩余 30 天')
  await leaverRow(page, '李离').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '立即清除…' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('立即清除李离的账号？')
  await button(page.getByRole('alertdialog'), '立即清除').click()
  await expect(toast(page, '已清除李离的账号')).toBeVisible()
  await expect(leaverRow(page, '李离')).toHaveCount(0)
  expect(await company.admin.call(queryPerson, { userId })).toMatchObject({ status: 'removed' })
})

test('an account is kept without a receiver, found while one types, and stays after all', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  await company.person('leave_keep', '赵留')
  await company.person('leave_other', '钱走')
  const page = await signedIn(context, server, 'admin', 'admin/users?q=leave_keep')
  await begin(page, 'leave_keep')
  // Nothing is there to be handed over.
  await expect(wizard(page)).toContainText('名下没有文件、群组和共享。')
  await next(page)
  await expect(wizard(page).getByRole('radio', { name: /暂时保留/ })).toBeChecked()
  await wizard(page).getByLabel('账号保留').fill('1')
  await next(page)
  await button(wizard(page), '办理离职').click()
  await expect(toast(page, /赵留的账号保留到/)).toBeVisible()

  await page.goto(`${server.origin}/disk/admin/leavers`)
  // Tomorrow is a day away, and not today.
  await expect(leaverRow(page, '赵留')).toContainText('剩余 1 天')
  const search = main(page).getByRole('searchbox', { name: '账号、姓名、接收人' })
  await search.click()
  await page.keyboard.type('leave_keep')
  await expect(search).toHaveValue('leave_keep')
  await expect(page).toHaveURL(/q=leave_keep/)
  await expect(leaverRow(page, '赵留')).toBeVisible()
  await page.keyboard.type(' nobody')
  await expect(main(page).getByText('没有符合条件的人员')).toBeVisible()
  await button(main(page), '清除筛选').click()
  await expect(search).toHaveValue('')
  await leaverRow(page, '赵留').dblclick()
  await expect(dialog(page)).toContainText('未移交')
  await button(dialog(page), '取消离职').click()
  await expect(toast(page, '已取消赵留的离职，账号仍处于冻结状态')).toBeVisible()
  await button(notices(page), '解冻').click()
  await expect(toast(page, '赵留的账号已解冻')).toBeVisible()
  await signIn(server.origin, 'leave_keep', PASSWORD)
})

test('a purge that is not answered leaves an account that is kept, which can still be called off', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  const company = await organisation(server)
  const { userId } = await company.person('leave_purge', '孙清')
  const page = await signedIn(context, server, 'admin', 'admin/users?q=leave_purge')
  await begin(page, 'leave_purge')
  await next(page)
  await wizard(page)
    .getByRole('radio', { name: /立即清除/ })
    .click()
  await next(page)
  await page.route('**/disk/api/admin/people/purge', (route) => route.abort())
  await button(wizard(page), '立即清除').click()
  await expect(wizard(page).getByRole('alert')).toContainText('服务器没有响应')
  await expect(wizard(page).getByRole('alert')).not.toContainText('内容没有移动')
  // Nothing purges it behind the back of who was told so.
  const leave = (await company.admin.call(queryLeaves, {})).list.find((one) => one.userId === userId)
  expect(Date.parse(leave?.purgeTime ?? '')).toBeGreaterThan(Date.now() + 7 * DAY_MS)
  await button(wizard(page).getByRole('alert'), '取消离职').click()
  await expect(toast(page, '已取消孙清的离职，账号仍处于冻结状态')).toBeVisible()
  await expect(wizard(page)).toHaveCount(0)
  expect(await company.admin.call(queryPerson, { userId })).toMatchObject({ status: 'frozen' })

  await page.unroute('**/disk/api/admin/people/purge')
  await personRow(page, 'leave_purge').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '办理离职…' }).click()
  await next(page)
  await wizard(page)
    .getByRole('radio', { name: /立即清除/ })
    .click()
  await next(page)
  await button(wizard(page), '立即清除').click()
  await expect(toast(page, '已清除孙清的账号')).toBeVisible()
  expect(await company.admin.call(queryPerson, { userId })).toMatchObject({ status: 'removed' })
})

test('in English the day of a purge is written as in lists, where it is chosen and where it is confirmed', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  await company.person('leave_words', 'Dana Weber')
  await signInByCall(context, server, 'admin')
  const page = await context.newPage()
  await speak(page, 'en-US')
  await page.goto(`${server.origin}/disk/admin/users?q=leave_words`)
  await page.getByRole('row').filter({ hasText: 'leave_words' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Offboard…' }).click()
  await button(dialog(page), 'Freeze and continue').click()
  await button(dialog(page), 'Next').click()
  await expect(dialog(page).getByText(/^Deleted on \d{1,2} [A-Z][a-z]{2} \d{4}$/)).toBeVisible()
  await button(dialog(page), 'Next').click()
  await expect(dialog(page).getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, in \d+ days$/)).toBeVisible()
})
