import {
  button,
  department,
  dialog,
  main,
  openPerson,
  people,
  personRow,
  tree,
} from '../support/administration.ts'
import { organisation } from '../support/organisation.ts'
import { anotherBrowser, expect, signedIn, signInByCall, test } from '../support/test.ts'

/** Who gets into the administration, and what they see there (G10). */

test('somebody who is no administrator is shown 403, and no way there', { tag: '@core' }, async ({
  drive,
  server,
  problems,
}) => {
  await drive.getByRole('banner').getByRole('button').last().click()
  await expect(drive.getByRole('menu')).toBeVisible()
  await expect(drive.getByRole('menuitem', { name: '管理后台' })).toHaveCount(0)
  for (const path of ['admin', 'admin/users', 'admin/roles', 'admin/nothing-of-that-name']) {
    await drive.goto(`${server.origin}/disk/${path}`)
    await expect(drive.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
    await expect(drive.getByText('管理后台仅限管理员使用')).toBeVisible()
    await expect(drive.getByRole('navigation')).toHaveCount(0)
  }
  problems.expect(/status of 403/)
})

test('whoever is not signed in comes to the sign-in page and back', async ({ page, server }) => {
  await page.goto(`${server.origin}/disk/admin/roles`)
  await expect(page).toHaveURL(/\/disk\/login\?service=/)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('Right-horse-7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.origin}/disk/admin/roles`)
  await expect(page.getByRole('heading', { name: '角色权限' })).toBeVisible()
})

test('an administrator goes there by the account’s menu and comes back', async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin')
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: '管理后台' }).click()
  await expect(page).toHaveURL(`${server.origin}/disk/admin/users`)
  await expect(people(page)).toBeVisible()
  await page.getByRole('link', { name: '角色权限' }).click()
  await expect(page.getByRole('heading', { name: '角色权限' })).toBeVisible()
  await page.getByRole('link', { name: '返回云盘' }).click()
  await expect(page).toHaveURL(/\/disk\/personalFile/)
})

test('the menu shows the entry of the page, however far down it is, also on a phone', async ({
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/config')
  await page.setViewportSize({ width: 1280, height: 620 })
  await page.reload()
  const current = page.getByRole('navigation').locator('a[aria-current=page]')
  await expect(current).toHaveText('系统设置')
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.goto(`${server.origin}/disk/admin/users`)
  await expect(current).toHaveText('用户与部门')
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.goto(`${server.origin}/disk/admin/libraries`)
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 640 })
  await page.getByRole('banner').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(current).toBeInViewport({ ratio: 1 })
})

test('an administrator of a department sees that one alone', async ({ context, server, problems }) => {
  const company = await organisation(server)
  const top = await company.department('守卫集团')
  const own = await company.department('守卫品牌部', top)
  const below = await company.department('守卫品牌组', own)
  const other = await company.department('守卫财务部', top)
  await company.person('guard_org', '何欣', { departmentId: own, roles: ['orgAdmin'] })
  await company.person('guard_mine', '张敏', { departmentId: below })
  await company.person('guard_other', '王伟', { departmentId: other })
  const page = await signedIn(context, server, 'guard_org', 'admin/users')
  await expect(personRow(page, 'guard_mine')).toBeVisible()
  await expect(personRow(page, 'guard_other')).toHaveCount(0)
  await expect(department(page, '守卫品牌部')).toBeVisible()
  await expect(tree(page).getByText('守卫财务部')).toHaveCount(0)
  await expect(tree(page).getByText('守卫集团')).toHaveCount(0)
  await page.goto(`${server.origin}/disk/admin/users?department=${other}`)
  await expect(main(page).getByText('无法加载用户')).toBeVisible()
  await button(main(page), '全部用户').click()
  await expect(personRow(page, 'guard_mine')).toBeVisible()
  // Roles are read by it, not made.
  await page.getByRole('link', { name: '角色权限' }).click()
  await expect(page.getByRole('grid')).toContainText('普通用户')
  await expect(button(page, '新建角色')).toHaveCount(0)
  problems.expect(/status of 404/)
})

test('an administrator of a department makes people and departments in its own, and gives roles there', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  const own = await company.department('归属品牌部')
  await company.person('own_org', '何归', { departmentId: own, roles: ['orgAdmin'] })
  await company.person('own_mine', '张归', { departmentId: own })
  const page = await signedIn(context, server, 'own_org', 'admin/users')
  await expect(personRow(page, 'own_mine')).toBeVisible()
  // Nothing proposed lies outside of what is its own.
  await button(main(page), '新建用户').click()
  await expect(button(dialog(page), '部门')).toHaveText('归属品牌部')
  await button(dialog(page), '部门').click()
  await expect(page.getByRole('treeitem', { name: /归属品牌部/ }).last()).toBeVisible()
  await expect(page.getByRole('treeitem', { name: '未分配部门' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dialog(page).getByLabel('账号').fill('own_new')
  await dialog(page).getByLabel('姓名').fill('新归')
  await button(dialog(page), '新建').click()
  await button(page.getByRole('dialog', { name: '初始密码' }), '我已保存').click()
  await expect(personRow(page, 'own_new')).toContainText('归属品牌部')

  await button(main(page), '新建部门').click()
  await expect(button(dialog(page), '上级部门')).toHaveText('归属品牌部')
  await dialog(page).getByLabel('部门名称').fill('归属品牌组')
  await button(dialog(page), '新建').click()
  await expect(page.getByRole('heading', { name: '归属品牌组', level: 1 })).toBeVisible()
  await department(page, '归属品牌部').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText(['新建子部门', '编辑部门'])
  await page.keyboard.press('Escape')

  await page.goto(`${server.origin}/disk/admin/roles/viewer`)
  await button(main(page), '添加成员').first().click()
  await dialog(page).getByRole('searchbox').fill('own_mine')
  await dialog(page).getByRole('checkbox', { name: /张归/ }).click()
  await button(dialog(page), '添加 1 人').click()
  await expect(page.getByRole('row').filter({ hasText: 'own_mine' })).toBeVisible()
})

test('an auditor sees nothing that changes anything', async ({ context, server }) => {
  const company = await organisation(server)
  await company.person('guard_audit', '沈静', { roles: ['auditor'] })
  await company.person('guard_seen', '唐雨')
  const page = await signedIn(context, server, 'guard_audit', 'admin/users?q=guard_seen')
  await expect(personRow(page, 'guard_seen')).toBeVisible()
  for (const name of ['新建用户', '批量导入', '新建部门']) await expect(button(page, name)).toHaveCount(0)
  await expect(people(page).getByRole('checkbox')).toHaveCount(0)
  await personRow(page, 'guard_seen').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/^查看/])
  await page.keyboard.press('Escape')
  await openPerson(page, 'guard_seen')
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
  await expect(button(dialog(page), '保存')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '角色权限' }).click()
  await page.getByRole('row').filter({ hasText: '编辑者' }).dblclick()
  await expect(dialog(page).getByRole('table')).toContainText('在线预览')
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
})

test('an area without the right is 403 within the administration, and not in its menu', async ({
  browser,
  server,
  problems,
}) => {
  const company = await organisation(server)
  await company.person('guard_store', '存储', { roles: ['storageAdmin'] })
  const context = await anotherBrowser(browser, problems)
  await signInByCall(context, server, 'guard_store')
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/admin/users`)
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible()
  await expect(page.getByRole('link', { name: '用户与部门' })).toHaveCount(0)
  await context.close()
})

test('nothing of the administration comes with the drive or the sign-in page', async ({
  page,
  drive,
  server,
}) => {
  const asked: string[] = []
  for (const one of [page, drive]) one.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.origin}/disk/login`)
  await drive.reload()
  await expect(drive.getByRole('main')).toBeVisible()
  await drive.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  expect(asked.some((url) => /\/assets\/page-/.test(url))).toBe(true)
  expect(asked.filter((url) => /console|people-page|roles-page|calendar/.test(url))).toEqual([])
})
