import { queryClouds, saveCloud } from '@clouddisk/contract/admin-clouds'
import { saveCluster } from '@clouddisk/contract/admin-clusters'
import { queryNodes, saveNode } from '@clouddisk/contract/admin-nodes'
import { querySites, saveSite } from '@clouddisk/contract/admin-sites'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, layer, menuAt, openConsole, press } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Nodes, clusters, sites and clouds. */

async function layOut({ server }: Stage): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  if ((await admin.call(querySites, {})).list.length > 0) return
  const [own] = (await admin.call(queryNodes, {})).list
  const { nodeId } = await admin.call(saveNode, {
    nodeName: 'shanghai-2',
    remarks: '三号楼机房，备用',
    businessAddress: 'disk.example.com',
    internalAddress: '10.20.0.12:8080',
  })
  const { clusterId } = await admin.call(saveCluster, {
    clusterName: '华东集群',
    address: 'https://east.example.com',
    nodeIds: [nodeId, ...(own ? [own.nodeId] : [])],
    buckets: [{ bucketName: 'clouddisk', storageCycle: 90 }],
    bytesPerSecond: 50 * 1024 * 1024,
    syncDirection: 'twoWay',
  })
  await admin.call(saveCluster, {
    clusterName: '北美集群',
    address: 'https://us.example.com',
    // Without buckets, so that no file waits for a scan.
    antivirusAddress: '127.0.0.1:9',
  })
  await admin.call(saveSite, {
    siteName: '上海',
    clusterIds: [clusterId],
    region: 'asiaPacific',
    networks: ['10.20.0.0/16', '203.0.113.0/24'],
    address: 'https://ap.example.com',
  })
  await admin.call(saveSite, {
    siteName: '奥斯汀',
    region: 'northAmerica',
    address: 'https://us.example.com',
  })
  if ((await admin.call(queryClouds, {})).list.length === 0)
    await admin.call(saveCloud, {
      cloudName: '华东云',
      provider: 'aws',
      cloudUser: 'drive',
      addresses: ['10.20.0.40', '10.20.0.41'],
      port: 8443,
      accessKey: 'AKIAEXAMPLE',
      secretKey: 'secret',
      distributionDomain: 'cdn.example.com',
      keyPairId: 'K2JCJMDEHXQW5F',
    })
}

const listOf = (name: string, path: string, row: string): Scene => ({
  name,
  as: asAdmin,
  both: true,
  play: async (stage) => {
    await layOut(stage)
    await openConsole(stage, path)
    await expect(stage.page.getByText(row).first()).toBeVisible()
  },
})

const none = (name: string, path: string): Scene => ({
  name,
  as: asAdmin,
  both: true,
  play: async (stage) => {
    await openConsole(stage, path)
    await expect(stage.page.getByText(/^(没有|No )/).first()).toBeVisible()
  },
})

/** Of a new one, sent as it is: with errors. */
const empty = (name: string, path: string, zh: string, en: string): Scene => ({
  name,
  as: asAdmin,
  both: true,
  play: async (stage) => {
    await layOut(stage)
    await openConsole(stage, path)
    await press(stage, zh, en)
    await press(stage, '创建', 'Create', layer(stage.page))
  },
})

const edited = (name: string, path: string, row: string): Scene => ({
  name,
  as: asAdmin,
  both: true,
  play: async (stage) => {
    await layOut(stage)
    await openConsole(stage, path)
    await menuAt(stage, row)
    await choose(stage, '编辑', 'Edit')
    await expect(layer(stage.page)).toBeVisible()
  },
})

const ofCluster = (name: string, cluster: string, [zh, en]: [string, string], shown: RegExp): Scene => ({
  name,
  as: asAdmin,
  both: true,
  play: async (stage) => {
    await layOut(stage)
    await openConsole(stage, 'clusters')
    await menuAt(stage, cluster)
    await choose(stage, zh, en)
    await expect(layer(stage.page).getByText(shown).first()).toBeVisible()
  },
})

export const siteScenes: readonly Scene[] = [
  none('admin-clusters-none', 'clusters'),
  none('admin-sites-none', 'sites'),
  none('admin-clouds-none', 'clouds'),
  listOf('admin-nodes', 'nodes', 'shanghai-2'),
  listOf('admin-clusters', 'clusters', '华东集群'),
  listOf('admin-sites', 'sites', '奥斯汀'),
  listOf('admin-clouds', 'clouds', '华东云'),
  empty('admin-node-new', 'nodes', '新建节点', 'New node'),
  empty('admin-cluster-new', 'clusters', '新建集群', 'New cluster'),
  empty('admin-site-new', 'sites', '新建站点', 'New site'),
  empty('admin-cloud-new', 'clouds', '新建云', 'New cloud'),
  edited('admin-cluster-edit', 'clusters', '华东集群'),
  edited('admin-cloud-edit', 'clouds', '华东云'),
  ofCluster('admin-cluster-details', '华东集群', ['查看详情', 'Details'], /90/),
  ofCluster('admin-cluster-check', '北美集群', ['检查', 'Check'], /127\.0\.0\.1:9 (拒绝|refuses)/),
]
