import type { Notice, NoticeKind, NoticeSettings } from '@clouddisk/contract/notifications'
import { expect } from '@playwright/test'
import { hold, isCall } from '../support/hold.ts'
import { fails, layer, press, retold } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of notifications: the bell, what it lists, and what is told. */

const GB = 1024 ** 3
const HOUR_MS = 3600_000
const ID = '01980000-0000-7000-8000-000000000000'
const later = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString()

type Told = readonly [kind: NoticeKind, hoursAgo: number, data: Notice['data']]
const brand = { groupId: ID, groupName: '品牌与市场', instanceId: ID }
const launch = { groupId: ID, groupName: '2026 新品发布会现场执行与应急预案协作', instanceId: ID }

/** One of nearly every kind, the first ones unread. */
const NOTICES: readonly Told[] = [
  ['handover.asked', 0.1, { ...brand, actorName: '刘洋', handoverId: ID, expireTime: later(6) }],
  [
    'share.given',
    0.4,
    {
      actorName: '张敏',
      instanceId: ID,
      instanceName: '预算与结算明细.xlsx',
      fileSharingId: ID,
      role: 'editor',
      expireTime: later(30),
      message: '周五前请确认第三页的数字',
    },
  ],
  ['upload.ended', 0.8, { actorName: '赵琳', instanceName: '素材合集-终版.zip', count: 1, parentId: ID }],
  ['files.massDeleted', 1.2, { ...launch, actorName: '周航', count: 1284, deletionId: ID }],
  ['quota.full', 2, { used: 100 * GB, total: 100 * GB }],
  ['group.dissolving', 3, { ...brand, actorName: '何欣', expireTime: later(7) }],
  ['quota.high', 21, { ...launch, used: 73 * GB, total: 80 * GB }],
  ['group.added', 22, { ...launch, actorName: 'Alexandra Featherstonehaugh', role: 'manager' }],
  [
    'files.handedOver',
    26,
    { actorName: '何欣', instanceId: ID, instanceName: '宋琪 的文件', isFolder: true, count: 318 },
  ],
  ['files.damaged', 28, { instanceId: ID, instanceName: '现场录像.mov' }],
  ['expiry.share', 30, { instanceName: '主视觉-横版.png', fileSharingId: ID, expireTime: later(3) }],
  [
    'files.permissionChanged',
    50,
    { actorName: '赵琳', instanceId: ID, instanceName: '合同', role: 'viewer' },
  ],
  ['group.removed', 75, { ...brand, actorName: '何欣' }],
  ['handover.failed', 120, { ...brand, actorName: '刘洋', failure: 'group_allowance_full' }],
]

const told = (unread: number, more = false) => ({
  list: NOTICES.map(
    ([kind, hours, data], at): Notice => ({
      notificationId: String(at),
      kind,
      data,
      time: new Date(Date.now() - hours * HOUR_MS).toISOString(),
      read: at >= unread,
    }),
  ),
  ...(more && { nextCursor: 'next' }),
})

async function openBell(stage: Stage, unread = 4): Promise<void> {
  const { page, say } = stage
  await retold(page, 'notification/count', () => ({ unread }))
  await stage.open('recycleBin')
  await page.mouse.move(5, 5)
  await page
    .getByRole('button', { name: say('通知', 'Notifications') })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function openSettings(stage: Stage, mail: Partial<NoticeSettings>): Promise<void> {
  await retold<NoticeSettings>(stage.page, 'notification/settings', (data) => ({ ...data, ...mail }))
  await stage.open('recycleBin#notification-settings')
  await expect(layer(stage.page).getByRole('switch').first()).toBeVisible()
}

export const bellScenes: readonly Scene[] = [
  {
    name: 'bell',
    everywhere: true,
    play: async (stage) => {
      await retold(stage.page, 'notification/page', () => told(4))
      await openBell(stage)
      await expect(layer(stage.page).getByRole('listitem').nth(3)).toBeVisible()
    },
  },
  {
    name: 'bell-end',
    english: true,
    phone: true,
    play: async (stage) => {
      await retold(stage.page, 'notification/page', () => told(0, true))
      await openBell(stage, 0)
      await expect(layer(stage.page).getByRole('listitem')).toHaveCount(NOTICES.length)
      const last = layer(stage.page).getByRole('button').last()
      await last.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'bell-full',
    phone: true,
    play: async (stage) => {
      await retold(stage.page, 'notification/page', () => told(12))
      await openBell(stage, 100)
    },
  },
  {
    name: 'bell-empty',
    english: true,
    phone: true,
    play: async (stage) => {
      await retold(stage.page, 'notification/page', () => ({ list: [] }))
      await openBell(stage, 0)
      await expect(layer(stage.page).getByRole('heading').nth(1)).toBeVisible()
    },
  },
  {
    name: 'bell-all-read',
    play: async (stage) => {
      await retold(stage.page, 'notification/page', () => ({ list: [] }))
      await openBell(stage, 0)
      await press(stage, '仅看未读', 'Unread only', layer(stage.page))
      await expect(layer(stage.page).getByRole('heading').nth(1)).toBeVisible()
    },
  },
  {
    name: 'bell-loading',
    play: async (stage) => {
      await hold(stage.page, isCall('notification/page'))
      await openBell(stage)
      await stage.page.waitForTimeout(500)
    },
  },
  {
    name: 'bell-error',
    english: true,
    phone: true,
    play: async (stage) => {
      await fails(stage.page, 'notification/page')
      await openBell(stage)
      await expect(layer(stage.page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'bell-settings',
    everywhere: true,
    play: (stage) => openSettings(stage, { mail: true, email: 'linxiao@yunqi.example' }),
  },
  {
    name: 'bell-settings-no-mail',
    english: true,
    phone: true,
    play: (stage) => openSettings(stage, { mail: false }),
  },
  {
    name: 'bell-settings-error',
    phone: true,
    play: async (stage) => {
      await fails(stage.page, 'notification/settings')
      await stage.open('recycleBin#notification-settings')
      await expect(layer(stage.page).getByRole('alert')).toBeVisible()
    },
  },
]
