import { queryIpRules, saveIpRegion, saveIpRule } from '@clouddisk/contract/ip-rules'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, layer, menuAt, openConsole, press } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** The IP white list. */

async function layOut({ server }: Stage): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  if ((await admin.call(queryIpRules, {})).rules.length > 0) return
  const office = await admin.call(saveIpRegion, {
    regionName: '上海总部',
    ranges: ['203.0.113.0/24', '10.20.0.0/16', '2001:db8:20::/48'],
    remark: '三号楼出口',
  })
  await admin.call(saveIpRegion, { regionName: '新加坡办公室', ranges: ['198.51.100.0/25'] })
  await admin.call(saveIpRule, {
    objectType: 'administrators',
    ranges: ['127.0.0.1'],
    regionIds: [office.regionId],
    remark: '管理员只在总部和本机操作',
    mode: 'active',
  })
  await admin.call(saveIpRule, { objectType: 'everybody', ranges: ['10.0.0.0/8'], mode: 'try' })
  await admin.call(saveIpRule, { objectType: 'links', ranges: ['192.0.2.0/24'], mode: 'off' })
}

export const ipRuleScenes: readonly Scene[] = [
  {
    name: 'admin-ip-rules-none',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'whitelist')
      await expect(stage.page.getByText('127.0.0.1').first()).toBeVisible()
    },
  },
  {
    name: 'admin-ip-rules',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await layOut(stage)
      await openConsole(stage, 'whitelist')
      await expect(stage.page.getByText('上海总部').first()).toBeVisible()
    },
  },
  {
    name: 'admin-ip-regions',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await layOut(stage)
      await openConsole(stage, 'whitelist?view=regions')
      await expect(stage.page.getByText('新加坡办公室').first()).toBeVisible()
    },
  },
  {
    name: 'admin-ip-rule-mistake',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      const { page } = stage
      await layOut(stage)
      await openConsole(stage, 'whitelist')
      await press(stage, '新建规则', 'New rule')
      await layer(page).getByRole('textbox').first().fill('192.168.1.256')
      await press(stage, '创建', 'Create', layer(page))
      await expect(layer(page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'admin-ip-rule-menu',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      await layOut(stage)
      await openConsole(stage, 'whitelist')
      await menuAt(stage, stage.say('管理后台', 'Administration'))
    },
  },
]
