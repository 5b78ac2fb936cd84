import { queryClusters, removeCluster, saveCluster } from '@clouddisk/contract/admin-clusters'
import { queryGroupSync } from '@clouddisk/contract/admin-group-sync'
import { queryNodes, removeNode, saveNode } from '@clouddisk/contract/admin-nodes'
import { createBucket } from '@clouddisk/contract/admin-storage'
import { createGroup } from '@clouddisk/contract/groups'
import { signIn } from '../../server/test/person.ts'
import { newBucket } from '../../server/test/stores/bucket.ts'
import { button, dialog, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { unique } from '../support/colleagues.ts'
import { toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Administrators keep whole groups at several clusters, with a real store at the second one. */

test('a group is synced by an administrator, followed, and its sync ended (R22, R149, R158, R172)', async ({
  context,
  server,
  api,
  store,
}) => {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const groupName = unique('图纸组')
  const { groupId, rootId } = await api.call(createGroup, { groupName, capacity: 1 })
  await api.upload(rootId, 'a.txt', Buffer.from('drawn'))
  const { bucket: bucketName, endpoint, accessKey, secretKey } = await newBucket(store)
  await admin.call(createBucket, { bucketName, endpoint, accessKey, secretKey })
  const nodeIds = (await admin.call(queryNodes, {})).list.map(({ nodeId }) => nodeId)
  await admin.call(saveCluster, { clusterName: '总部', nodeIds, buckets: [{ bucketName: 'clouddisk' }] })
  await admin.call(saveCluster, { clusterName: '上海分部', buckets: [{ bucketName }] })
  const { list: clusters } = await admin.call(queryClusters, {})
  const branch = clusters.find(({ clusterName }) => clusterName === '上海分部')?.clusterId ?? ''

  const page = await signedIn(context, server, 'admin', 'admin/groups')
  const wardrobe = await context.newPage()
  await wardrobe.goto(new URL('/disk/error/404', page.url()).href)
  await page.bringToFront()
  const axe = auditor(page, wardrobe, 'zh-CN')
  const open = async () => {
    await main(page).getByRole('row').filter({ hasText: groupName }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '节点同步…' }).click()
  }
  await open()
  await button(dialog(page), '同步').click()
  await expect(dialog(page)).toContainText('请至少选择一个集群')
  await axe.check('a sync without a cluster')
  await dialog(page).getByRole('checkbox', { name: '上海分部' }).click()
  await button(dialog(page), '同步').click()
  // One node is not enough.
  await expect(dialog(page)).toContainText('设置失败')
  const { nodeId } = await admin.call(saveNode, { nodeName: 'shanghai-1', clusterId: branch })
  await button(dialog(page), '同步').click()
  await expect(toast(page, '已设置同步，正在开始')).toBeVisible()

  const stateOf = async () => (await admin.call(queryGroupSync, { groupId })).sync?.status
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('finished')
  await open()
  await expect(dialog(page)).toContainText('已同步')
  await expect(dialog(page)).toContainText('1 / 1 个文件')
  await axe.check('the sync of a group')
  await button(dialog(page), '停止同步').click()
  await expect(page.getByRole('alertdialog')).toContainText(`停止同步“${groupName}”？`)
  await button(page.getByRole('alertdialog'), '停止同步').click()
  await expect(toast(page, '已停止同步')).toBeVisible()
  expect((await admin.call(queryGroupSync, { groupId })).sync).toBeNull()
  expect((await api.list(rootId)).map(({ instanceName }) => instanceName)).toEqual(['a.txt'])

  for (const { clusterId, clusterName } of clusters) {
    await admin.call(saveCluster, { clusterId, clusterName, nodeIds: [], buckets: [] })
    await admin.call(removeCluster, { clusterId })
  }
  await admin.call(removeNode, { nodeId })
})
