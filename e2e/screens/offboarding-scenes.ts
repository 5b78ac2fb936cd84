import type { Leave } from '@clouddisk/contract/admin-offboarding'
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
  retold,
  rowOf,
} from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the administration: people who leave. */

/** How it ends for some, which takes days or luck. */
const STATES: readonly Partial<Leave>[] = [
  {},
  { status: 'handing' },
  {
    status: 'failed',
    errmsg: '王伟还差 12.50 GB 空间。',
    purgeTime: new Date(Date.now() + 3600_000).toISOString(),
  },
]

async function openOffboarding(stage: Stage): Promise<void> {
  await retold<{ list: Leave[] }>(stage.page, 'admin/people/queryLeaves', (data) => ({
    ...data,
    list: data.list.map((leave, at) => ({ ...leave, ...STATES[at] })),
  }))
  await openConsole(stage, 'leavers')
  await expect(rowOf(stage, '白露')).toBeVisible()
}

/** As far as so many steps; somebody who is not frozen yet is not frozen by a picture either. */
async function wizard(stage: Stage, account: string, steps: number): Promise<void> {
  await openConsole(stage, `users?q=${account}`)
  await menuAt(stage, account)
  await choose(stage, '办理离职…', 'Offboard…')
  await expect(layer(stage.page)).toBeVisible()
  for (let step = 0; step < steps; step++) await press(stage, '下一步', 'Next', layer(stage.page))
}

async function receiver({ page, say }: Stage): Promise<void> {
  const box = layer(page)
  await box.getByRole('combobox', { name: say('接收人', 'New owner') }).click()
  await page.getByRole('combobox', { name: say('账号、姓名、手机、邮箱', 'Search users') }).fill('wang_wei2')
  await page.getByRole('option', { name: /wang_wei2/ }).click()
}

export const offboardingScenes: readonly Scene[] = [
  { name: 'admin-offboarding', as: asAdmin, everywhere: true, play: openOffboarding },
  {
    name: 'admin-offboarding-empty',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await retold(stage.page, 'admin/people/queryLeaves', () => ({ list: [], truncated: false }))
      await openConsole(stage, 'leavers')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-offboarding-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/people/queryLeaves')
      await openConsole(stage, 'leavers')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-offboarding-menu',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openOffboarding(stage)
      await menuAt(stage, '白露')
      await expect(stage.page.locator('[role=menu], [role=dialog]').last()).toBeVisible()
    },
  },
  {
    name: 'admin-offboarding-user',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openOffboarding(stage)
      await openRow(stage, '白露')
      await expect(layer(stage.page).getByRole('definition').nth(3)).toBeVisible()
    },
  },
  {
    name: 'admin-leave-freeze',
    as: asAdmin,
    english: true,
    phone: true,
    play: (stage) => wizard(stage, 'qin_feng', 0),
  },
  {
    name: 'admin-leave-has',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await frozen(stage)
      await wizard(stage, 'alice_chen', 0)
      await expect(layer(stage.page).getByRole('definition').nth(3)).toBeVisible()
    },
  },
  {
    name: 'admin-leave-plan',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await frozen(stage)
      await wizard(stage, 'alice_chen', 1)
      await receiver(stage)
    },
  },
  {
    name: 'admin-leave-confirm',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await frozen(stage)
      await wizard(stage, 'alice_chen', 1)
      await receiver(stage)
      await press(stage, '下一步', 'Next', layer(stage.page))
    },
  },
]

/** Somebody with groups and files is as good as frozen, for the page alone. */
async function frozen({ page }: Stage): Promise<void> {
  await retold<{ list: object[] }>(page, 'admin/people/page', (data) => ({
    ...data,
    list: data.list.map((person) => ({ ...person, status: 'frozen' })),
  }))
}
