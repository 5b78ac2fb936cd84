import type { AdminOutboundRequest, OutboundRequest } from '@clouddisk/contract/outbound'
import { expect } from '@playwright/test'
import { menuOf } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { asAdmin, fails, openConsole, openRow, press } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the permission to share outside: asking for it, and deciding about it. */

const HOUR_MS = 3600 * 1000
const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

export const REQUEST: OutboundRequest = {
  requestId: '01a20635-f5b4-71fb-ac1f-be2971e7f700',
  reason: '把发布会主视觉发给搭建公司做物料打样，打样完成后停止分享。',
  duration: '30days',
  state: 'waiting',
  fileNames: ['主视觉-横版.jpg', '现场照片'],
  createTime: at(3),
  stateTime: at(3),
  expireTime: null,
  reviewer: null,
  note: '',
}
const ENDED: readonly OutboundRequest[] = [
  {
    ...REQUEST,
    requestId: '01a20635-f5b4-71fb-ac1f-be2971e7f701',
    reason: '给客户发送报价单',
    state: 'refused',
    fileNames: ['2026 年度框架报价（含税）.xlsx'],
    stateTime: at(50),
    reviewer: '周恒',
    note: '报价请走合同系统，附件不要直接外发。',
  },
  {
    ...REQUEST,
    requestId: '01a20635-f5b4-71fb-ac1f-be2971e7f702',
    reason: '与会展公司交换场地图',
    state: 'expired',
    fileNames: [],
    stateTime: at(900),
    expireTime: at(900),
    reviewer: '周恒',
  },
  {
    ...REQUEST,
    requestId: '01a20635-f5b4-71fb-ac1f-be2971e7f703',
    reason: 'Photos of the venue for the agency in Singapore',
    state: 'withdrawn',
    fileNames: ['现场照片'],
    stateTime: at(1600),
  },
]

/** Without the server, which a page that is closed does not wait for. */
export const answers = (stage: Stage, path: string, data: object) =>
  stage.page.route(`**/disk/api/${path}*`, (route) =>
    route.fulfill({ json: { errcode: 0, errmsg: '', data, traceId: '8f2c41d09b7e' } }),
  )

export const tell = (stage: Stage, request: OutboundRequest | null, approvalUrl = '') =>
  answers(stage, 'link/queryOutbound', { permitted: false, request, approvalUrl })

export async function openDialog(stage: Stage) {
  await stage.openFolder()
  const label = stage.say('外链分享…', 'Share link…')
  if (stage.phone) {
    await phoneRow(stage.page, '主视觉-横版.jpg').getByRole('button').last().click()
    await stage.page.getByRole('dialog').getByRole('button', { name: label }).click()
  } else {
    await menuOf(stage.page, '主视觉-横版.jpg')
    await stage.page.getByRole('menuitem', { name: label }).click()
  }
}

const LINES: readonly Partial<AdminOutboundRequest>[] = [
  { ownerName: '林晓', ownerAccount: 'linxiao', departmentName: '视觉设计部', canReview: true },
  {
    ownerName: 'Alexandra Featherstonehaugh',
    ownerAccount: 'a.featherstonehaugh',
    departmentName: 'Customer Success EMEA',
    reason: 'Onboarding recordings for the customer’s training team',
    duration: 'permanent',
    fileNames: [],
    createTime: at(20),
    canReview: true,
  },
  {
    ownerName: '孙宁',
    ownerAccount: 'sun_ning',
    departmentName: '法务部',
    reason: '向外部律所发送诉讼材料',
    state: 'approved',
    expireTime: at(-24 * 40),
    reviewer: '周恒',
    note: '仅限本案材料',
    createTime: at(70),
    canRevoke: true,
  },
  {
    ownerName: '何静',
    ownerAccount: 'he_jing',
    departmentName: null,
    reason: '给审计师发凭证',
    state: 'refused',
    reviewer: '周恒',
    note: '请用内部共享',
    createTime: at(200),
  },
]

export async function openRequests(stage: Stage): Promise<void> {
  await answers(stage, 'admin/link/outboundPage', {
    pageNo: 1,
    pageSize: 20,
    list: LINES.map((line, index) => ({
      ...REQUEST,
      requestId: `01a20635-f5b4-71fb-ac1f-be2971e7f71${index}`,
      ownerId: `01a20635-f5b4-71fb-ac1f-be2971e7f72${index}`,
      canReview: false,
      canRevoke: false,
      ...line,
    })),
    total: LINES.length,
  })
  await openConsole(stage, 'links?view=requests')
  await expect(stage.page.getByRole('main').getByText('孙宁')).toBeVisible()
}

export const outboundScenes: readonly Scene[] = [
  {
    name: 'outbound-none',
    everywhere: true,
    play: async (stage) => {
      await tell(stage, null)
      await openDialog(stage)
      await expect(stage.page.getByText(stage.say('申请外发权限', 'Ask for permission'))).toBeVisible()
    },
  },
  {
    name: 'outbound-ask',
    both: true,
    play: async (stage) => {
      await tell(stage, null)
      await openDialog(stage)
      await press(stage, '申请外发权限', 'Ask for permission')
      await press(stage, '提交申请', 'Send request')
      await expect(stage.page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    },
  },
  {
    name: 'outbound-waiting',
    both: true,
    play: async (stage) => {
      await tell(stage, REQUEST, 'https://oa.example.com/apply?request=1')
      await openDialog(stage)
      await expect(stage.page.getByRole('dialog').getByRole('link')).toBeVisible()
    },
  },
  {
    name: 'outbound-requests',
    both: true,
    play: async (stage) => {
      await tell(stage, null)
      await answers(stage, 'instance/queryInvalidLinkOaApply', {
        pageNo: 1,
        pageSize: 100,
        list: ENDED,
        total: ENDED.length,
      })
      await stage.open('mySharing')
      await press(stage, '外发申请', 'Requests')
      await expect(stage.page.getByText('与会展公司交换场地图')).toBeVisible()
    },
  },
  { name: 'admin-outbound', as: asAdmin, everywhere: true, play: openRequests },
  {
    name: 'admin-outbound-review',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openRequests(stage)
      await openRow(stage, '林晓')
      await expect(stage.page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'admin-outbound-empty',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'links?view=requests')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-outbound-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/link/outboundPage')
      await openConsole(stage, 'links?view=requests')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-outbound-role',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'roles')
      await stage.page.getByRole('searchbox').fill(stage.say('分享者', 'Sharer'))
      await openRow(stage, stage.say('可预览和分享', 'Can view and share'))
      await expect(stage.page.getByRole('switch')).toBeVisible()
    },
  },
]
