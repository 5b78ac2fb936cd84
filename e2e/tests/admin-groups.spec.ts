import { createDepartmentGroup, pageAllGroups, queryAnyGroup } from '@clouddisk/contract/admin-groups'
import { addMembers, createGroup, handoverGroup } from '@clouddisk/contract/groups'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { button, dialog, main } from '../support/administration.ts'
import { unique } from '../support/colleagues.ts'
import { heading, row, toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PHONE } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** All groups, as administrators look after them. */

const form = (page: Page): Locator => page.getByRole('dialog', { name: '新建群组' })
const menuOf = async (page: Page, name: string, entry: string) => {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
}
async function pick(page: Page, within: Locator, label: string, account: string): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('combobox', { name: '账号、姓名、手机、邮箱' }).fill(account)
  await page.getByRole('option', { name: new RegExp(account) }).click()
}
const notices = (page: Page) => page.getByRole('region', { name: '通知' })
const choose = async (page: Page, label: string, option: string) => {
  await main(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a department gets a group, which is changed, given to another owner, dissolved and called back', {
  tag: '@core',
}, async ({ context, server }) => {
  const company = await organisation(server)
  const studio = unique('设计部')
  await company.department(studio)
  await company.person('ag_first', '林一')
  const second = await company.person('ag_second', '周二')
  const first = await signIn(server.origin, 'ag_first', PASSWORD)
  const own = unique('林一的群')
  await first.call(createGroup, { groupName: own, capacity: 1 })
  const name = unique('设计共享')

  const page = await signedIn(context, server, 'admin', 'admin/groups')
  await expect(heading(page)).toHaveText('群组管理')
  await expect(row(page, own)).toContainText('林一')
  await button(main(page), '新建群组').click()
  await button(form(page), '新建').click()
  await expect(form(page).getByText('有 3 处需要修改')).toBeVisible()
  await button(form(page), '部门').click()
  await page.getByRole('treeitem', { name: studio }).last().click()
  await pick(page, form(page), '所有者', 'ag_first')
  await form(page).getByLabel('名称').fill(name)
  await form(page).getByRole('textbox', { name: '空间', exact: true }).fill('2')
  // From choosing members one comes back to the form, and what stands in it is still there.
  await button(form(page), '选择成员…').click()
  const picker = page.getByRole('dialog', { name: '选择成员', exact: true })
  await expect(picker.getByText('请在左侧选择人员或部门', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form(page).getByLabel('名称')).toHaveValue(name)
  await page.keyboard.press('Escape')
  await button(page.getByRole('alertdialog'), '继续编辑').click()
  await button(form(page), '新建').click()
  await expect(toast(page, `已新建“${name}”`)).toBeVisible()
  await expect(row(page, name)).toContainText(studio)
  await expect(row(page, name)).toContainText('0 / 2 GB')

  await choose(page, '归属', '部门')
  await expect(row(page, name)).toBeVisible()
  await expect(row(page, own)).toHaveCount(0)
  await choose(page, '归属', '个人')
  await expect(row(page, own)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  await button(main(page), '重置').click()
  await main(page).getByRole('searchbox', { name: '群组或所有者' }).fill(name)
  await expect(row(page, own)).toHaveCount(0)
  await expect(row(page, name)).toBeVisible()

  await row(page, name).dblclick()
  await dialog(page).getByLabel('简介').fill('封面和海报')
  await dialog(page).getByRole('textbox', { name: '空间', exact: true }).fill('3')
  await button(dialog(page), '保存').click()
  await expect(toast(page, `已保存“${name}”`)).toBeVisible()
  await expect(row(page, name)).toContainText('封面和海报')
  await expect(row(page, name)).toContainText('0 / 3 GB')

  await menuOf(page, name, '查看成员')
  await expect(dialog(page).getByRole('row').filter({ hasText: '林一' })).toContainText('所有者')
  await page.keyboard.press('Escape')

  await menuOf(page, name, '更换所有者…')
  await button(dialog(page), '更换').click()
  await expect(dialog(page).getByText('请选择新所有者。')).toBeVisible()
  await pick(page, dialog(page), '新所有者', 'ag_second')
  await button(dialog(page), '更换').click()
  const told = toast(page, `“${name}”的所有者已改为周二`)
  await expect(told).toBeVisible()
  // Taking it back would leave the other one a manager: it is not offered.
  await expect(notices(page).getByRole('button', { name: '撤销' })).toHaveCount(0)
  await expect(row(page, name)).toContainText('周二')

  await menuOf(page, name, '解散…')
  await expect(page.getByRole('alertdialog')).toContainText(`解散“${name}”？`)
  await button(page.getByRole('alertdialog'), '解散').click()
  await expect(toast(page, new RegExp(`“${name}”将于 .* 解散`))).toBeVisible()
  await expect(row(page, name)).toContainText('解散')
  await button(main(page), '取消选择').click()
  await choose(page, '状态', '正常')
  await expect(row(page, name)).toHaveCount(0)
  await choose(page, '状态', '解散中')
  await menuOf(page, name, '取消解散')
  await expect(toast(page, `已取消解散“${name}”`)).toBeVisible()
  await expect(main(page).getByText('没有符合条件的群组')).toBeVisible()
  await button(main(page), '清除筛选').click()
  await expect(row(page, name)).toContainText('正常')
  const { list } = await company.admin.call(pageAllGroups, { keyword: name })
  expect(list).toMatchObject([{ groupName: name, ownerId: second.userId, dissolveTime: null }])
})

test('what is being handed over is not dissolved, and stays out where others are', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  const studio = await company.department(unique('交接部'))
  const old = await company.person('ag_old', '旧主', { departmentId: studio })
  const heir = await company.person('ag_heir', '新主', { departmentId: studio })
  const made = async (groupName: string) =>
    (
      await company.admin.call(createDepartmentGroup, {
        departmentId: studio,
        ownerId: old.userId,
        groupName,
        capacity: 1,
        members: [{ principalType: 'user', principalId: heir.userId, role: 'manager' }],
      })
    ).groupId
  const held = unique('转让群')
  const free = unique('普通群')
  const [heldId, freeId] = [await made(held), await made(free)]
  const owner = await signIn(server.origin, 'ag_old', PASSWORD)
  await owner.call(handoverGroup, { groupId: heldId, userId: heir.userId })

  const page = await signedIn(context, server, 'admin', `admin/groups?department=${studio}`)
  await expect(row(page, held)).toContainText('转让中')
  await row(page, held).click({ button: 'right' })
  const entry = page.getByRole('menuitem', { name: /解散…/ })
  await expect(entry).toHaveAttribute('aria-disabled', 'true')
  await expect(entry).toContainText('正在转让')
  await page.reload()
  for (const name of [held, free]) await row(page, name).getByRole('checkbox').click({ force: true })
  const bar = page.getByRole('toolbar', { name: '已选群组的操作' })
  await expect(bar).toContainText('已选 2 个')
  await button(bar, '解散…').click()
  await expect(page.getByRole('alertdialog')).toContainText(`解散“${free}”？`)
  await expect(page.getByRole('alertdialog')).toContainText(`“${held}”正在转让，不会解散。`)
  await button(page.getByRole('alertdialog'), '解散').click()
  await expect(toast(page, new RegExp(`“${free}”将于 .* 解散`))).toBeVisible()
  const now = await Promise.all(
    [heldId, freeId].map((groupId) => company.admin.call(queryAnyGroup, { groupId })),
  )
  expect(now.map(({ dissolveTime }) => dissolveTime === null)).toEqual([true, false])
})

test('a group that is clicked is chosen, and who is in it is read on where a part failed', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 404/)
  const company = await organisation(server)
  await company.person('ag_pages', '分页主')
  const owner = await signIn(server.origin, 'ag_pages', PASSWORD)
  const name = unique('分页群')
  const { groupId } = await owner.call(createGroup, { groupName: name, capacity: 1 })
  const people = [await company.person('ag_page1', '甲员'), await company.person('ag_page2', '乙员')]
  await owner.call(addMembers, {
    groupId,
    members: people.map(({ userId }) => ({
      principalType: 'user' as const,
      principalId: userId,
      role: 'viewer' as const,
    })),
  })
  const page = await signedIn(context, server, 'admin', `admin/groups?q=${encodeURIComponent(name)}`)
  const bar = page.getByRole('toolbar', { name: '已选群组的操作' })
  await row(page, name).getByText(name).click()
  await expect(bar).toContainText('已选 1 个')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  let broken = true
  await page.route('**/disk/api/admin/groups/queryMembers', async (route) => {
    const asked = route.request().postDataJSON()
    if (asked.cursor !== undefined && broken)
      await route.fulfill({ status: 404, json: { errcode: 404, errmsg: '资料不在了。', data: {} } })
    else await route.continue({ postData: { ...asked, pageSize: 2 } })
  })
  await menuOf(page, name, '查看成员')
  const told = dialog(page).getByRole('alert')
  await expect(told).toContainText('加载更多失败：资料不在了。')
  broken = false
  await button(told, '重试').click()
  for (const member of ['分页主', '甲员', '乙员'])
    await expect(dialog(page).getByRole('row').filter({ hasText: member })).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('on a phone the members of a new group are chosen within the screen', async ({
  browser,
  problems,
  server,
}) => {
  const context = await anotherBrowser(browser, problems, { ...PHONE, reducedMotion: 'reduce' })
  const page = await signedIn(context, server, 'admin', 'admin/groups')
  await button(main(page), '新建群组').first().click()
  await button(form(page), '选择成员…').click()
  const first = page.getByRole('dialog', { name: '选择成员', exact: true }).getByRole('tab').first()
  await expect(first).toBeVisible()
  const box = await first.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width).toBe(true)
})
