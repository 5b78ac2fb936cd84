import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { addMembers, createGroup, hideGroup } from '@clouddisk/contract/groups'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { either, heading, main, row, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, signInByCall, speak, test } from '../support/test.ts'

/** The page of groups itself: finding, hiding, the keyboard, the bin. Groups' names are one of a kind in the house. */

const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })

test('groups are hidden and found again, and a hint to hidden groups appears once (R13, R43, R44, R224, R253)', {
  tag: '@core',
}, async ({ drive, api, server }) => {
  await api.call(createGroup, { groupName: '产品研发', capacity: 1 })
  await api.call(createGroup, { groupName: '历年年会', capacity: 1 })
  await drive.goto(`${server.origin}/disk/groupFile`)
  await link(drive, '历年年会').focus()
  await drive.keyboard.press('Shift+F10')
  await drive.getByRole('menuitem', { name: '隐藏' }).click()
  await expect(toast(drive, '已隐藏“历年年会”')).toBeVisible()
  await expect(link(drive, '历年年会')).toHaveCount(0)
  const hint = main(drive).getByRole('note')
  const flag = () => drive.evaluate(() => localStorage.getItem('showHiddenGroupLead'))
  expect(await flag()).toBeNull()
  await hint.getByRole('button', { name: '知道了' }).click()
  await expect(hint).toHaveCount(0)
  expect(await flag()).toBe('false')
  const old = await api.call(createGroup, { groupName: '旧年会', capacity: 1 })
  await api.call(hideGroup, { groupId: old.groupId, isHide: true })
  // Pages of one, so that the second hidden group is on another.
  let hiddenMayCome = Promise.resolve()
  await drive.route('**/disk/api/group/page', async (route) => {
    const asked = route.request().postDataJSON()
    if (asked.show === 'hidden') await hiddenMayCome
    await route.continue({ postData: { ...asked, pageSize: 1 } })
  })
  await drive.reload()
  await expect(main(drive).getByText('已隐藏 2 个群组')).toBeVisible()
  await expect(hint).toHaveCount(0)
  await main(drive).getByRole('button', { name: '显示', exact: true }).click()
  await expect(link(drive, '旧年会')).toBeVisible()
  await expect(link(drive, '历年年会')).toBeVisible()
  await link(drive, '历年年会').focus()
  await drive.keyboard.press('Shift+F10')
  const late = Promise.withResolvers<void>()
  hiddenMayCome = late.promise
  await drive.getByRole('menuitem', { name: '取消隐藏' }).click()
  const above = drive.getByRole('list', { name: '群组', exact: true })
  await expect(above.getByRole('link', { name: '历年年会', exact: true })).toBeVisible()
  // Never twice, whichever list comes first.
  await expect(link(drive, '历年年会')).toHaveCount(1)
  await expect(main(drive).getByText('已隐藏 1 个群组')).toBeVisible()
  late.resolve()
})

test('groups are narrowed by name and identity, shown as rows, and walked through by keyboard', async ({
  drive,
  api,
  server,
}) => {
  const other = await signIn(server.origin, await newPerson(server), PASSWORD)
  const theirs = await other.call(createGroup, { groupName: '法务合同库', capacity: 1 })
  await other.call(addMembers, {
    groupId: theirs.groupId,
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'viewer' }],
  })
  for (const groupName of ['产品一组', '产品二组']) await api.call(createGroup, { groupName, capacity: 1 })
  await drive.goto(`${server.origin}/disk/groupFile`)
  await link(drive, '产品二组').waitFor()
  const links = main(drive).getByRole('listitem').getByRole('link').filter({ visible: true })
  await links.first().focus()
  await drive.keyboard.press('ArrowRight')
  await expect(links.nth(1)).toBeFocused()
  await drive.keyboard.press('Home')
  await expect(links.first()).toBeFocused()
  await drive.keyboard.press('End')
  await drive.keyboard.press('Enter')
  await expect(drive.getByRole('dialog', { name: '新建群组' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(drive.getByRole('dialog')).toHaveCount(0)

  await drive.keyboard.press('/')
  await drive.keyboard.type('产品')
  await expect(link(drive, '法务合同库')).toHaveCount(0)
  await expect(links).toHaveCount(2)
  await main(drive).getByRole('searchbox').fill('')
  await main(drive).getByRole('combobox', { name: '身份' }).click()
  await drive.getByRole('option', { name: '普通成员' }).click()
  await expect(link(drive, '产品一组')).toHaveCount(0)
  await expect(link(drive, '法务合同库')).toBeVisible()
  await main(drive).getByRole('radio', { name: '列表' }).click()
  await main(drive)
    .getByRole('row', { name: /法务合同库/ })
    .dblclick()
  await expect(heading(drive)).toHaveText('法务合同库')
})

test('the menu has the first groups, and an address of a group’s folder opens it there (R31)', async ({
  drive,
  api,
  server,
}) => {
  const group = await api.call(createGroup, { groupName: '品牌中心', capacity: 1 })
  const folder = await api.call(createFolder, { parentId: group.rootId, instanceName: '素材' })
  await drive.goto(`${server.origin}/disk/personalFile?folder=${folder.instanceId}`)
  await expect(heading(drive)).toHaveText('素材')
  await expect(drive).toHaveURL(/groupFile\?folder=/)
  const menu = drive.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('button', { name: '“群组文件”的子菜单' }).click()
  await expect(menu.getByRole('link', { name: '品牌中心' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: '品牌中心' }).click()
  await expect(heading(drive)).toHaveText('品牌中心')
  await menu.getByRole('link', { name: '个人文件' }).click()
  await expect(heading(drive)).toHaveText('个人文件')
  await menu.getByRole('link', { name: '群组文件' }).click()
  await expect(heading(drive)).toHaveText('品牌中心')
})

test('what was deleted from a group lies in the group’s bin and comes back from there', async ({
  drive,
  api,
  server,
}) => {
  const group = await api.call(createGroup, { groupName: '品牌部', capacity: 1 })
  const { instanceId } = await api.upload(group.rootId, 'a.txt', Buffer.from('a'))
  await api.call(removeInstances, { instanceIds: [instanceId] })
  await drive.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  await main(drive).getByRole('button', { name: '“品牌部”的操作' }).click()
  await drive.getByRole('menuitem', { name: '群组回收站' }).click()
  await expect(heading(drive)).toHaveText('“品牌部”的回收站')
  await row(drive, 'a.txt').click()
  await main(drive).getByRole('button', { name: '还原到原位置' }).first().click()
  await expect(toast(drive, '“a.txt”已还原')).toBeVisible()
  await main(drive).getByRole('button', { name: '返回群组' }).click()
  await expect(row(drive, 'a.txt')).toBeVisible()
})

for (const language of ['zh-CN', 'en-US'] as const) {
  test(`cards, rows and dialogs of groups are accessible in ${language}`, async ({
    context,
    server,
    person,
    api,
  }) => {
    const colleague = await signIn(server.origin, await newPerson(server), PASSWORD)
    const group = await api.call(createGroup, {
      groupName: `审计部 ${language}`,
      capacity: 1,
      members: [{ principalType: 'user', principalId: colleague.user.userId, role: 'editor' }],
    })
    const old = await api.call(createGroup, { groupName: `旧版 ${language}`, capacity: 1 })
    await api.call(hideGroup, { groupId: old.groupId, isHide: true })
    await signInByCall(context, server, person)
    const page = await context.newPage()
    await speak(page, language)
    await page.goto(`${server.origin}/disk/groupFile`)
    await link(page, `审计部 ${language}`).waitFor()
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await page.bringToFront()
    const audit = auditor(page, wardrobe, language)
    await audit.check('cards', 'main')
    await main(page)
      .getByRole('radio', { name: either('列表', 'List') })
      .click()
    await main(page)
      .getByRole('row', { name: /审计部/ })
      .waitFor()
    await audit.check('rows', 'main')
    await page.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
    await main(page)
      .getByRole('button', { name: /成员与权限|Members and permissions/ })
      .click()
    await page.getByRole('dialog').getByText(colleague.user.userRealName).first().waitFor()
    await audit.check('members')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: either('转让群组', 'Transfer ownership') })
      .click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' })
    await audit.check('handover')
  })
}

test('the bar of groups shows what they hold, and what they were given as a second mark (R10, R35)', async ({
  drive,
  api,
}) => {
  const group = await api.call(createGroup, {
    groupName: `额度 ${Date.now()}`,
    description: '',
    capacity: 60,
  })
  await api.upload(group.rootId, 'a.bin', Buffer.alloc(3 * 1024 * 1024))
  await drive.reload()
  const bar = drive.getByRole('meter', { name: '群组' })
  const usage = '已用 3.00 MB（0%），已分配 60.00 GB，共 100.00 GB'
  await expect(bar).toHaveAttribute('aria-valuenow', '0')
  await expect(bar).toHaveAttribute('aria-valuetext', usage)
  await expect(drive.getByRole('banner')).toContainText('3 MB / 100 GB')
  await bar.hover()
  await expect(drive.getByRole('tooltip')).toHaveText(usage)
  // What may still be given is what was not given yet.
  await drive.getByRole('link', { name: '群组文件' }).click()
  await expect(drive.getByText(/剩余 40\.00 GB/)).toBeVisible()
})

test('a file that is sent to a group goes up as a group’s', async ({ drive, api, server, desk }) => {
  const group = await api.call(createGroup, { groupName: '上传到群组', capacity: 1 })
  await drive.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  const pick = main(drive).getByRole('button', { name: '上传', exact: true })
  await expect(pick).toBeVisible()
  const asked = (call: string) => drive.waitForRequest(`**/disk/api/instance/${call}`)
  const [check, save] = [asked('checkUploadAble'), asked('upload')]
  const chooser = drive.waitForEvent('filechooser')
  await pick.click()
  await (await chooser).setFiles(await desk.file('合影.bin', 400_000))
  expect((await check).postDataJSON()).toMatchObject({ category: 'NetDisk_2', parentId: group.rootId })
  expect((await save).postDataJSON()).toMatchObject({ category: 'NetDisk_2', instanceType: '2' })
  await expect(row(drive, '合影.bin')).toBeVisible()
})
