import { expect } from '@playwright/test'
import {
  asAdmin,
  choose,
  fails,
  layer,
  menuAt,
  openConsole,
  openRow,
  press,
  rowOf,
  tickRow,
} from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the administration: roles and who has them. */

async function openRoles(stage: Stage): Promise<void> {
  await openConsole(stage, 'roles')
  await expect(rowOf(stage, stage.say('审计员', 'Auditor'))).toBeVisible()
}

export const roleScenes: readonly Scene[] = [
  { name: 'admin-roles', as: asAdmin, everywhere: true, play: openRoles },
  {
    name: 'admin-roles-own',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openRoles(stage)
      await stage.page.getByRole('grid').press('End')
      await expect(rowOf(stage, 'Overseas channel coordinator')).toBeVisible()
    },
  },
  {
    name: 'admin-roles-menu',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openRoles(stage)
      await menuAt(stage, stage.say('审计员', 'Auditor'))
      await expect(stage.page.locator('[role=menu], [role=dialog]').last()).toBeVisible()
    },
  },
  {
    name: 'admin-roles-no-match',
    as: asAdmin,
    play: async (stage) => {
      await openRoles(stage)
      await stage.page.getByRole('searchbox').fill('没有这个')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-roles-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/roles/list')
      await openConsole(stage, 'roles')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-role',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openRoles(stage)
      await openRow(stage, stage.say('仅预览', 'Viewer'))
      await expect(layer(stage.page).getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'admin-role-new',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openRoles(stage)
      await press(stage, '新建角色', 'New role')
      await layer(stage.page)
        .getByRole('radio', { name: new RegExp(stage.say('高级', 'Advanced')) })
        .click()
      await layer(stage.page).getByRole('treeitem').filter({ hasText: '品牌市场部' }).first().click()
    },
  },
  {
    name: 'admin-role-faults',
    as: asAdmin,
    play: async (stage) => {
      await openRoles(stage)
      await press(stage, '新建角色', 'New role')
      await press(stage, '新建', 'Create', layer(stage.page))
    },
  },
  {
    name: 'admin-role-remove',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openRoles(stage)
      await stage.page.getByRole('grid').press('End')
      await menuAt(stage, 'Overseas channel coordinator')
      await choose(stage, '删除', 'Delete')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-holders',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'roles/auditor')
      await expect(rowOf(stage, 'lu_yao')).toBeVisible()
    },
  },
  {
    name: 'admin-holders-selected',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openConsole(stage, 'roles/auditor')
      await tickRow(stage, 'lu_yao')
    },
  },
  {
    name: 'admin-holders-empty',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'roles/storageAdmin')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-holders-add',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'roles/auditor')
      await press(stage, '添加成员', 'Add members')
      await layer(stage.page).getByRole('checkbox', { name: /白露/ }).check()
    },
  },
]
