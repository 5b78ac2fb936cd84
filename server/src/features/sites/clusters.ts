import {
  type AdminCluster,
  CLUSTER_NAME_MAX,
  CLUSTERS_MAX,
  type ClusterBucket,
  type saveCluster,
} from '@clouddisk/contract/admin-clusters'
import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import type { Input } from '@clouddisk/contract/route'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import * as buckets from '../storage/buckets.ts'
import * as store from './cluster-store.ts'
import { lockNodes } from './node-store.ts'
import { readHostAndPort, readIds, readName, readWebAddress } from './read-fields.ts'
import { refusingTaken } from './taken.ts'

/** Clusters for administrators (R92). */

export async function list(ctx: Context): Promise<AdminCluster[]> {
  const rows = await store.clusters(ctx.db.reader)
  // Asking a bucket that is away takes seconds.
  const known = rows.some((row) => row.buckets.length > 0) ? await buckets.list(ctx) : []
  return rows.map((row) => present(row, known))
}

/** The cluster with its buckets as they are now. */
export async function one(ctx: Context, clusterId: string): Promise<AdminCluster> {
  const id = clusterId.toLowerCase()
  return (await list(ctx)).find((cluster) => cluster.clusterId === id) ?? refuseNotFound('cluster')
}

function present(row: store.ClusterRow, known: readonly AdminBucket[]): AdminCluster {
  const { id, name, buckets: named, syncWaiting, syncFailed, updatedAt, ...same } = row
  const found = named.map(({ bucketName, storageCycle }) => {
    const bucket = known.find((one) => one.bucketName === bucketName)
    return { bucket, shown: presentBucket(bucketName, storageCycle, bucket) }
  })
  return {
    ...same,
    nodes: [...row.nodes],
    clusterId: id,
    clusterName: name,
    buckets: found.map(({ shown }) => shown),
    health: {
      nodesAlive: row.nodes.filter(({ state }) => state === 'alive').length,
      bucketsAnswering: found.filter(({ shown }) => shown.answers === true).length,
      freeBytes: freeOf(found.map(({ bucket }) => bucket)),
      syncWaiting,
      syncFailed,
    },
    updateTime: updatedAt.toISOString(),
  }
}

const presentBucket = (
  bucketName: string,
  storageCycle: number | null,
  bucket: AdminBucket | undefined,
): ClusterBucket => ({
  bucketName,
  storageCycle,
  location: bucket?.location ?? '',
  total: bucket ? totalOf(bucket) : null,
  used: bucket?.used ?? 0,
  cloudUser: bucket?.cloudUser ?? '',
  updateTime: bucket?.updateTime ?? null,
  answers: bucket?.answers ?? null,
})

/** Of a disk: what is used and what is left. */
const totalOf = ({ capacity, free, used }: AdminBucket): number | null =>
  capacity ?? (free === null ? null : used + free)

/** Null: without a limit, or nothing is known. */
function freeOf(found: readonly (AdminBucket | undefined)[]): number | null {
  if (found.length === 0) return null
  let sum = 0
  for (const bucket of found) {
    const total = bucket && totalOf(bucket)
    if (!bucket || total === null || total === undefined) return null
    sum += Math.max(0, total - bucket.used)
  }
  return sum
}

export async function save(ctx: Context, input: Input<typeof saveCluster>): Promise<{ clusterId: string }> {
  const fields: store.ClusterFields = {
    name: readName('clusterName', input.clusterName, CLUSTER_NAME_MAX),
    address: readWebAddress('address', input.address),
    siteId: input.siteId?.toLowerCase() ?? null,
    antivirusAddress: readHostAndPort('antivirusAddress', input.antivirusAddress),
    previewAddress: readWebAddress('previewAddress', input.previewAddress),
    coeditingAddress: readWebAddress('coeditingAddress', input.coeditingAddress),
    syncDirection: input.syncDirection ?? 'oneWay',
    syncMode: input.syncMode ?? 'syncAndSave',
    bytesPerSecond: input.bytesPerSecond ?? null,
    remoteReads: input.remoteReads ?? true,
  }
  const nodeIds = readIds(input.nodeIds ?? [], 'node')
  const named = [
    ...new Map(
      (input.buckets ?? []).map(({ bucketName, storageCycle = null }) => [
        bucketName,
        { bucketName, storageCycle },
      ]),
    ).values(),
  ]
  if (fields.siteId !== null && !isId(fields.siteId)) refuseNotFound('site')
  const id = input.clusterId?.toLowerCase() ?? newId()
  if (!isId(id)) refuseNotFound('cluster')
  await ctx.stores.refresh()
  await refusingTaken(fields.name, () =>
    ctx.db.transact(async (tx) => {
      await store.lockClusters(tx)
      await lockNodes(tx)
      const known = await store.clusters(tx)
      const before = known.find((cluster) => cluster.id === id)
      if (input.clusterId !== undefined && !before) refuseNotFound('cluster')
      if (!before && known.length >= CLUSTERS_MAX) refuse('list_full', { limit: CLUSTERS_MAX })
      if (fields.siteId !== null && !(await store.siteExists(tx, fields.siteId))) refuseNotFound('site')
      for (const { bucketName } of named) refuseBucket(ctx, bucketName, id, known)
      await store.saveCluster(tx, id, fields, ctx.now())
      if ((await store.putNodes(tx, id, nodeIds)) < nodeIds.length) refuseNotFound('node')
      await store.putBuckets(tx, id, named)
      const { name, ...detail } = fields
      await audit(tx, {
        action: 'cluster.saved',
        object: { type: 'cluster', id, name },
        detail: {
          ...detail,
          nodeIds,
          buckets: named,
          ...(before && before.name !== name && { was: before.name }),
        },
      })
    }),
  )
  await ctx.stores.refresh()
  return { clusterId: id }
}

/** A bucket that is known, and belongs to no other cluster. */
function refuseBucket(ctx: Context, bucket: string, id: string, known: readonly store.ClusterRow[]): void {
  const owner = known.find((cluster) => cluster.buckets.some(({ bucketName }) => bucketName === bucket))
  if (owner && owner.id !== id) refuse('bucket_of_cluster', { bucket, cluster: owner.name })
  if (!owner && !ctx.stores.buckets.includes(bucket)) refuse('no_such_bucket')
}

export async function remove(ctx: Context, clusterId: string): Promise<void> {
  const id = clusterId.toLowerCase()
  if (!isId(id)) refuseNotFound('cluster')
  await ctx.db.transact(async (tx) => {
    await store.lockClusters(tx)
    const cluster = (await store.clusters(tx)).find((one) => one.id === id) ?? refuseNotFound('cluster')
    const uses = await store.usesOfCluster(tx, id)
    if (uses.nodes + uses.buckets + uses.synced > 0) refuse('cluster_in_use', { name: cluster.name, ...uses })
    await tx.deleteFrom('cluster').where('id', '=', id).execute()
    await audit(tx, { action: 'cluster.removed', object: { type: 'cluster', id, name: cluster.name } })
  })
  await ctx.stores.refresh()
}
