import { createDepartment } from '@clouddisk/contract/admin-departments'
import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { dblclickSecondRow, expectNames, heading, main, nameIn, row, toast } from '../support/files.ts'
import { tabTo } from '../support/keyboard.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, test } from '../support/test.ts'

const bytes = (count: number) => Buffer.alloc(count, 'x')
const dialogOf = (page: import('@playwright/test').Page) =>
  page.getByRole('dialog', { name: /快速搜索|Quick search/ })

test('Ctrl+K finds files by pinyin and initials and opens them by the keyboard alone (R52)', {
  tag: '@core',
}, async ({ drive, api }) => {
  const tree = await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '市场部',
    children: [{ instanceName: '发布会' }],
  })
  const inner = tree.children?.[0]?.instanceId ?? ''
  await api.upload(inner, '框架协议.txt', Buffer.from('协议全文'))
  await expect(row(drive, '市场部')).toBeVisible()
  await drive.keyboard.press('Control+k')
  const dialog = dialogOf(drive)
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  // By initials: what they stand for is marked.
  await drive.keyboard.type('kjxy')
  const found = dialog.getByRole('option', { name: /框架协议\.txt/ })
  await expect(found).toBeVisible()
  await expect(found.locator('mark')).toHaveText('框架协议')
  await expect(found).toContainText('市场部 / 发布会')
  // By pinyin, of a folder; Enter goes there.
  await field.fill('fabuhui')
  await expect(dialog.getByRole('option', { name: /发布会/ }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await drive.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(heading(drive)).toHaveText('发布会')

  // A file is shown over its folder; Back closes it.
  await drive.getByRole('link', { name: '我的收藏' }).click()
  await expect(heading(drive)).toHaveText('我的收藏')
  await drive.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await drive.keyboard.type('框架')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await drive.keyboard.press('Enter')
  await expect(drive.getByText('协议全文')).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(drive.getByText('协议全文')).toBeHidden()
  await expect(heading(drive)).toHaveText('发布会')
  await expect(row(drive, '框架协议.txt')).toHaveAttribute('aria-selected', 'true')

  // What was searched for and opened is offered next time, until it is cleared.
  await drive.keyboard.press('/')
  await expect(dialog.getByRole('option', { name: '框架', exact: true })).toBeVisible()
  await expect(dialog.getByRole('option', { name: /框架协议\.txt/ })).toBeVisible()
  await dialog.getByRole('button', { name: '清除记录' }).click()
  await expect(dialog.getByRole('option')).toHaveCount(0)
  await drive.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('lists pages and commands at once, and leads the focus back', async ({ drive }) => {
  await tabTo(drive.getByRole('button', { name: /^搜索/ }))
  await drive.keyboard.press('Enter')
  const dialog = dialogOf(drive)
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await drive.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(drive.getByRole('button', { name: /^搜索/ })).toBeFocused()
  await drive.keyboard.press('Enter')
  await drive.keyboard.type('回收站')
  await dialog.getByRole('option', { name: '回收站', exact: true }).click()
  await expect(heading(drive)).toHaveText('回收站')

  await drive.getByRole('link', { name: '个人文件' }).click()
  await expect(heading(drive)).toHaveText('个人文件')
  await drive.keyboard.press('Control+k')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await drive.keyboard.type('xjwjj')
  await dialog.getByRole('option', { name: '新建文件夹' }).click()
  await expect(main(drive).getByRole('textbox', { name: '新文件夹名称' })).toBeFocused()
})

test('the search page keeps scope and filters in its address (R53)', async ({ drive, api }) => {
  const inside = await api.call(createFolder, { parentId: '0', instanceName: '项目' })
  await api.upload(inside.instanceId, '报告一.txt', bytes(10))
  await api.upload('0', '报告二.txt', bytes(10))
  await api.upload('0', '报告图.png', bytes(2 * 1024 * 1024))
  await nameIn(drive, '项目').dblclick()
  await expect(heading(drive)).toHaveText('项目')
  await drive.keyboard.press('Control+k')
  const dialog = dialogOf(drive)
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await drive.keyboard.type('报告')
  await dialog.getByRole('option', { name: '在“项目”里搜索“报告”' }).click()
  await expectNames(drive, ['报告一.txt'])
  await drive.getByRole('combobox', { name: '范围' }).click()
  await drive.getByRole('option', { name: '全部位置' }).click()
  await expect(row(drive, '报告二.txt')).toBeVisible()
  await expect(row(drive, '报告图.png').locator('mark')).toHaveText('报告')
  // Any of several kinds, by the keyboard.
  const kinds = drive.getByRole('button', { name: /^类型：/ })
  await kinds.press('Enter')
  await drive.getByRole('checkbox', { name: '压缩包' }).press('Space')
  await expect(drive.getByText('没有找到“报告”')).toBeVisible()
  await drive.getByRole('checkbox', { name: '图片' }).press('Space')
  await expect(kinds).toHaveText('类型：图片、压缩包')
  await drive.getByRole('checkbox', { name: '压缩包' }).press('Space')
  await drive.keyboard.press('Escape')
  await expect(kinds).toBeFocused()
  await expectNames(drive, ['报告图.png'])
  await drive.getByRole('button', { name: /^大小：/ }).click()
  await drive.getByRole('button', { name: '小于 1.00 MB' }).click()
  await expect(drive.getByText('没有找到“报告”')).toBeVisible()
  const address = new URL(drive.url())
  expect(Object.fromEntries(address.searchParams)).toEqual({
    q: '报告',
    folder: inside.instanceId,
    scope: 'all',
    kind: 'picture',
    max: String(1024 * 1024),
  })
  await drive.reload()
  await expect(drive.getByText('没有找到“报告”')).toBeVisible()
  await main(drive).getByRole('button', { name: '清除筛选' }).click()
  await expect(row(drive, '报告一.txt')).toBeVisible()

  // The location leads there, and Back to the results.
  await row(drive, '报告一.txt')
    .getByRole('button', { name: /个人文件 \/ 项目|项目/ })
    .first()
    .click()
  await expect(heading(drive)).toHaveText('项目')
  await drive.goBack()
  await expect(heading(drive)).toHaveText('搜索')
  await expect(row(drive, '报告二.txt')).toBeVisible()

  // What is found follows what happens elsewhere.
  await api.upload('0', '报告三.txt', bytes(1))
  await expect(row(drive, '报告三.txt')).toBeVisible()
})

test('files are found by their contents, with the line that matches, until an administrator switches it off', async ({
  drive,
  api,
  browser,
  server,
  problems,
}) => {
  const tree = await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '市场部',
    children: [{ instanceName: '发布会' }],
  })
  await api.upload(
    tree.children?.[0]?.instanceId ?? '',
    '会议纪要.txt',
    Buffer.from('开头\n下周由 Chen Wei 汇报花岗岩样品的检测结果。\n结尾'),
  )
  await expect(row(drive, '市场部')).toBeVisible()
  await drive.keyboard.press('Control+k')
  const dialog = dialogOf(drive)
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await drive.keyboard.type('花岗岩 chen')
  await dialog.getByRole('option', { name: '在文件内容中搜索“花岗岩 chen”' }).click()
  await expect(heading(drive)).toHaveText('搜索')
  await expect(main(drive).getByRole('switch', { name: '包含文件内容' })).toBeChecked()
  const found = row(drive, '会议纪要.txt')
  // Contents are indexed behind the upload; the page does not wait for that.
  await expect(async () => {
    await drive.reload()
    await expect(found).toContainText('下周由 Chen Wei 汇报花岗岩样品的检测结果。')
  }).toPass()
  await expect(found.locator('mark')).toHaveText(['Chen', '花岗岩'])
  // A phone says where it is too.
  const phone = await signedIn(await anotherBrowser(browser, problems, PHONE), server, api.user.userName)
  await phone.goto(drive.url())
  await expect(phoneRow(phone, '会议纪要.txt')).toContainText('… / 市场部 / 发布会')
  await expect(phoneRow(phone, '会议纪要.txt')).toContainText('汇报花岗岩样品')
  await main(drive).getByRole('switch', { name: '包含文件内容' }).click()
  await expect(main(drive).getByText('没有找到“花岗岩 chen”')).toBeVisible()
  expect(new URL(drive.url()).searchParams.has('content')).toBe(false)
  await main(drive).getByRole('button', { name: '在文件内容中搜索' }).click()
  await expect(found).toBeVisible()

  const admin = await signedIn(await anotherBrowser(browser, problems), server, 'admin', 'admin/config')
  const contents = admin.getByRole('switch', { name: /搜索文件内容/ })
  await expect(contents).toBeChecked()
  await contents.click()
  await expect(toast(admin, '已保存')).toBeVisible()
  await drive.reload()
  await expect(main(drive).getByText('没有找到“花岗岩 chen”')).toBeVisible()
  await expect(main(drive).getByRole('switch', { name: '包含文件内容' })).toBeHidden()
  // Other tests have it on.
  await contents.click()
  await expect(contents).toBeChecked()
})

test('results are renamed and deleted where they are found, by the keyboard too', async ({ drive, api }) => {
  for (const name of ['玄武岩一.txt', '玄武岩二.txt']) await api.upload('0', name, bytes(1))
  await expect(row(drive, '玄武岩一.txt')).toBeVisible()
  await drive.goto(`${new URL(drive.url()).origin}/disk/search?q=${encodeURIComponent('玄武岩')}`)
  await row(drive, '玄武岩一.txt').click()
  await drive.keyboard.press('F2')
  const dialog = drive.getByRole('dialog', { name: '重命名' })
  const name = dialog.getByRole('textbox', { name: '名称' })
  await expect(name).toBeFocused()
  await drive.keyboard.type('玄武岩二')
  await drive.keyboard.press('Enter')
  await expect(dialog).toContainText('已有')
  await name.fill('玄武岩:')
  await expect(dialog.getByRole('alert').or(dialog.locator('[aria-invalid]')).first()).toBeVisible()
  await name.fill('玄武岩三.txt')
  await drive.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row(drive, '玄武岩三.txt')).toBeVisible()
  await row(drive, '玄武岩三.txt').click()
  await drive.keyboard.press('Delete')
  await drive.getByRole('button', { name: '移入回收站' }).click()
  await expectNames(drive, ['玄武岩二.txt'])
  await row(drive, '玄武岩二.txt').click({ button: 'right' })
  await expect(drive.getByRole('menuitem', { name: /^重命名/ })).toBeVisible()
  await drive.keyboard.press('Escape')
})

test('a double click opens the row that was under the mouse', async ({ drive, api }) => {
  for (const number of ['一', '二', '三'])
    await api.upload('0', `辉绿岩${number}.txt`, Buffer.from(`辉绿岩${number}的内容`))
  await expect(row(drive, '辉绿岩三.txt')).toBeVisible()
  await drive.goto(`${new URL(drive.url()).origin}/disk/search?q=${encodeURIComponent('辉绿岩')}`)
  await expect(row(drive, '辉绿岩三.txt')).toBeVisible()
  for (const width of [1440, 390]) {
    await drive.setViewportSize({ width, height: 844 })
    const name = await dblclickSecondRow(drive)
    const content = drive.getByText(`${name.replace('.txt', '')}的内容`)
    await expect(content).toBeVisible()
    await drive.keyboard.press('Escape')
    await expect(content).toBeHidden()
    await drive.keyboard.press('Escape')
    await expect(main(drive).getByRole('toolbar')).toBeHidden()
  }
})

test('what no name has is looked for in contents by Enter, and the match is seen at any width', async ({
  drive,
  api,
  browser,
  server,
  problems,
}) => {
  const line =
    '第三季度销售报告：华东区销售额同比增长百分之十八，主要来自绍兴与嘉兴的新客户，其次是老客户的追加订单。'
  await api.upload('0', '季度总结.txt', Buffer.from(line))
  await expect(row(drive, '季度总结.txt')).toBeVisible()
  await drive.keyboard.press('Control+k')
  const dialog = dialogOf(drive)
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await drive.keyboard.type('绍兴')
  await expect(dialog.getByText('名称中没有“绍兴”')).toBeVisible()
  await expect(dialog.getByRole('option', { name: '在文件内容中搜索“绍兴”' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await drive.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(heading(drive)).toHaveText('搜索')
  const field = main(drive).getByRole('searchbox', { name: '文件或文件夹的名称' })
  await expect(field).toBeFocused()
  const found = row(drive, '季度总结.txt')
  // Contents are indexed behind the upload; the page does not wait for that.
  await expect(async () => {
    await drive.reload()
    await expect(found.locator('mark')).toHaveText('绍兴')
  }).toPass()
  await expect(found.locator('mark')).toBeInViewport({ ratio: 1 })
  const phone = await signedIn(await anotherBrowser(browser, problems, PHONE), server, api.user.userName)
  await phone.goto(drive.url())
  await expect(phoneRow(phone, '季度总结.txt').locator('mark')).toBeInViewport({ ratio: 1 })
  // A search from the page itself leads into its field too.
  await drive.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('嘉兴')
  await dialog.getByRole('option', { name: /全部结果/ }).click()
  await expect(field).toHaveValue('嘉兴')
  await expect(field).toBeFocused()
})

test('failures, too many results and results of an owner are shown as such', async ({
  drive,
  api,
  server,
  problems,
}) => {
  problems.expect(/status of 500/)
  await api.upload('0', '片岩.txt', bytes(1))
  await expect(row(drive, '片岩.txt')).toBeVisible()
  const calls = '**/search/searchInstancePage'
  let total = 200
  await drive.route(calls, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, total, truncated: true } } })
  })
  await drive.goto(`${server.origin}/disk/search?q=${encodeURIComponent('片岩')}`)
  await expect(main(drive).getByText('结果超过 200 项，只显示前 200 项。')).toBeVisible()
  total = 1
  await drive.reload()
  await expect(main(drive).getByText('搜索提前结束，可能还有其他结果。')).toBeVisible()
  await drive.unroute(calls)
  await drive.route(calls, (route) =>
    route.fulfill({ status: 500, json: { errcode: 99001, errmsg: '出错', data: null } }),
  )
  await drive.reload()
  await expect(main(drive).getByText('搜索失败')).toBeVisible()
  await drive.unroute(calls)
  await main(drive).getByRole('button', { name: '重试' }).click()
  await expectNames(drive, ['片岩.txt'])
  const stranger = await newPerson(server)
  await main(drive)
    .getByLabel(/^所有者/)
    .click()
  await drive.getByPlaceholder('姓名、账号或群组名').fill(stranger)
  await drive.getByRole('option', { name: new RegExp(stranger) }).click()
  await expect(main(drive).getByText('没有找到“片岩”')).toBeVisible()
})

test('the quick search lists people, departments and groups, by pinyin too', async ({
  drive,
  api,
  server,
}) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  await admin.call(createDepartment, { departmentName: '勘探中心' })
  await api.call(createGroup, { groupName: '勘探资料组', capacity: 1 })
  await expect(main(drive)).toBeVisible()
  await drive.keyboard.press('Control+k')
  const dialog = dialogOf(drive)
  await dialog.getByRole('combobox').fill('kantan')
  await expect(dialog.getByRole('option', { name: /勘探中心/ })).toBeVisible()
  await expect(dialog.getByRole('option', { name: /勘探资料组/ })).toBeVisible()
  await dialog.getByRole('option', { name: /勘探中心/ }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('combobox').fill('')
  await drive.keyboard.press('Backspace')
  await dialog.getByRole('combobox').fill('ktzlz')
  await dialog.getByRole('option', { name: /勘探资料组/ }).click()
  await expect(heading(drive)).toHaveText('勘探资料组')
})

test('the filter of a folder leads on to the search below it', async ({ drive, api }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '外' })
  await api.upload(folder.instanceId, '深处的合同.txt', bytes(1))
  await expect(row(drive, '外')).toBeVisible()
  await main(drive).getByRole('searchbox').fill('合同')
  await main(drive).getByRole('button', { name: '在子文件夹中搜索' }).click()
  await expectNames(drive, ['深处的合同.txt'])
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`quick search and results are accessible (${language})`, async ({ context, server, person, api }) => {
    test.slow()
    await api.upload('0', '合同 contract.txt', bytes(1))
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await signedIn(context, server, person)
    const audit = auditor(page, wardrobe, language)
    await expect(row(page, '合同 contract.txt')).toBeVisible()
    await page.bringToFront()
    await page.keyboard.press('Control+k')
    await audit.check('quick search, empty')
    await dialogOf(page).getByRole('combobox').fill('contract')
    await expect(dialogOf(page).getByRole('option', { name: /合同 contract/ })).toBeVisible()
    await audit.check('quick search')
    await dialogOf(page)
      .getByRole('option', { name: /全部结果|All results/ })
      .click()
    await expect(row(page, '合同 contract.txt')).toBeVisible()
    await audit.check('results', 'main')
    await main(page).getByRole('searchbox').fill('nothing like this')
    await expect(main(page).getByText(/没有找到|No results for/)).toBeVisible()
    await audit.check('no results', 'main')
  })
