import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { expect } from '@playwright/test'
import { hold, isCall } from '../support/hold.ts'
import {
  asAdmin,
  choose,
  fails,
  layer,
  menuAt,
  openConsole,
  openRow,
  press,
  retold,
  rowOf,
  SHARES,
  tickRow,
} from './administration.ts'
import { companyOf, MARKETING, NOBODY_IN } from './company.ts'
import { workbook } from './sheet.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the administration: people and departments. */

async function openPeople(stage: Stage, department = MARKETING): Promise<void> {
  const { departments } = await companyOf(stage)
  await retold<{ list: AdminPerson[] }>(stage.page, 'admin/people/page', (data) => ({
    ...data,
    list: data.list.map((person, at) => ({
      ...person,
      usedCapacity: Math.round((SHARES[at % SHARES.length] ?? 0) * (person.totalCapacity ?? 100)),
    })),
  }))
  await openConsole(stage, `users?department=${departments.get(department)}&sort=accountName.asc`)
  if (department === MARKETING) await expect(rowOf(stage, 'vendor_01')).toBeVisible()
}

const PEOPLE = ['wu_han2', 'chen_jie2', 'sunlei_old']

async function choosePeople(stage: Stage): Promise<void> {
  await openPeople(stage)
  for (const account of PEOPLE) await tickRow(stage, account)
}

const asked = (name: string, zh: string, en: string, more?: (stage: Stage) => Promise<void>): Scene => ({
  name: `admin-people-${name}`,
  as: asAdmin,
  english: true,
  play: async (stage) => {
    await choosePeople(stage)
    await press(stage, zh, en, stage.page.getByRole('toolbar'))
    await expect(stage.page.locator('[role=dialog], [role=alertdialog]').last()).toBeVisible()
    await more?.(stage)
  },
})

async function departmentDialog(stage: Stage, zh: string, en: string): Promise<void> {
  await openPeople(stage)
  const { page } = stage
  await page.getByRole('treeitem').filter({ hasText: MARKETING }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: stage.say(zh, en), exact: true }).click()
  await expect(page.locator('[role=dialog], [role=alertdialog]').last()).toBeVisible()
}

async function chooseFile(stage: Stage): Promise<void> {
  await openPeople(stage)
  await press(stage, '批量导入', 'Import')
  await stage.page.locator('input[type=file]').setInputFiles(await workbook())
  await expect(layer(stage.page).getByRole('row').nth(1)).toBeVisible()
}

export const adminPeopleScenes: readonly Scene[] = [
  { name: 'admin-people', as: asAdmin, everywhere: true, play: (stage) => openPeople(stage) },
  {
    name: 'admin-people-all',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'users')
      await expect(rowOf(stage, 'bai_lu').or(rowOf(stage, 'qin_feng')).first()).toBeVisible()
    },
  },
  {
    name: 'admin-people-departments',
    as: asAdmin,
    phone: true,
    play: async (stage) => {
      await openPeople(stage)
      if (stage.phone) await press(stage, '部门', 'Departments')
      else await stage.page.getByRole('treeitem').filter({ hasText: MARKETING }).first().dblclick()
      await expect(stage.page.getByRole('treeitem').filter({ hasText: MARKETING }).first()).toBeVisible()
    },
  },
  { name: 'admin-people-selected', as: asAdmin, english: true, play: choosePeople },
  {
    name: 'admin-people-menu',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openPeople(stage)
      await menuAt(stage, 'fang_zhou')
      await expect(stage.page.locator('[role=menu], [role=dialog]').last()).toBeVisible()
    },
  },
  {
    name: 'admin-people-department-menu',
    as: asAdmin,
    play: async (stage) => {
      await openPeople(stage)
      await stage.page.getByRole('treeitem').filter({ hasText: MARKETING }).first().click({ button: 'right' })
      await expect(stage.page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'admin-people-columns',
    as: asAdmin,
    play: async (stage) => {
      await openPeople(stage)
      await press(stage, '列', 'Columns')
      for (const name of ['创建时间', '最近使用'])
        await stage.page.getByRole('menuitemcheckbox', { name }).click()
    },
  },
  {
    name: 'admin-people-empty',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openPeople(stage, NOBODY_IN)
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-people-no-match',
    as: asAdmin,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'users?q=nobody-like-this&status=frozen&validity=soon')
      await expect(stage.page.getByText('没有符合条件的用户')).toBeVisible()
    },
  },
  {
    name: 'admin-people-loading',
    as: asAdmin,
    play: async (stage) => {
      const waits = ['admin/people/page', 'admin/departments/list'].map(isCall)
      await hold(stage.page, (request) => waits.some((is) => is(request)))
      await openConsole(stage, 'users')
      await stage.page.waitForTimeout(600)
    },
  },
  {
    name: 'admin-people-error',
    as: asAdmin,
    phone: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/people/page')
      await openConsole(stage, 'users')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-person',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await openPeople(stage)
      await openRow(stage, 'wu_han2')
    },
  },
  {
    name: 'admin-person-faults',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      const { page, say } = stage
      await openPeople(stage)
      await openRow(stage, 'wu_han2')
      const form = layer(page)
      await form.getByLabel(say('新密码', 'New password')).fill('abcdefg1')
      await form.getByRole('textbox', { name: say('空间', 'Space'), exact: true }).fill('-3')
      await form.getByLabel(new RegExp(say('^账号', '^Account'))).fill('wu-han2')
      await press(stage, '保存', 'Save', form)
    },
  },
  {
    name: 'admin-person-roles',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openPeople(stage)
      await openRow(stage, 'wu_han2')
      await layer(stage.page)
        .getByRole('combobox', { name: stage.say('角色', 'Roles') })
        .click()
      await expect(stage.page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'admin-person-department',
    as: asAdmin,
    play: async (stage) => {
      await openPeople(stage)
      await openRow(stage, 'wu_han2')
      await layer(stage.page).getByLabel('部门', { exact: true }).click()
      await expect(stage.page.getByRole('treeitem').last()).toBeVisible()
    },
  },
  {
    name: 'admin-person-new',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openPeople(stage)
      await press(stage, '新建用户', 'New user')
      await expect(layer(stage.page)).toBeVisible()
    },
  },
  asked('capacity', '更改空间', 'Change space'),
  asked('roles', '更改角色', 'Change roles'),
  asked('validity', '更改有效期', 'Change expiration', async (stage) => {
    await press(stage, '选择日期', 'Choose a date', layer(stage.page))
  }),
  asked('department', '更改部门', 'Change department', async (stage) => {
    await press(stage, '部门', 'Department', layer(stage.page))
    await expect(stage.page.getByRole('treeitem').last()).toBeVisible()
  }),
  asked('freeze', '冻结', 'Freeze'),
  asked('passwords', '重置密码', 'Reset password', async (stage) => {
    await stage.page.getByRole('alertdialog').getByRole('button').last().click()
    await expect(layer(stage.page).locator('code').first()).toBeVisible()
  }),
  {
    name: 'admin-department-new',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openPeople(stage)
      if (stage.phone) await press(stage, '部门', 'Departments')
      await press(stage, '新建部门', 'New department')
      await press(stage, '新建', 'Create', layer(stage.page))
    },
  },
  {
    name: 'admin-department-edit',
    as: asAdmin,
    english: true,
    play: (stage) => departmentDialog(stage, '编辑部门', 'Edit department'),
  },
  {
    name: 'admin-department-move',
    as: asAdmin,
    english: true,
    play: (stage) => departmentDialog(stage, '移动部门', 'Move department'),
  },
  {
    name: 'admin-department-remove',
    as: asAdmin,
    english: true,
    play: (stage) => departmentDialog(stage, '删除部门', 'Delete department'),
  },
  {
    name: 'admin-import',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openPeople(stage)
      await press(stage, '批量导入', 'Import')
      await expect(layer(stage.page)).toBeVisible()
    },
  },
  {
    name: 'admin-person-password',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const person = { accountName: 'su_wanqing', userRealName: stage.say('苏晚晴', 'Wanqing Su') }
      // Nobody is made: the company stays as it is for the other pictures.
      await stage.page.route('**/disk/api/admin/people/create', (route) =>
        route.fulfill({ json: { errcode: 0, data: { person, password: 'xyXpHYbTUhJ5p2syY44j' } } }),
      )
      await openPeople(stage)
      await press(stage, '新建用户', 'New user')
      const form = layer(stage.page)
      await form.getByLabel(stage.say('账号', 'Account')).first().fill(person.accountName)
      await form
        .getByRole('textbox', { name: stage.say('姓名', 'Name'), exact: true })
        .fill(person.userRealName)
      await press(stage, '新建', 'Create', form)
      await expect(layer(stage.page).locator('code').first()).toBeVisible()
    },
  },
  { name: 'admin-import-checked', as: asAdmin, english: true, play: chooseFile },
  {
    name: 'admin-menu-person-files',
    as: asAdmin,
    play: async (stage) => {
      await openPeople(stage)
      await menuAt(stage, 'wu_han2')
      await choose(stage, '查看文件', 'View files')
      await expect(stage.page.getByRole('heading', { level: 1 })).toHaveText('吴涵')
    },
  },
]
