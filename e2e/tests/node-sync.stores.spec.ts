import { queryClusters, removeCluster, saveCluster } from '@clouddisk/contract/admin-clusters'
import { queryNodes, saveNode } from '@clouddisk/contract/admin-nodes'
import { createBucket } from '@clouddisk/contract/admin-storage'
import { createFolder } from '@clouddisk/contract/files'
import { signIn } from '../../server/test/person.ts'
import { newBucket } from '../../server/test/stores/bucket.ts'
import { button, main } from '../support/administration.ts'
import { heading, menuOf, row, toast } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, signedIn, test } from '../support/test.ts'

/** Items that are kept at two clusters, with a real store at the second one. */

test('a folder is synced to another cluster, followed and stopped (R4, R22, R31, R172, R224, C28)', async ({
  context,
  server,
  store,
}) => {
  const place = await newBucket(store)
  const account = await newPerson(server)
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const page = await signedIn(context, server, account)
  const entry = page.getByRole('navigation').getByRole('link', { name: '节点同步' })
  await expect(heading(page)).toBeVisible()
  // Nothing to sync to yet.
  await expect(entry).toHaveCount(0)

  const { bucket: bucketName, endpoint, accessKey, secretKey } = place
  await admin.call(createBucket, { bucketName, endpoint, accessKey, secretKey })
  // The server itself has said that it is there.
  const nodeIds = (await admin.call(queryNodes, {})).list.map(({ nodeId }) => nodeId)
  await admin.call(saveCluster, { clusterName: '总部', nodeIds, buckets: [{ bucketName: 'clouddisk' }] })
  await admin.call(saveCluster, { clusterName: '上海分部', buckets: [{ bucketName }] })
  const { list: clusters } = await admin.call(queryClusters, {})
  const branch = clusters.find(({ clusterName }) => clusterName === '上海分部')?.clusterId ?? ''
  await admin.call(saveNode, { nodeName: 'shanghai-1', clusterId: branch })
  const person = await signIn(server.origin, account, PASSWORD)
  const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: '设计图' })
  await person.upload(instanceId, 'a.txt', Buffer.from('drawn'))

  await page.reload()
  await entry.click()
  await expect(page.getByText('还没有同步项')).toBeVisible()
  await button(main(page), '打开个人文件').click()
  await menuOf(page, '设计图')
  await page.getByRole('menuitem', { name: '同步到…' }).click()
  const dialog = page.getByRole('dialog')
  await button(dialog, '同步').click()
  await expect(dialog.getByText('请至少选择一个集群')).toBeVisible()
  await dialog.getByRole('checkbox', { name: '上海分部' }).click()
  await dialog.getByRole('radio', { name: '双向' }).click()
  await button(dialog, '同步').click()
  await expect(toast(page, '已设置同步')).toBeVisible()

  await entry.click()
  await expect(row(page, '设计图')).toContainText('已同步', { timeout: 60_000 })
  await expect(row(page, '设计图')).toContainText('上海分部')
  await row(page, '设计图').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '停止同步' }).click()
  await button(page.getByRole('alertdialog'), '停止同步').click()
  await expect(page.getByText('还没有同步项')).toBeVisible()

  // Other tests of this server expect a menu without the entry.
  for (const { clusterId, clusterName } of clusters) {
    await admin.call(saveCluster, { clusterId, clusterName, nodeIds: [], buckets: [] })
    await admin.call(removeCluster, { clusterId })
  }
  await page.reload()
  await expect(heading(page)).toHaveText('个人文件')
  await expect(entry).toHaveCount(0)
})
