import { queryDepartment, updateDepartment } from '@clouddisk/contract/admin-departments'
import { button, department, dialog } from '../support/administration.ts'
import { toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { expect, signedIn, signInByCall, test } from '../support/test.ts'

const GB = 1024 ** 3

test('a new department stands in the tree, however deep its place is and whatever was closed', {
  tag: '@core',
}, async ({ context, server }) => {
  const company = await organisation(server)
  const top = await company.department('树顶部')
  await company.department('树旁部')
  await company.department('树中部', top)
  const page = await signedIn(context, server, 'admin', 'admin/users')
  const make = async (name: string) => {
    await button(page, '新建部门').click()
    await dialog(page).getByLabel('部门名称').fill(name)
    await button(dialog(page), '新建').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(department(page, name)).toHaveAttribute('aria-selected', 'true')
  }
  await department(page, '树顶部').click()
  await expect(page.getByRole('heading', { level: 1, name: '树顶部' })).toBeVisible()
  await make('树新部')
  await expect(department(page, '树中部')).toBeVisible()
  await make('树叶部')
  await expect(department(page, '树叶部')).toHaveAttribute('aria-level', '3')
})

test('a department that has given more than its limit is renamed, and gets more', async ({
  context,
  server,
}) => {
  const company = await organisation(server)
  const departmentId = await company.department('超额部')
  // Not to the last byte what a text in GB says.
  const totalCapacity = GB + 1
  await company.admin.call(updateDepartment, { departmentId, totalCapacity })
  const page = await context.newPage()
  // As from before the limit bound those below.
  await page.route('**/disk/api/admin/departments/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const told = (await answer.text()).replaceAll(
      `"totalCapacity":${totalCapacity},"allottedCapacity":0`,
      `"totalCapacity":${totalCapacity},"allottedCapacity":${3 * GB}`,
    )
    await route.fulfill({ response: answer, body: told })
  })
  await signInByCall(context, server, 'admin')
  await page.goto(`${server.origin}/disk/admin/users`)
  const edit = async (name: string) => {
    await department(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '编辑部门' }).click()
  }
  const save = () => button(dialog(page), '保存').click()
  const kept = () => company.admin.call(queryDepartment, { departmentId })
  await edit('超额部')
  await dialog(page).getByLabel('部门名称').fill('改名部')
  await save()
  await expect(toast(page, /改名部/)).toBeVisible()
  expect(await kept()).toMatchObject({ departmentName: '改名部', totalCapacity })

  await edit('改名部')
  const space = dialog(page).getByRole('textbox', { name: /空间/ })
  await space.fill('0.5')
  await save()
  await expect(space).toHaveAttribute('aria-invalid', 'true')
  await space.fill('2')
  await save()
  await expect(dialog(page)).toHaveCount(0)
  expect(await kept()).toMatchObject({ totalCapacity: 2 * GB })
})
