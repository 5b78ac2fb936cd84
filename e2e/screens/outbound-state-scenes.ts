import { expect } from '@playwright/test'
import { hold, isCall } from '../support/hold.ts'
import { FOUND, openMany } from './admin-link-scenes.ts'
import { asAdmin, choose, fails, layer, menuAt, openConsole, openRow, press } from './administration.ts'
import { answers, openDialog, openRequests, REQUEST, tell } from './outbound-scenes.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of requests, decisions and reviews in states that are rare. */

async function openPast(stage: Stage): Promise<void> {
  await stage.open('mySharing')
  await press(stage, '外发申请', 'Requests')
}

const past = 'instance/queryInvalidLinkOaApply'
const NONE = { pageNo: 1, pageSize: 100, list: [], total: 0 }

const own: readonly Scene[] = [
  {
    name: 'outbound-loading',
    both: true,
    play: async (stage) => {
      const held = await hold(stage.page, isCall('link/queryOutbound'))
      await openDialog(stage)
      await held.arrived
      await expect(layer(stage.page).getByRole('status')).toBeVisible()
    },
  },
  {
    name: 'outbound-failed',
    both: true,
    play: async (stage) => {
      await fails(stage.page, 'link/queryOutbound')
      await openDialog(stage)
      await expect(layer(stage.page).getByRole('alert')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'outbound-withdraw',
    both: true,
    play: async (stage) => {
      await tell(stage, REQUEST)
      await openDialog(stage)
      await press(stage, '撤回申请', 'Withdraw')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'outbound-requests-none',
    both: true,
    play: async (stage) => {
      await answers(stage, past, NONE)
      await openPast(stage)
      await expect(
        stage.page.getByText(stage.say('没有已失效的申请', 'No past requests'), { exact: true }),
      ).toBeVisible()
    },
  },
  {
    name: 'outbound-requests-failed',
    both: true,
    play: async (stage) => {
      await fails(stage.page, past)
      await openPast(stage)
      await expect(layer(stage.page).getByRole('alert')).toBeVisible({ timeout: 20_000 })
    },
  },
]

async function openReview(stage: Stage): Promise<void> {
  await openMany(stage)
  await menuAt(stage, 'checkpoint')
  await choose(stage, '审核…', 'Review…')
}

async function refuse(stage: Stage): Promise<void> {
  await layer(stage.page)
    .getByRole('radio', { name: stage.say('拒绝', 'Refuse') })
    .click()
  await press(stage, '提交', 'Submit', layer(stage.page))
  await expect(layer(stage.page).locator('[aria-invalid=true]')).toBeVisible()
}

const decisions: readonly Scene[] = [
  {
    name: 'admin-links-refuse',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await answers(stage, 'admin/link/queryCheck', FOUND)
      await openReview(stage)
      await expect(stage.page.getByText('归档.zip')).toBeVisible()
      await refuse(stage)
    },
  },
  {
    name: 'admin-links-review-loading',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await hold(stage.page, isCall('admin/link/queryCheck'))
      await openReview(stage)
      await expect(layer(stage.page).getByRole('status')).toBeVisible()
    },
  },
  {
    name: 'admin-links-review-failed',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/link/queryCheck')
      await openReview(stage)
      await expect(layer(stage.page).getByRole('alert')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'admin-links-queue-empty',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await answers(stage, 'admin/link/page', { ...NONE, truncated: false })
      await openConsole(stage, 'links?status=verifying')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-links-loading',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const held = await hold(stage.page, isCall('admin/link/page'))
      await openConsole(stage, 'links')
      await held.arrived
    },
  },
  {
    name: 'admin-outbound-refuse',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openRequests(stage)
      await openRow(stage, '林晓')
      await refuse(stage)
    },
  },
  {
    name: 'admin-outbound-revoke',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openRequests(stage)
      await menuAt(stage, '孙宁')
      await choose(stage, '收回权限…', 'Take back…')
      await press(stage, '收回权限', 'Take back', layer(stage.page))
      await expect(layer(stage.page).locator('[aria-invalid=true]')).toBeVisible()
    },
  },
  {
    name: 'admin-outbound-details',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openRequests(stage)
      await openRow(stage, '何静')
    },
  },
  {
    name: 'admin-outbound-no-match',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'links?view=requests')
      await stage.page.getByRole('main').getByRole('searchbox').fill('没有这个人')
      await expect(stage.page.getByText(stage.say('没有符合条件的申请', 'No requests match'))).toBeVisible()
    },
  },
  {
    name: 'admin-link-settings',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'config')
      const limits = page.getByRole('form', { name: say('外链访问限制', 'Limits for external links') })
      await limits.getByRole('textbox').first().fill('many')
      await press(stage, '保存', 'Save', limits)
      const address = page.getByRole('textbox', { name: /审批|approval/i })
      await address.fill('oa.example.com')
      await address.press('Enter')
      await address.scrollIntoViewIfNeeded()
    },
  },
]

export const outboundStateScenes: readonly Scene[] = [...own, ...decisions]
