import type { GroupSync } from '@clouddisk/contract/admin-group-sync'
import type { SyncCluster, SyncedInstance, SyncTarget } from '@clouddisk/contract/node-sync'
import { expect } from '@playwright/test'
import { hold, isCall } from '../support/hold.ts'
import { asAdmin, choose, fails, layer, menuAt, openConsole, press, retold } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of node sync: what a person has synced, and the sync of a group in the administration. */

const MINUTE_MS = 60_000
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

const target = (clusterName: string, more: Partial<SyncTarget> = {}): SyncTarget => ({
  clusterId: clusterName,
  clusterName,
  status: 'finished',
  reason: null,
  files: 128,
  filesDone: 128,
  bytes: 4e9,
  bytesDone: 4e9,
  lastTime: at(-40),
  retryTime: null,
  ...more,
})

const item = (instanceName: string, path: string, more: Partial<SyncedInstance>): SyncedInstance => ({
  instanceId: instanceName,
  instanceName,
  classifierId: 'Folder',
  fileType: '',
  fileSize: 0,
  parentId: '0',
  path,
  direction: 'oneWay',
  mode: 'syncAndSave',
  clusters: [target('华东集群')],
  status: 'finished',
  reason: null,
  lastTime: at(-40),
  nextTime: at(320),
  canChange: true,
  ...more,
})

const ITEMS: readonly SyncedInstance[] = [
  item('2027 春季发布会主视觉与全渠道物料源文件', '个人文件/发布会/影像', {
    status: 'syncing',
    direction: 'twoWay',
    clusters: [
      target('华东集群', { status: 'syncing', filesDone: 37 }),
      target('North America (Ashburn)', { status: 'waiting', filesDone: 0 }),
    ],
  }),
  item('设计图', '个人文件', {}),
  item('点云数据_第三测区_含影像与控制点_2026 年度终版.las', '个人文件/测绘/2026/第三测区/原始数据', {
    classifierId: 'File',
    fileType: 'las',
    fileSize: 48e9,
    mode: 'sync',
    status: 'failed',
    reason: 'full',
    lastTime: null,
  }),
  item('Onboarding recordings', '个人文件/培训', { status: 'failed', reason: 'unreachable' }),
  item('合同扫描件', '品牌资产库/合同', { status: 'waiting', canChange: false, lastTime: null }),
]

const cluster = (clusterName: string, siteName: string | null, hasBucket = true): SyncCluster => ({
  clusterId: clusterName,
  clusterName,
  siteName,
  hasBucket,
  direction: 'oneWay',
  mode: 'syncAndSave',
})
const CLUSTERS = [
  cluster('华东集群', '上海'),
  cluster('North America (Ashburn)', '奥斯汀'),
  cluster('备用集群', null, false),
]

const tellClusters = ({ page }: Stage, list: readonly SyncCluster[]) =>
  retold(page, 'cluster/querySyncClusters', () => ({ list, nodes: 2 }))

/** With the entries of menus, as where there are several clusters. */
async function withClusters(stage: Stage, list = CLUSTERS): Promise<void> {
  await retold(stage.page, 'user/currentUser', (user: object) => ({ ...user, clusterSync: true }))
  await tellClusters(stage, list)
}

const tellItems = ({ page }: Stage, list: readonly SyncedInstance[]) =>
  retold(page, 'instance/syncPageQuery', () => ({ list, total: list.length, pageNo: 1, pageSize: 50 }))

const ofItems = (name: string, play: (stage: Stage) => Promise<void>): Scene => ({
  name,
  both: true,
  play: async (stage) => {
    await withClusters(stage)
    await play(stage)
  },
})

const listed = (name: string, play: (stage: Stage) => Promise<void>): Scene =>
  ofItems(name, async (stage) => {
    await tellItems(stage, ITEMS)
    await stage.open('clusterSync')
    await expect(stage.page.getByText('设计图').first()).toBeVisible()
    await play(stage)
  })

const SYNC: GroupSync = {
  direction: 'twoWay',
  mode: 'syncAndSave',
  clusters: [
    target('华东集群'),
    target('North America (Ashburn)', { status: 'failed', reason: 'noBucket', filesDone: 12 }),
  ],
  status: 'failed',
  reason: 'noBucket',
  lastTime: at(-40),
  nextTime: at(320),
}

const ofGroup = (name: string, play: (stage: Stage) => Promise<void>): Scene => ({
  name,
  as: asAdmin,
  both: true,
  play: async (stage) => {
    await play(stage)
    await openConsole(stage, 'groups')
    await menuAt(stage, '品牌资产库')
    await choose(stage, '节点同步', 'Node sync')
    const dialog = layer(stage.page)
    const nothing = dialog.getByText(stage.say('还没有可以同步的集群', 'There are no clusters'))
    await expect(dialog.getByRole('radio').or(dialog.getByRole('alert')).or(nothing).first()).toBeVisible()
  },
})

const groupSync = ({ page }: Stage, sync: GroupSync | null) =>
  retold(page, 'admin/groups/querySync', () => ({ sync }))

export const nodeSyncScenes: readonly Scene[] = [
  ofItems('node-sync-none', async (stage) => {
    await tellItems(stage, [])
    await stage.open('clusterSync')
    await expect(stage.page.getByText(stage.say('还没有同步项', 'Nothing is synced yet'))).toBeVisible()
  }),
  ofItems('node-sync-loading', async (stage) => {
    await hold(stage.page, isCall('instance/syncPageQuery'))
    // Once more, since what holds passes calls on to the server.
    await withClusters(stage)
    await stage.open('clusterSync')
    await stage.page.waitForTimeout(400)
  }),
  ofItems('node-sync-error', async (stage) => {
    await fails(stage.page, 'instance/syncPageQuery')
    await stage.open('clusterSync')
    await expect(stage.page.getByRole('alert').first()).toBeVisible()
  }),
  listed('node-sync', async () => undefined),
  listed('node-sync-menu', async (stage) => {
    await menuAt(stage, '设计图')
    await expect(stage.page.getByText(stage.say('立即同步', 'Sync now')).last()).toBeVisible()
  }),
  listed('node-sync-stop', async (stage) => {
    await menuAt(stage, '设计图')
    await choose(stage, '停止同步', 'Stop sync')
    await expect(stage.page.getByRole('alertdialog')).toBeVisible()
  }),
  listed('node-sync-edit', async (stage) => {
    await menuAt(stage, '设计图')
    await choose(stage, '修改同步', 'Edit sync')
    await layer(stage.page).getByRole('checkbox', { name: '华东集群' }).click()
    await press(stage, '保存', 'Save', layer(stage.page))
  }),
  ofGroup('group-sync-none', async (stage) => {
    await withClusters(stage, [])
    await groupSync(stage, null)
  }),
  ofGroup('group-sync-new', async (stage) => {
    await withClusters(stage)
    await groupSync(stage, null)
  }),
  ofGroup('group-sync', async (stage) => {
    await withClusters(stage)
    await groupSync(stage, SYNC)
  }),
  ofGroup('group-sync-error', async (stage) => {
    await withClusters(stage)
    await fails(stage.page, 'admin/groups/querySync')
  }),
]
