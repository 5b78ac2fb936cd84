import { queryClusters, saveCluster } from '@clouddisk/contract/admin-clusters'
import { queryNodes, saveNode } from '@clouddisk/contract/admin-nodes'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, layer, menuAt, openConsole, press } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Items and groups that are kept at several clusters. */

/** A cluster that takes content, and one that does not. */
async function layOut({ server }: Stage): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(queryClusters, {})
  if (list.some(({ buckets }) => buckets.length > 0)) return
  const own = (await admin.call(queryNodes, {})).list.map(({ nodeId }) => nodeId)
  const { nodeId } = await admin.call(saveNode, { nodeName: 'shanghai-2' })
  const buckets = [{ bucketName: 'clouddisk' }]
  await admin.call(saveCluster, { clusterName: '华东集群', nodeIds: [...own, nodeId], buckets })
  await admin.call(saveCluster, { clusterName: '北美集群（奥斯汀与多伦多）' })
}

const GROUP = 'North America channel enablement'

export const nodeSyncScenes: readonly Scene[] = [
  {
    name: 'node-sync-none',
    both: true,
    play: async (stage) => {
      await layOut(stage)
      await stage.open('clusterSync')
      await expect(stage.page.getByText(/还没有同步项|Nothing is synced yet/)).toBeVisible()
    },
  },
  {
    name: 'admin-group-sync',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await layOut(stage)
      await openConsole(stage, 'groups')
      await expect(stage.page.getByText(GROUP).first()).toBeVisible()
      await menuAt(stage, GROUP)
      await choose(stage, '节点同步…', 'Node sync…')
      await press(stage, '同步', 'Sync', layer(stage.page))
      await expect(
        layer(stage.page)
          .getByText(/请至少选择一个集群|Choose at least one cluster/)
          .first(),
      ).toBeVisible()
    },
  },
]
