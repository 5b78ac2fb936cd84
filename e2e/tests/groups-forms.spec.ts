import { addMembers, createGroup } from '@clouddisk/contract/groups'
import { signIn } from '../../server/test/person.ts'
import { companyOf, unique } from '../support/colleagues.ts'
import { main, toast } from '../support/files.ts'
import { card, menuOfGroup } from '../support/groups.ts'
import { hold, isCall } from '../support/hold.ts'
import { PHONE } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, test } from '../support/test.ts'

/** Forms in dialogs: what was entered is kept until it is saved or given up, and a refusal reaches its reader. */

test('a form that was filled in asks before it goes, and leaving its picker leads back to it', {
  tag: '@core',
}, async ({ drive, server }) => {
  const colleague = await signIn(server.origin, await newPerson(server), PASSWORD)
  await drive.goto(`${server.origin}/disk/groupFile`)
  await main(drive).getByRole('button', { name: '新建群组' }).first().click()
  const form = drive.getByRole('dialog', { name: '新建群组' })
  const question = drive.getByRole('alertdialog', { name: '放弃未保存的内容？' })
  await form.getByLabel('名称').fill('写了一半')
  await drive.keyboard.press('Escape')
  await expect(question).toBeVisible()
  // Esc in the question keeps the form, and does not ask again.
  await drive.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('名称')).toHaveValue('写了一半')
  await drive.mouse.click(5, 5)
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(question).toHaveCount(0)

  await form.getByRole('button', { name: '选择成员…' }).click()
  const picker = drive.getByRole('dialog', { name: '选择成员' })
  await picker.getByRole('searchbox').fill(colleague.user.userRealName)
  await picker.getByRole('option', { name: colleague.user.userRealName }).click()
  await picker.getByRole('button', { name: '关闭' }).click()
  await expect(form.getByLabel('名称')).toHaveValue('写了一半')
  await expect(form.getByRole('region', { name: '成员' }).getByRole('listitem')).toHaveCount(1)

  await form.getByRole('button', { name: '关闭' }).click()
  await question.getByRole('button', { name: '放弃', exact: true }).click()
  await expect(drive.getByRole('dialog')).toHaveCount(0)
})

test('a dialog stays open while it saves, and tells a refusal', async ({ drive, api, server }) => {
  await api.call(createGroup, { groupName: '已有的', capacity: 1 })
  await api.call(createGroup, { groupName: '要改的', capacity: 1 })
  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, '要改的', '编辑群组')
  const form = drive.getByRole('dialog', { name: '编辑群组' })
  await form.getByLabel('名称').fill('已有的')
  const saving = await hold(drive, isCall('group/editGroup'))
  await form.getByRole('button', { name: '保存' }).click()
  await saving.arrived
  await drive.keyboard.press('Escape')
  await drive.mouse.click(5, 5)
  await form.getByRole('button', { name: '关闭' }).click({ force: true })
  await expect(drive.getByRole('alertdialog')).toHaveCount(0)
  await expect(form).toBeVisible()
  await saving.release()
  await expect(form.getByLabel('名称')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('名称').fill('改好的')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(toast(drive, '已保存')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(card(drive, '改好的')).toBeVisible()
})

test('a group is handed over to somebody who came in by a department', async ({
  drive,
  api,
  server,
  browser,
  problems,
}) => {
  const company = await companyOf(server, browser, problems)
  const department = await company.department(unique('接手部'))
  const heir = await company.colleague('盛接手', department)
  const group = await api.call(createGroup, { groupName: '待转让', capacity: 1 })
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [{ principalType: 'department', principalId: department, role: 'editor' }],
  })
  await drive.goto(`${server.origin}/disk/groupFile`)
  await menuOfGroup(drive, '待转让', '转让群组…')
  const dialog = drive.getByRole('dialog', { name: '转让“待转让”' })
  await expect(dialog).toContainText('其他人都是通过部门加入的。请搜索姓名选择新所有者。')
  await dialog.getByRole('searchbox').fill(heir.api.user.userName)
  await dialog.getByText('盛接手').first().click()
  await dialog.getByRole('button', { name: '发起转让' }).click()
  await expect(toast(drive, '已向盛接手发起转让，等待确认')).toBeVisible()
})

test('on a phone, who may be added lies within the screen', async ({
  browser,
  problems,
  server,
  person,
  api,
}) => {
  await api.call(createGroup, { groupName: '手机组', capacity: 1 })
  const context = await anotherBrowser(browser, problems, { ...PHONE, reducedMotion: 'reduce' })
  const page = await signedIn(context, server, person, 'groupFile')
  await card(page, '手机组').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: '成员与权限' }).click()
  await page.getByRole('dialog', { name: '成员与权限' }).getByRole('button', { name: '添加成员' }).click()
  const search = page.getByRole('dialog', { name: '添加成员' }).getByRole('searchbox')
  await expect(search).toBeVisible()
  const box = await search.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width).toBe(true)
})
