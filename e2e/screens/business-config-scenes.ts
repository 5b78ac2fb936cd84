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
]
