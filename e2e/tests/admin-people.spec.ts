import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { removeDepartment } from '@clouddisk/contract/admin-departments'
import { queryPerson } from '@clouddisk/contract/admin-people'
import type { Locator } from '@playwright/test'
import { workbookOf } from '../../server/src/workbooks/write.ts'
import { signIn } from '../../server/test/person.ts'
import {
  accounts,
  button,
  department,
  dialog,
  main,
  openDepartment,
  openPerson,
  people,
  personRow,
  tick,
} from '../support/administration.ts'
import { toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PHONE } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** People and departments, as an administrator works with them. */

test('a department and a person are made; the person signs in with the password shown once and changes it', {
  tag: '@core',
}, async ({ browser, context, server, problems }) => {
  const page = await signedIn(context, server, 'admin', 'admin/users')
  await button(main(page), '新建部门').click()
  await button(dialog(page), '新建').click()
  await expect(dialog(page).getByText('请输入部门名称')).toBeVisible()
  await expect(dialog(page).getByLabel('部门名称')).toBeFocused()
  await dialog(page).getByLabel('部门名称').fill('新建 部')
  await expect(dialog(page).getByText(/只能用汉字、字母、数字和下划线/)).toBeVisible()
  await dialog(page).getByLabel('部门名称').fill('新人部')
  await button(dialog(page), '新建').click()
  await expect(page.getByRole('heading', { name: '新人部', level: 1 })).toBeVisible()
  await expect(department(page, '新人部')).toHaveAttribute('aria-selected', 'true')
  await expect(main(page).getByText('还没有用户')).toBeVisible()

  await button(main(page), '新建用户').first().click()
  await button(dialog(page), '新建').click()
  await expect(dialog(page).getByText('有 2 处需要修改')).toBeVisible()
  await expect(dialog(page).getByLabel('账号')).toBeFocused()
  await dialog(page).getByLabel('账号').fill('new-comer')
  await expect(dialog(page).getByText(/请去掉“-”/)).toBeVisible()
  await dialog(page).getByLabel('账号').fill('new_comer')
  await dialog(page).getByLabel('姓名').fill('黎明')
  await expect(dialog(page).getByLabel('部门')).toHaveText('新人部')
  await button(dialog(page), '新建').click()
  const shown = page.getByRole('dialog', { name: '初始密码' })
  const password = await shown.locator('code').innerText()
  await button(shown, '我已保存').click()
  await expect(shown).toHaveCount(0)
  await expect(personRow(page, 'new_comer')).toContainText('正常')
  await expect(department(page, '新人部')).toHaveText('新人部 1')

  const theirs = await (await anotherBrowser(browser, problems)).newPage()
  await theirs.goto(`${server.origin}/disk/`)
  await theirs.getByLabel('账号').fill('new_comer')
  await theirs.getByLabel('密码', { exact: true }).fill(password)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await theirs.getByLabel('新密码', { exact: true }).fill('Mine-alone-9')
  await theirs.getByLabel('确认新密码').fill('Mine-alone-9')
  await theirs.getByRole('button', { name: '保存并继续' }).click()
  await expect(theirs).toHaveURL(/\/disk\/personalFile/)
  await theirs.context().close()
})

test('somebody is edited: what is wrong is said at the field, what is right is kept', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  const from = await company.department('编辑一部')
  await company.department('编辑二部')
  const { userId } = await company.person('edit_me', '吴涵', { departmentId: from, totalCapacity: 1024 ** 3 })
  await company.person('edit_taken', '旁人')
  const page = await signedIn(context, server, 'admin', 'admin/users?q=edit_me')
  await openPerson(page, 'edit_me')
  const form = page.getByRole('dialog', { name: /编辑用户/ })
  await form.getByRole('textbox', { name: '账号' }).fill('edit_taken')
  await form.getByLabel('手机').fill('138 0013 8002')
  await form.getByLabel('新密码').fill('abcdefg1')
  await button(form, '保存').click()
  await expect(form.getByText('有 1 处需要修改')).toBeVisible()
  await expect(form.getByText(/还缺 1 种/)).toBeVisible()
  await expect(form.getByLabel('新密码')).toBeFocused()
  await form.getByLabel('新密码').fill('')
  await button(form, '保存').click()
  // The server knows that the account is taken.
  await expect(form.getByRole('textbox', { name: '账号' })).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('textbox', { name: '账号' })).toBeFocused()
  await form.getByRole('textbox', { name: '账号' }).fill('edit_me')
  await form.getByLabel('部门', { exact: true }).click()
  await page
    .getByRole('treeitem', { name: /编辑二部/ })
    .last()
    .click()
  await expect(form.getByLabel('部门', { exact: true })).toHaveText('编辑二部')
  await form.getByRole('combobox', { name: '角色' }).click()
  await page.getByRole('option', { name: /仅下载/ }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('textbox', { name: '空间', exact: true }).fill('2.5')
  await form.getByRole('checkbox', { name: '永久有效' }).uncheck()
  await form.getByLabel('有效期').fill('2031-06-30')
  await button(form, '保存').click()
  await expect(form).toHaveCount(0)
  await expect(personRow(page, 'edit_me')).toContainText('编辑二部')
  await expect(personRow(page, 'edit_me')).toContainText('2031-06-30')
  await expect(personRow(page, 'edit_me')).toContainText('普通用户、仅下载')
  const kept = await company.admin.call(queryPerson, { userId })
  expect(kept).toMatchObject({
    phone: '138 0013 8002',
    totalCapacity: 2.5 * 1024 ** 3,
    accountName: 'edit_me',
  })
  // What was begun is not thrown away by a slip.
  await openPerson(page, 'edit_me')
  await expect(dialog(page).getByText(/上次修改：admin/)).toBeVisible()
  const joined = dialog(page).getByRole('definition')
  await expect(joined).toHaveText([/^\d{4}-\d\d-\d\d \d\d:\d\d$/, '从未登录'])
  await dialog(page).getByLabel('姓名').fill('吴涵二')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('放弃未保存的内容')
  await button(page.getByRole('alertdialog'), '继续编辑').click()
  await expect(dialog(page).getByLabel('姓名')).toHaveValue('吴涵二')
})

test('an administrator of a department is told over which, and has one', async ({ context, server }) => {
  const company = await organisation(server)
  await company.department('销售部')
  await company.person('keeper_me', '周管')
  const page = await signedIn(context, server, 'admin', 'admin/users?q=keeper_me')
  await openPerson(page, 'keeper_me')
  const form = dialog(page)
  await form.getByRole('combobox', { name: '角色' }).click()
  await page.getByRole('option', { name: /部门管理员/ }).click()
  await page.keyboard.press('Escape')
  await expect(form.getByText('部门管理员：管理所在部门及子部门。请先选择部门。')).toBeVisible()
  await expect(form.getByText(/如需管理其他部门/)).toBeVisible()
  await button(form, '保存').click()
  await expect(form.getByText('部门管理员必须指定部门。请先选择部门。')).toBeVisible()
  await expect(form.getByLabel('部门', { exact: true })).toBeFocused()
  await form.getByLabel('部门', { exact: true }).click()
  await page.getByRole('treeitem', { name: /销售部/ }).click()
  await expect(form.getByText('部门管理员：管理“销售部”及其子部门。')).toBeVisible()
  await button(form, '保存').click()
  await expect(form).toHaveCount(0)
  await expect(personRow(page, 'keeper_me')).toContainText('部门管理员')
})

test('who is frozen is signed out of the window that is open, and may come back once unfrozen', async ({
  browser,
  context,
  server,
  problems,
}) => {
  const company = await organisation(server)
  await company.person('freeze_me', '周航')
  const theirs = await signedIn(await anotherBrowser(browser, problems), server, 'freeze_me')
  await expect(theirs).toHaveURL(/personalFile/)
  const page = await signedIn(context, server, 'admin', 'admin/users?q=freeze_me')
  await tick(page, 'freeze_me')
  await button(page.getByRole('toolbar'), '冻结').click()
  await expect(page.getByRole('alertdialog')).toContainText('将立即退出登录')
  await button(page.getByRole('alertdialog'), '冻结').click()
  await expect(personRow(page, 'freeze_me')).toContainText('已冻结')
  await expect(theirs).toHaveURL(/\/disk\/login/)
  await theirs.getByLabel('账号').fill('freeze_me')
  await theirs.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByText(/冻结/).first()).toBeVisible()
  await openPerson(page, 'freeze_me')
  await dialog(page)
    .getByRole('switch', { name: /允许登录/ })
    .click()
  await expect(toast(page, /已解冻 1 人/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(personRow(page, 'freeze_me')).toContainText('正常')
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs).toHaveURL(/personalFile/)
  await theirs.context().close()
})

test('several are changed at once, each with its result', async ({ context, server }) => {
  const company = await organisation(server)
  const from = await company.department('批量部')
  await company.department('去往部')
  for (const name of ['batch_a', 'batch_b', 'batch_c'])
    await company.person(name, `批量${name.at(-1)}`, { departmentId: from })
  const used = await signIn(server.origin, 'batch_c', PASSWORD)
  await used.upload('0', 'a.bin', Buffer.alloc(2 * 1024 * 1024))
  const page = await signedIn(context, server, 'admin', `admin/users?department=${from}`)
  await expect(personRow(page, 'batch_a')).toBeVisible()
  const bar = page.getByRole('toolbar', { name: '已选用户的操作' })
  // A click on a row chooses as its checkbox does.
  await personRow(page, 'batch_a').getByText('batch_a', { exact: true }).click()
  await expect(personRow(page, 'batch_a').getByRole('checkbox')).toBeChecked()
  await expect(bar).toContainText('已选 1 人')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await people(page).getByRole('checkbox', { name: '全选' }).click()
  await expect(bar).toContainText('已选 3 人')
  await button(bar, '更改空间').click()
  await button(dialog(page), '应用到 3 人').click()
  await expect(dialog(page).getByText('请输入空间')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: '空间', exact: true }).fill('0.001')
  await button(dialog(page), '应用到 3 人').click()
  // One has more than that already: the others are changed, and it is told.
  await expect(page.getByRole('alertdialog')).toContainText('1 人修改失败')
  await expect(page.getByRole('alertdialog')).toContainText('batch_c')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(personRow(page, 'batch_a')).toContainText('1 MB')
  await expect(personRow(page, 'batch_c')).toContainText('20 GB')
  await button(bar, '更改有效期').click()
  await button(dialog(page), '选择日期').click()
  await page.getByRole('button', { name: '前往下个月' }).click()
  await page.getByRole('gridcell', { name: /15日/ }).getByRole('button').click()
  const day = await dialog(page).getByLabel('有效期').inputValue()
  expect(day).toMatch(/^\d{4}-\d\d-15$/)
  await button(dialog(page), '应用到 3 人').click()
  for (const name of ['batch_a', 'batch_b', 'batch_c']) await expect(personRow(page, name)).toContainText(day)
  await button(bar, '重置密码').click()
  await button(page.getByRole('alertdialog'), '重置密码').click()
  const shown = page.getByRole('dialog', { name: '初始密码' })
  await expect(shown.locator('code')).toHaveCount(3)
  await button(shown, '我已保存').click()
  await button(bar, '更改部门').click()
  await button(dialog(page), '部门').click()
  await page
    .getByRole('treeitem', { name: /去往部/ })
    .last()
    .click()
  await button(dialog(page), '应用到 3 人').click()
  await expect(main(page).getByText('还没有用户')).toBeVisible()
  await expect(department(page, '去往部')).toHaveText('去往部 3')
  await expect(department(page, '批量部')).toHaveText('批量部 0')
})

test('filters, order and pages stand in the address', async ({ context, server }) => {
  const company = await organisation(server)
  const top = await company.department('筛选部')
  const below = await company.department('筛选组', top)
  for (let n = 10; n < 23; n++) await company.person(`page_${n}`, `分页${n}`, { departmentId: below })
  await company.person('page_frozen', '冻结的', { departmentId: top, roles: ['viewer'] })
  const page = await signedIn(context, server, 'admin', 'admin/users')
  await department(page, '筛选部').click()
  await expect(main(page).getByText('14 人')).toBeVisible()
  await main(page).getByRole('combobox', { name: '每页条数' }).click()
  await page.getByRole('option', { name: '10 条/页' }).click()
  await people(page).getByRole('columnheader', { name: '账号 / 姓名' }).getByRole('button').click()
  await expect.poll(async () => (await accounts(page)).slice(0, 2)).toEqual(['page_10', 'page_11'])
  await page.getByRole('button', { name: '第 2 页' }).click()
  await expect.poll(() => accounts(page)).toEqual(['page_20', 'page_21', 'page_22', 'page_frozen'])
  await page.reload()
  await expect.poll(() => accounts(page)).toEqual(['page_20', 'page_21', 'page_22', 'page_frozen'])
  // The people of the department itself, without those below.
  await button(main(page), '包含子部门').click()
  await expect.poll(() => accounts(page)).toEqual(['page_frozen'])
  await button(main(page), '重置').click()
  await main(page).getByRole('combobox', { name: '角色' }).click()
  await page.getByRole('option', { name: '仅预览' }).click()
  await expect.poll(() => accounts(page)).toEqual(['page_frozen'])
  await page.getByRole('searchbox', { name: '账号、姓名、手机、邮箱' }).fill('nobody-like-this')
  await expect(main(page).getByText('没有符合条件的用户')).toBeVisible()
  await button(main(page), '清除筛选').click()
  await expect(main(page).getByText('共 14 条')).toBeVisible()
})

test('when people joined and were last seen are columns for whoever wants them', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  await company.person('seen_never', '没来')
  await company.person('seen_now', '来过')
  await signIn(server.origin, 'seen_now', PASSWORD)
  const page = await signedIn(context, server, 'admin', 'admin/users?q=seen_')
  for (const column of ['创建时间', '最近使用']) {
    await button(main(page), '显示列').click()
    await page.getByRole('menuitemcheckbox', { name: column }).click()
    await page.keyboard.press('Escape')
    await expect(people(page).getByRole('columnheader', { name: column })).toBeVisible()
  }
  await expect(personRow(page, 'seen_never')).toContainText('从未登录')
  await expect(personRow(page, 'seen_now').getByText(/^今天/)).toHaveCount(2)
  await page.reload()
  await expect(personRow(page, 'seen_never')).toContainText('从未登录')
})

test('an export that is refused leaves the page, and a workbook that is checked is the one that is imported', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 404/)
  const company = await organisation(server)
  const gone = await company.department('导出部')
  const page = await signedIn(context, server, 'admin', `admin/users?department=${gone}`)
  await expect(main(page).getByText('还没有用户')).toBeVisible()
  await company.admin.call(removeDepartment, { departmentId: gone })
  await button(main(page), '导出').click()
  await expect(toast(page, /^导出失败：/)).toBeVisible()
  await expect(button(main(page), '批量导入').first()).toBeVisible()

  await button(main(page), '批量导入').first().click()
  const workbook = async (account: string) => ({
    name: `${account}.xlsx`,
    mimeType: 'application/octet-stream',
    buffer: await buffer(
      workbookOf(
        'people',
        ['账号', '姓名', '角色', '空间（GB）', '有效期'].map((title) => ({ title, width: 12 })),
        (async function* () {
          yield [[account, account, '普通用户', '10', '长期']]
        })(),
        'UTC',
      ),
    ),
  })
  const [first, second] = [await workbook('sheet_first'), await workbook('sheet_second')]
  const field = dialog(page).getByLabel('选择表格')
  // The check is on its way while another one is chosen.
  const held = Promise.withResolvers<void>()
  await page.route('**/disk/api/admin/people/import*', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/disk/api/admin/people/import*')
  await field.setInputFiles(first)
  await asked
  await field.setInputFiles(second)
  held.resolve()
  await expect(dialog(page).getByText('1 行可导入，0 行有问题')).toBeVisible()
  await expect(dialog(page).getByRole('row', { name: /sheet_first/ })).toBeVisible()
  await expect(dialog(page).getByText('sheet_first.xlsx')).toBeVisible()
  await button(dialog(page), '导入 1 人').click()
  await button(page.getByRole('dialog', { name: '初始密码' }), '我已保存').click()
  await page.goto(`${server.origin}/disk/admin/users?q=sheet_`)
  await expect.poll(() => accounts(page)).toEqual(['sheet_first'])
})

test('departments are renamed, moved and removed; one that is in use is not', async ({ context, server }) => {
  const company = await organisation(server)
  const top = await company.department('整理集团')
  await company.department('旧名部', top)
  await company.department('收纳部', top)
  await company.person('tidy_one', '在用', { departmentId: top })
  const page = await signedIn(context, server, 'admin', `admin/users?department=${top}`)
  await openDepartment(page, '整理集团')
  await department(page, '旧名部').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '编辑部门' }).click()
  await dialog(page).getByLabel('部门名称').fill('新名部')
  await button(dialog(page), '保存').click()
  await expect(department(page, '新名部')).toBeVisible()
  await department(page, '新名部').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '移动部门' }).click()
  await dialog(page).getByRole('searchbox').fill('收纳部')
  await dialog(page)
    .getByRole('treeitem', { name: /收纳部/ })
    .click()
  await button(dialog(page), '移动').click()
  await expect(department(page, '新名部')).toHaveCount(0)
  await openDepartment(page, '收纳部')
  await expect(department(page, '新名部')).toBeVisible()
  await department(page, '收纳部').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除部门' }).click()
  await button(page.getByRole('alertdialog'), '删除部门').click()
  await expect(toast(page, /部门下还有成员、子部门或群组/)).toBeVisible()
  await department(page, '新名部').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除部门' }).click()
  await button(page.getByRole('alertdialog'), '删除部门').click()
  await expect(department(page, '新名部')).toHaveCount(0)
})

test('people come from a workbook, with a word on every row, and go into one', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/users')
  await button(main(page), '批量导入').click()
  const columns = ['账号', '姓名', '角色', '空间（GB）', '有效期'].map((title) => ({ title, width: 12 }))
  const rows = async function* () {
    yield [
      ['import_one', '导入甲', '普通用户', '10', '长期'],
      ['import-two', '导入乙', '普通用户', '10', '长期'],
      ['import_three', '', '普通用户', '10', '长期'],
    ]
  }
  const field = dialog(page).getByLabel('选择表格')
  await field.setInputFiles({ name: 'people.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(dialog(page).getByText(/只支持 .xlsx 表格/)).toBeVisible()
  await field.setInputFiles({
    name: 'people.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await buffer(workbookOf('people', columns, rows(), 'UTC')),
  })
  await expect(dialog(page).getByText('1 行可导入，2 行有问题')).toBeVisible()
  const problems = dialog(page).getByRole('list', { name: '问题' }).getByRole('listitem')
  await expect(problems).toHaveText([/^账号：.*第 3 行$/, /^姓名：不能为空.*第 4 行$/])
  await button(dialog(page), '导入 1 人').click()
  const passwords = page.getByRole('dialog', { name: '初始密码' })
  await expect(passwords.locator('code')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await button(passwords, '我已保存').click()
  await expect(passwords).toHaveCount(0)
  const done = page.getByRole('dialog', { name: '导入完成' })
  const saved = page.waitForEvent('download')
  await button(done, '下载结果').click()
  const report = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
  expect(report.slice(0, 2)).toEqual([
    '\uFEFF"行","账号","姓名","结果"',
    '"2","import_one","导入甲","已新建"',
  ])
  expect(report[2]).toMatch(/^"3","import-two","导入乙","账号：/)
  await button(done, '关闭').last().click()
  await page.getByRole('searchbox', { name: '账号、姓名、手机、邮箱' }).fill('import_')
  await expect.poll(() => accounts(page)).toEqual(['import_one'])
  const download = page.waitForEvent('download')
  await button(main(page), '导出').click()
  const file = await readFile(await (await download).path())
  expect(file.subarray(0, 2).toString()).toBe('PK')
})

test('the keyboard does it all', async ({ context, server }) => {
  const company = await organisation(server)
  const top = await company.department('键盘部')
  await company.person('key_one', '键盘甲', { departmentId: top })
  await company.person('key_two', '键盘乙', { departmentId: top })
  const page = await signedIn(context, server, 'admin', `admin/users?department=${top}&sort=accountName.asc`)
  await expect(personRow(page, 'key_one')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: '账号、姓名、手机、邮箱' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(people(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByRole('toolbar')).toContainText('已选 2 人')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: /编辑/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(people(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('键盘乙')
  await page.keyboard.press('Escape')
  await expect(people(page)).toBeFocused()
  // Up the tree and its menu.
  await department(page, '键盘部').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '新建子部门' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(department(page, '键盘部')).toBeFocused()
})

test('on a phone, what a list is narrowed by takes two lines: the keyword with the reset, and the rest', async ({
  browser,
  problems,
  server,
}) => {
  const context = await anotherBrowser(browser, problems, { ...PHONE, reducedMotion: 'reduce' })
  const page = await signedIn(context, server, 'admin', 'admin/users')
  const middle = async (of: Locator): Promise<number> => {
    const box = await of.boundingBox()
    return box ? Math.round(box.y + box.height / 2) : Number.NaN
  }
  // Its head takes one line.
  const name = main(page).getByRole('heading', { level: 1 })
  await expect(name).toBeVisible()
  expect(await middle(button(main(page), '新建用户'))).toBe(await middle(name))
  for (const path of [
    'users?status=frozen',
    'logs?device=client',
    'recycle?kind=user',
    'groups?state=living',
    'leavers?state=leaving',
    'files?among=all&q=zz',
  ]) {
    await page.goto(`${server.origin}/disk/admin/${path}`)
    const reset = button(main(page), '重置')
    await expect(reset, path).toBeVisible()
    const keyword = main(page).getByRole('searchbox').first()
    expect(await middle(reset), path).toBe(await middle(keyword))
    const filters = await main(page)
      .getByRole('combobox', { name: /^(?!每页)/ })
      .all()
    const lines = new Set(await Promise.all(filters.map(middle)))
    expect([...lines], path).toHaveLength(1)
  }
})

test('departments that a workbook names and that there are not can be made with it', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/users')
  await button(main(page), '批量导入').click()
  const columns = ['账号', '姓名', '部门'].map((title) => ({ title, width: 12 }))
  const rows = async function* () {
    yield [
      ['placed_one', '导入甲', '导入部/一组'],
      ['placed_two', '导入乙', '导入部'],
      ['example_zhang', '张敏（示例）', '示例公司'],
    ]
  }
  await dialog(page)
    .getByLabel('选择表格')
    .setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/octet-stream',
      buffer: await buffer(workbookOf('people', columns, rows(), 'UTC')),
    })
  await expect(dialog(page).getByText('0 行可导入，2 行有问题')).toBeVisible()
  await expect(dialog(page).getByText('已跳过 1 行示例')).toBeVisible()
  await dialog(page).getByLabel('新建缺少的 2 个部门').click()
  await expect(dialog(page).getByText('2 行可导入，0 行有问题')).toBeVisible()
  await button(dialog(page), '导入 2 人').click()
  await button(page.getByRole('dialog', { name: '初始密码' }), '我已保存').click()
  await button(page.getByRole('dialog', { name: '导入完成' }), '关闭')
    .last()
    .click()
  await expect(department(page, '导入部')).toHaveText('导入部 2')
})
