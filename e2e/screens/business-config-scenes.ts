import { saveBusinessConfig } from '@clouddisk/contract/business-config'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, fails, openConsole } from './administration.ts'
import type { Scene, Stage, World } from './stage.ts'

/** The business configuration. */

const withChanges = async (world: World): Promise<string> => {
  const admin = await signIn(world.server.origin, 'admin', PASSWORD)
  const list = [
    { code: 'trashDays', value: 45 },
    { code: 'fileBytesMax', value: 20 * 1024 ** 3 },
    { code: 'conversions', value: 3 },
  ]
  await admin.call(saveBusinessConfig, { list })
  return asAdmin(world)
}

const withRules = async (world: World): Promise<string> => {
  const admin = await signIn(world.server.origin, 'admin', PASSWORD)
  const list = [
    { code: 'refusedExtensions', value: ['exe', 'bat', 'cmd', 'scr', 'vbs'] },
    { code: 'refusedContents', value: ['program', 'script'] },
  ]
  await admin.call(saveBusinessConfig, { list })
  return asAdmin(world)
}

const openBusiness = async (stage: Stage, search = ''): Promise<void> => {
  await openConsole(stage, `config?view=business${search}`)
  await expect(stage.page.getByRole('main').getByRole('status')).toBeVisible()
}

export const businessConfigScenes: readonly Scene[] = [
  { name: 'admin-business-config', as: withChanges, everywhere: true, play: (stage) => openBusiness(stage) },
  {
    name: 'admin-business-config-changed',
    as: withChanges,
    both: true,
    phone: true,
    play: (stage) => openBusiness(stage, '&show=changed'),
  },
  {
    name: 'admin-business-config-edit',
    as: withChanges,
    both: true,
    phone: true,
    play: async (stage) => {
      const { page, say } = stage
      await openBusiness(stage, '&keyword=fileBytesMax')
      await page.getByRole('button', { name: say('修改 fileBytesMax', 'Change fileBytesMax') }).click()
      await page.getByRole('textbox', { name: /fileBytesMax/ }).fill('900')
      await page.getByRole('button', { name: say('保存', 'Save'), exact: true }).click()
      await expect(page.getByRole('main')).toContainText(say('之间的值', 'Enter a value from'))
    },
  },
  {
    name: 'admin-business-config-fixed',
    as: withChanges,
    english: true,
    play: (stage) => openBusiness(stage, '&show=fixed'),
  },
  {
    name: 'admin-business-config-none',
    as: withChanges,
    both: true,
    play: (stage) => openBusiness(stage, '&keyword=zzz'),
  },
  {
    name: 'admin-business-config-failed',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/config/business/query')
      await openConsole(stage, 'config?view=business')
      await expect(stage.page.getByRole('main').getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'admin-file-management',
    as: withRules,
    everywhere: true,
    play: async (stage) => {
      await openConsole(stage, 'config?view=files')
      await expect(stage.page.getByText('refusedExtensions', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'admin-file-management-edit',
    as: withRules,
    both: true,
    phone: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'config?view=files')
      await page.getByRole('button', { name: say('修改 refusedContents', 'Change refusedContents') }).click()
      await page
        .getByRole('button', { name: say('修改 refusedExtensions', 'Change refusedExtensions') })
        .click()
    },
  },
  {
    name: 'admin-sign-in-options',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'config?view=signIn')
      await expect(stage.page.getByText('regions', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-options-edit',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'config?view=signIn')
      await page.getByRole('button', { name: say('修改 regions', 'Change regions') }).click()
      await page.getByRole('button', { name: say('添加选项', 'Add option') }).click()
      await page.getByRole('button', { name: say('保存', 'Save'), exact: true }).click()
      await expect(page.getByRole('dialog')).toContainText(say('请输入名称。', 'Enter a name.'))
    },
  },
]
