import {
  createServiceAccount,
  createServiceToken,
  createToken,
  queryServiceAccounts,
} from '@clouddisk/contract/tokens'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { openSettings, settings } from '../support/settings.ts'
import { asAdmin, layer, openConsole, press } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Access tokens of one's own and of everybody, and service accounts. */

async function layOut({ server }: Stage): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  if ((await admin.call(queryServiceAccounts, {})).length > 0) return
  const own = await signIn(server.origin, 'linxiao', PASSWORD)
  await own.call(createToken, { name: '备份脚本', scope: 'write' })
  await own.call(createToken, { name: '周报统计 — weekly report of everything', scope: 'read' })
  const account = { roles: ['default'], totalCapacity: 1e11 }
  const { userId } = await admin.call(createServiceAccount, {
    ...account,
    accountName: 'backup_bot',
    userRealName: '数据备份',
  })
  await admin.call(createServiceAccount, { ...account, accountName: 'ci_runner', userRealName: '持续集成' })
  await admin.call(createServiceToken, { userId, name: '每晚备份', scope: 'write' })
}

const openOwn = async (stage: Stage) => {
  await layOut(stage)
  await stage.openFolder()
  await openSettings(stage.page, '账号')
  await settings(stage.page)
    .getByRole('button', { name: stage.say('查看 访问令牌', 'Show Access tokens') })
    .click()
  await expect(layer(stage.page)).toContainText('备份脚本')
}

export const tokenScenes: readonly Scene[] = [
  { name: 'tokens-own', both: true, phone: true, play: openOwn },
  {
    name: 'tokens-new',
    both: true,
    phone: true,
    play: async (stage) => {
      await openOwn(stage)
      await press(stage, '新建令牌', 'New token', layer(stage.page))
      await press(stage, '创建', 'Create', layer(stage.page))
      await expect(layer(stage.page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'tokens-created',
    both: true,
    phone: true,
    play: async (stage) => {
      await openOwn(stage)
      await press(stage, '新建令牌', 'New token', layer(stage.page))
      await layer(stage.page).getByRole('textbox').first().fill('同步工具')
      await press(stage, '创建', 'Create', layer(stage.page))
      await expect(layer(stage.page)).toContainText('cdt_')
    },
  },
  {
    name: 'admin-tokens',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await layOut(stage)
      await openConsole(stage, 'tokens')
      await expect(stage.page.getByText('备份脚本').first()).toBeVisible()
    },
  },
  {
    name: 'admin-tokens-filtered',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await layOut(stage)
      await openConsole(stage, 'tokens')
      await expect(page.getByText('备份脚本').first()).toBeVisible()
      await page
        .getByRole('combobox', { name: say('权限范围', 'Scope') })
        .first()
        .click()
      await page.getByRole('option', { name: say('只读', 'Read'), exact: true }).click()
      await expect(page.getByText('备份脚本')).toHaveCount(0)
    },
  },
  {
    name: 'admin-tokens-none',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'tokens?q=nothing_like_it')
      await expect(stage.page.getByText(stage.say('没有符合条件的令牌', 'No tokens match'))).toBeVisible()
    },
  },
  {
    name: 'admin-service-accounts',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await layOut(stage)
      await openConsole(stage, 'tokens?view=services')
      await expect(stage.page.getByText('backup_bot').first()).toBeVisible()
    },
  },
  {
    name: 'admin-service-account-new',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'tokens?view=services')
      await press(stage, '新建服务账号', 'New service account')
      await press(stage, '创建', 'Create', layer(stage.page))
      await expect(layer(stage.page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
]
