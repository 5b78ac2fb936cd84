import { createFolder } from '@clouddisk/contract/files'
import { pageGroups } from '@clouddisk/contract/groups'
import { querySharingUsers } from '@clouddisk/contract/shares'
import type { Page } from '@playwright/test'
import { type Colleague, companyOf, unique } from '../support/colleagues.ts'
import { dropInVain } from '../support/drop.ts'
import { choose, expectNames, heading, list, main, menuOf, openFolder, row, toast } from '../support/files.ts'
import { card, menuOfGroup } from '../support/groups.ts'
import { pickFiles } from '../support/picker.ts'
import { test as base, expect } from '../support/test.ts'

/** Three people at three windows: what one does stands in the others' by itself, and nothing is ever loaded anew. */

interface Office {
  readonly brand: string
  readonly wu: Colleague
  readonly zhang: Colleague
}

const test = base.extend<{ office: Office }>({
  office: async ({ server, browser, problems, api }, use) => {
    const company = await companyOf(server, browser, problems)
    const brand = unique('品牌组')
    // Of one department and one below it, they read each other's names.
    const top = await company.department(unique('示例集团'))
    await company.moveTo(api, top)
    const wu = await company.colleague('吴涵', await company.department(brand, top))
    await use({ brand, wu, zhang: await company.colleague('张敏敏', top) })
  },
})

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const dialog = (page: Page, name?: string) =>
  page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog')
const uploads = (page: Page) => main(page).getByRole('button', { name: '上传', exact: true })
const toGroups = (page: Page) =>
  page.getByRole('navigation', { name: '路径' }).getByRole('button', { name: '群组文件' }).click()

const chooseUpload = (page: Page, path: string) => pickFiles(page, [path], () => uploads(page).click())

test('a group is made, filled, closed in part, handed over, left, dissolved and kept', {
  tag: '@core',
}, async ({ drive: lin, api, office: { wu: colleague, zhang: viewer }, desk }) => {
  const [wu, zhang] = await Promise.all([colleague.window('groupFile'), viewer.window('groupFile')])
  await lin.getByRole('link', { name: '群组文件' }).click()
  for (const page of [lin, wu, zhang]) await expect(main(page).getByText('还没有群组')).toBeVisible()

  await main(lin).getByRole('button', { name: '新建群组' }).first().click()
  await dialog(lin).getByRole('button', { name: '新建', exact: true }).click()
  await expect(dialog(lin).getByText('请输入群组名称。')).toBeVisible()
  await dialog(lin).getByLabel('名称').fill('品牌与市场')
  await dialog(lin).getByLabel('空间（GB）').fill('0')
  await dialog(lin).getByRole('button', { name: '新建', exact: true }).click()
  await expect(dialog(lin).getByText('请输入正整数（GB）。')).toBeVisible()
  await dialog(lin).getByLabel('空间（GB）').fill('200')
  await expect(dialog(lin).getByText('超出额度，最多 100 GB。')).toBeVisible()
  await dialog(lin).getByLabel('空间（GB）').fill('16')
  await dialog(lin).getByRole('button', { name: '新建', exact: true }).click()
  await expect(toast(lin, '已新建“品牌与市场”')).toBeVisible()
  await expect(card(lin, '品牌与市场')).toContainText('0 / 16 GB')
  await expect(main(lin).getByText('群组额度剩余 84.00 GB')).toBeVisible()

  // Found by account, one comes in as an editor, the other as a viewer; both have the group at once.
  await menuOfGroup(lin, '品牌与市场', '成员与权限')
  await dialog(lin).getByRole('button', { name: '添加成员' }).click()
  for (const { api: one } of [colleague, viewer]) {
    await dialog(lin).getByRole('searchbox').fill(one.user.userName)
    await dialog(lin).getByRole('option', { name: one.user.userRealName }).click()
  }
  await dialog(lin).getByRole('combobox', { name: '“张敏敏”的角色' }).click()
  await lin.getByRole('option', { name: /^预览者/ }).click()
  await dialog(lin).getByRole('button', { name: '添加 2 项' }).click()
  await expect(dialog(lin).getByText('3 人')).toBeVisible()
  await expect(card(wu, '品牌与市场')).toContainText('编辑者')
  await expect(card(zhang, '品牌与市场')).toContainText('预览者')
  await dialog(lin).getByRole('button', { name: '关闭' }).last().click()

  // What the editor brings stands in all three; who may only view has nothing to change it with.
  for (const page of [lin, wu, zhang]) {
    await card(page, '品牌与市场').getByRole('link').click()
    await expect(heading(page)).toHaveText('品牌与市场')
  }
  await chooseUpload(wu, await desk.file('海报.png', 2000))
  await main(wu).getByRole('button', { name: '新建文件夹', exact: true }).click()
  await wu.getByRole('textbox', { name: '新文件夹名称' }).fill('合同与报价')
  await wu.keyboard.press('Enter')
  for (const page of [lin, wu, zhang]) await expectNames(page, ['合同与报价', '海报.png'])
  await viewsOnly(zhang, '海报.png')
  await dropInVain(zhang, [await desk.file('不该在.txt', 'x')], list(zhang))
  const [group] = (await api.call(pageGroups, {})).list
  if (!group) throw new Error('the group is gone')
  await expect(viewer.api.upload(group.rootId, 'x.txt', Buffer.from('x'))).rejects.toMatchObject({
    name: 'not_permitted',
  })

  // One folder is closed to the editor: it goes from that window alone.
  await menuOf(lin, '合同与报价')
  await choose(lin, '权限…')
  await dialog(lin, '权限').getByRole('combobox', { name: '“吴涵”的权限' }).click()
  await lin.getByRole('option', { name: '禁止访问' }).click()
  await expectNames(wu, ['海报.png'])
  await dialog(lin, '权限').getByRole('button', { name: '完成' }).click()
  for (const page of [lin, zhang]) await expectNames(page, ['合同与报价', '海报.png'])

  // Handed over: what it costs is said to both; the new owner cannot be kept out of anything.
  await toGroups(lin)
  await menuOfGroup(lin, '品牌与市场', '转让群组…')
  await dialog(lin).getByRole('button', { name: '发起转让' }).click()
  await expect(dialog(lin).getByText('请先选择新所有者。')).toBeVisible()
  await expect(dialog(lin).getByText(/16\.00 GB 改为占用对方的群组额度/)).toBeVisible()
  await dialog(lin).getByRole('radiogroup').getByText('吴涵').first().click()
  await dialog(lin).getByRole('button', { name: '发起转让' }).click()
  await expect(toast(lin, '已向吴涵发起转让，等待确认')).toBeVisible()
  await expect(card(lin, '品牌与市场').getByText('转让中')).toBeVisible()
  await toGroups(wu)
  const banner = main(wu).getByRole('region', { name: /想把“品牌与市场”转让给你/ })
  await expect(banner).toContainText('占用你的群组额度 16.00 GB（剩余 100.00 GB）')
  await banner.getByRole('button', { name: '同意' }).click()
  await expect(toast(wu, '你已成为“品牌与市场”的所有者')).toBeVisible()
  await expect(card(wu, '品牌与市场')).toContainText('所有者')
  await expect(wu.getByRole('meter', { name: '群组' })).toHaveAttribute('aria-valuetext', /已分配 16\.00 GB/)
  await expect(card(lin, '品牌与市场')).toContainText('管理员')
  await expect(main(lin).getByText('群组额度剩余 100.00 GB')).toBeVisible()

  // Who leaves is gone from the owner's list of members while it is open.
  await menuOfGroup(wu, '品牌与市场', '成员与权限')
  await expect(dialog(wu).getByText('3 人')).toBeVisible()
  await toGroups(zhang)
  await menuOfGroup(zhang, '品牌与市场', '退出群组…')
  await question(zhang).getByRole('button', { name: '退出群组' }).click()
  await expect(main(zhang).getByText('还没有群组')).toBeVisible()
  await expect(dialog(wu).getByText('2 人')).toBeVisible()
  await dialog(wu).getByRole('button', { name: '关闭' }).last().click()

  // Dissolved, it can be read for a while; called back, it is as before.
  await card(lin, '品牌与市场').getByRole('link').click()
  await expect(uploads(lin)).toBeVisible()
  await menuOfGroup(wu, '品牌与市场', '解散群组…')
  await expect(question(wu)).toContainText('2 人将失去这里的文件')
  await expect(question(wu)).toContainText('7 天内')
  await question(wu).getByRole('button', { name: '解散群组' }).click()
  await expect(card(wu, '品牌与市场')).toContainText(/解散/)
  await expect(main(lin).getByText(/群组将于 .+ 解散，此前只能查看和下载/)).toBeVisible()
  await expect(uploads(lin)).toHaveCount(0)
  await expectNames(lin, ['合同与报价', '海报.png'])
  await menuOfGroup(wu, '品牌与市场', '取消解散')
  await expect(toast(wu, '已取消解散“品牌与市场”')).toBeVisible()
  await expect(uploads(lin)).toBeVisible()
})

test('a folder is shared with a department that edits it and a person who views it, until it is not', async ({
  drive: lin,
  api,
  office: { brand, wu: editor, zhang: viewer },
  desk,
}) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '主题演讲素材' })
  await api.upload(folder.instanceId, '讲稿.txt', Buffer.from('one'))
  const [wu, zhang] = await Promise.all([editor.window('fileShare'), viewer.window('fileShare')])
  for (const page of [wu, zhang]) await expect(page.getByText('没有收到共享')).toBeVisible()

  await menuOf(lin, '主题演讲素材')
  await choose(lin, '内部共享…')
  const sharing = dialog(lin, '内部共享')
  await sharing.getByRole('searchbox').fill(brand)
  await sharing.getByRole('option', { name: brand }).click()
  await sharing.getByRole('searchbox').fill(viewer.api.user.userName)
  await sharing.getByRole('option', { name: '张敏敏' }).click()
  await expect(sharing.getByText('已选 2 项')).toBeVisible()
  await expect(sharing.getByText('共 2 人')).toBeVisible()
  await expect(sharing.getByText(`“${brand}”的 1 人都能看到`)).toBeVisible()
  await sharing.getByRole('combobox', { name: `“${brand}”的角色` }).click()
  await lin.getByRole('option', { name: /^可编辑/ }).click()
  await sharing.getByRole('button', { name: `查看名单 ${brand}` }).click()
  const roster = sharing.getByRole('region', { name: `“${brand}”的成员名单` })
  await expect(roster.getByRole('listitem')).toHaveText(/吴涵/)
  await sharing.getByRole('button', { name: '返回' }).click()
  await sharing.getByRole('radio', { name: '30 天' }).click()
  await sharing.getByRole('button', { name: '共享给 2 人' }).click()
  await expect(toast(lin, '已共享给 2 人')).toBeVisible()
  await expect(sharing).toBeHidden()
  await expect(row(lin, '主题演讲素材').getByText('已共享')).toBeAttached()

  // Both have it at once, each as what it was given, with its end.
  await expect(row(wu, '主题演讲素材')).toContainText('可编辑')
  await expect(row(zhang, '主题演讲素材')).toContainText('可预览')
  const [, given] = await api.call(querySharingUsers, { instanceId: folder.instanceId })
  expect(Date.parse(given?.expireTime ?? '') - Date.now()).toBeGreaterThan(29 * 24 * 3600 * 1000)
  await expect(row(wu, '主题演讲素材').locator('time').last()).toHaveAttribute(
    'datetime',
    given?.expireTime ?? '',
  )

  // The editor works in it; the viewer reads along and is refused.
  for (const page of [lin, wu, zhang]) await openFolder(page, '主题演讲素材')
  await expect(main(wu).getByRole('navigation', { name: '路径' })).toContainText('内部共享')
  await dropInVain(zhang, [await desk.file('不该在.txt', 'x')], list(zhang))
  await chooseUpload(wu, await desk.file('照片.txt', 'hello'))
  for (const page of [lin, wu, zhang]) await expectNames(page, ['讲稿.txt', '照片.txt'])
  await expect(row(lin, '照片.txt')).toContainText('吴涵')
  await viewsOnly(zhang, '讲稿.txt')
  await expect(viewer.api.upload(folder.instanceId, 'x.txt', Buffer.from('x'))).rejects.toMatchObject({
    name: 'not_permitted',
  })

  // Made viewers too, the department can neither upload nor rename any more; ended, it is gone from one and then the other.
  await lin.goBack()
  await menuOf(lin, '主题演讲素材')
  await choose(lin, '内部共享…')
  await sharing.getByRole('combobox', { name: `“${brand}”的角色` }).click()
  await lin.getByRole('option', { name: /^可预览/ }).click()
  await expect(toast(lin, `“${brand}”已改为“可预览”`)).toBeVisible()
  await expect(uploads(wu)).toHaveCount(0)
  await viewsOnly(wu, '讲稿.txt')
  for (const [name, page] of [
    [brand, wu],
    ['张敏敏', zhang],
  ] as const) {
    await sharing.getByRole('button', { name: `停止共享给“${name}”` }).click()
    await expect(toast(lin, `已停止共享给“${name}”`)).toBeVisible()
    await expect(row(page, '讲稿.txt')).toBeHidden()
  }
})

/** No button to upload with, and in the menu of a file nothing that changes or takes it. */
async function viewsOnly(page: Page, name: string): Promise<void> {
  await expect(uploads(page)).toHaveCount(0)
  const menu = await menuOf(page, name)
  await expect(menu.getByRole('menuitem', { name: '预览' })).toBeVisible()
  for (const entry of [/^重命名/, /^下载/, /^删除/])
    await expect(menu.getByRole('menuitem', { name: entry })).toHaveCount(0)
  await page.keyboard.press('Escape')
}
