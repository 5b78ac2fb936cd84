import { changePeople } from '@clouddisk/contract/admin-people'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { clearTrash } from '@clouddisk/contract/trash'
import { type Person, signIn } from '../../server/test/person.ts'
import { button, dialog, main } from '../support/administration.ts'
import { heading, row, toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** The administrators' recycle bin, as they work with it. */

const letGo = async (person: Person, instanceIds: string[]): Promise<void> => {
  await person.call(removeInstances, { instanceIds })
  await person.call(clearTrash, {})
}

test('what people let go is found, given back, given to somebody else, and ended for good', {
  tag: '@core',
}, async ({ context, server }) => {
  const company = await organisation(server)
  await company.person('bin_sun', '孙宁')
  await company.person('bin_lu', '陆遥')
  const frozen = await company.person('bin_frozen', '陆冻')
  await company.admin.call(changePeople, { userIds: [frozen.userId], action: 'freeze' })
  const sun = await signIn(server.origin, 'bin_sun', PASSWORD)
  const lu = await signIn(server.origin, 'bin_lu', PASSWORD)
  const work = (await sun.call(createFolder, { parentId: '0', instanceName: '合同' })).instanceId
  const old = (await sun.call(createFolder, { parentId: '0', instanceName: '旧资料' })).instanceId
  for (const name of ['一.txt', '二.txt']) await sun.upload(old, name, Buffer.from(name))
  const files = []
  for (const name of ['报价.txt', '草稿.txt', '底稿.txt'])
    files.push((await sun.upload(work, name, Buffer.from(name))).instanceId)
  await letGo(sun, [old, ...files])
  await letGo(lu, [(await lu.upload('0', '别人的.txt', Buffer.from('b'))).instanceId])

  const page = await signedIn(context, server, 'admin', 'admin/recycle')
  await expect(heading(page)).toHaveText('管理员回收站')
  await expect(row(page, '别人的.txt')).toContainText('陆遥')
  await main(page).getByRole('combobox', { name: /^所属/ }).click()
  await page.getByRole('combobox', { name: '姓名、账号或群组名' }).fill('bin_sun')
  await page.getByRole('option', { name: /孙宁/ }).click()
  await expect(row(page, '别人的.txt')).toHaveCount(0)
  await expect(row(page, '报价.txt')).toContainText('个人文件 / 合同')
  await expect(row(page, '旧资料')).toContainText('2 个文件')
  await expect(page).toHaveURL(/owner=/)
  await page.reload()
  await expect(row(page, '报价.txt')).toBeVisible()
  await expect(row(page, '别人的.txt')).toHaveCount(0)

  const bar = page.getByRole('toolbar', { name: '对所选项目的操作' })
  // A click on a row chooses as its checkbox does.
  await row(page, '报价.txt').click()
  await expect(bar).toContainText('已选 1 项')
  await page.keyboard.press('r')
  await expect(toast(page, '“报价.txt”已还原给 孙宁')).toBeVisible()
  await expect(row(page, '报价.txt')).toHaveCount(0)
  // Who works with the keyboard goes on where the row was.
  await expect(page.getByRole('grid')).toBeFocused()
  expect(await sun.tree()).toEqual({ 合同: { '报价.txt': Buffer.byteLength('报价.txt') } })

  await row(page, '草稿.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '还原给其他人…' }).click()
  await button(dialog(page), '还原 1 项').click()
  await expect(dialog(page).getByText('请选择接收人').last()).toBeVisible()
  await dialog(page).getByLabel('接收人').click()
  // Who could take nothing is not offered.
  await page.getByRole('combobox', { name: '姓名或账号' }).fill('陆')
  await expect(page.getByRole('option', { name: /陆遥/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /陆冻/ })).toHaveCount(0)
  await page.getByRole('option', { name: /陆遥/ }).click()
  await button(dialog(page), '还原 1 项').click()
  await expect(toast(page, '“草稿.txt”已还原给 陆遥')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await lu.tree()).toHaveProperty(['草稿.txt'])

  for (const name of ['旧资料', '底稿.txt'])
    await row(page, name).getByRole('checkbox').click({ force: true })
  await expect(bar).toContainText('已选 2 项')
  await button(bar, '彻底删除').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('彻底删除 2 项？')
  await expect(question).toContainText('共 3 个文件')
  await button(question, '彻底删除').click()
  await expect(toast(page, '已彻底删除 2 项')).toBeVisible()
  await expect(main(page).getByText('没有符合条件的文件')).toBeVisible()
  await button(main(page), '清除筛选').click()
  await expect(row(page, '别人的.txt')).toBeVisible()
  await main(page).getByRole('button', { name: '删除时间' }).first().click()
  await button(page.getByRole('dialog', { name: '时间范围' }), '今天').click()
  await expect(page).toHaveURL(/from=/)
  await expect(row(page, '别人的.txt')).toBeVisible()
  await main(page).getByRole('combobox', { name: '空间' }).click()
  await page.getByRole('option', { name: '群组文件' }).click()
  await expect(main(page).getByText('没有符合条件的文件')).toBeVisible()
})

test('who may only read it sees what lies there and changes nothing', async ({ context, server }) => {
  const company = await organisation(server)
  await company.person('bin_store', '库管', { roles: ['storageAdmin'] })
  await company.person('bin_guest', '顾客')
  const guest = await signIn(server.origin, 'bin_guest', PASSWORD)
  await letGo(guest, [(await guest.upload('0', '只读.txt', Buffer.from('c'))).instanceId])
  const page = await signedIn(context, server, 'bin_store', 'admin/recycle?q=只读')
  const only = page.getByRole('row').filter({ hasText: '只读.txt' })
  await expect(only).toBeVisible()
  await expect(only.getByRole('checkbox')).toHaveCount(0)
  await only.click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/只看“顾客”的文件/])
})

test('where what follows cannot be read, that is told and asked again on demand', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 404/)
  const company = await organisation(server)
  await company.person('bin_pages', '分页')
  const person = await signIn(server.origin, 'bin_pages', PASSWORD)
  const ids = []
  for (const name of ['分页甲.txt', '分页乙.txt', '分页丙.txt'])
    ids.push((await person.upload('0', name, Buffer.from(name))).instanceId)
  await letGo(person, ids)
  const page = await signedIn(context, server, 'admin')
  let broken = true
  await page.route('**/disk/api/admin/recycle/page**', async (route) => {
    const asked = route.request().postDataJSON()
    if (asked.cursor !== undefined && broken)
      await route.fulfill({ status: 404, json: { errcode: 404, errmsg: '资料不在了。', data: {} } })
    else await route.continue({ postData: { ...asked, pageSize: 2 } })
  })
  await page.goto(`${server.origin}/disk/admin/recycle?q=分页`)
  const told = main(page).getByRole('alert')
  await expect(told).toContainText('加载更多失败：资料不在了。')
  broken = false
  await told.getByRole('button', { name: '重试' }).click()
  for (const name of ['分页甲.txt', '分页乙.txt', '分页丙.txt']) await expect(row(page, name)).toBeVisible()
  await expect(told).toHaveCount(0)
})
