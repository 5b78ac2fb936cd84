import type { SyncDirection, SyncMode } from '@clouddisk/contract/admin-clusters'
import type { NodeState } from '@clouddisk/contract/admin-nodes'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { ALIVE } from './node-store.ts'

/** SQL of clusters. */

export interface ClusterFields {
  readonly name: string
  readonly address: string
  readonly siteId: string | null
  readonly antivirusAddress: string
  readonly previewAddress: string
  readonly coeditingAddress: string
  readonly syncDirection: SyncDirection
  readonly syncMode: SyncMode
  readonly bytesPerSecond: number | null
  readonly remoteReads: boolean
}

export interface ClusterRow extends ClusterFields {
  readonly id: string
  readonly siteName: string | null
  readonly nodes: readonly { nodeId: string; nodeName: string; state: NodeState }[]
  readonly buckets: readonly BucketOfCluster[]
  readonly syncWaiting: number
  readonly syncFailed: number
  readonly updatedAt: Date
}

export interface BucketOfCluster {
  readonly bucketName: string
  readonly storageCycle: number | null
}

/** Of two that change clusters and sites at a time, one waits for the other. */
export const lockClusters = (tx: Tx) => sql`lock table cluster in share row exclusive mode`.execute(tx)

export async function clusters(db: Reader): Promise<ClusterRow[]> {
  const { rows } = await sql<ClusterRow>`
    select c.id, c.name, c.address, c.site_id as "siteId", s.name as "siteName",
      c.antivirus_address as "antivirusAddress", c.preview_address as "previewAddress",
      c.coediting_address as "coeditingAddress", c.sync_direction as "syncDirection", c.sync_mode as "syncMode",
      c.bytes_per_second as "bytesPerSecond", c.remote_reads as "remoteReads", c.updated_at as "updatedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('nodeId', n.id, 'nodeName', n.name,
            'state', case when ${ALIVE} then 'alive' when n.server_id is null then 'new' else 'away' end)
          order by n.name collate name_order, n.id)
        from node n where n.cluster_id = c.id), '[]') as nodes,
      coalesce((
        select jsonb_agg(jsonb_build_object('bucketName', b.bucket, 'storageCycle', b.storage_cycle) order by b.bucket)
        from cluster_bucket b where b.cluster_id = c.id), '[]') as buckets,
      (select count(*) from sync_target t where t.cluster_id = c.id and t.state in ('waiting', 'syncing'))::int
        as "syncWaiting",
      (select count(*) from sync_target t where t.cluster_id = c.id and t.state = 'failed')::int as "syncFailed"
    from cluster c left join site s on s.id = c.site_id order by c.name collate name_order, c.id`.execute(db)
  return rows
}

/** Rows that refer to a cluster. */
export async function usesOfCluster(
  tx: Tx,
  id: string,
): Promise<{ nodes: number; buckets: number; synced: number }> {
  const { rows } = await sql<{ nodes: number; buckets: number; synced: number }>`
    select (select count(*) from node where cluster_id = ${id})::int as nodes,
      (select count(*) from cluster_bucket where cluster_id = ${id})::int as buckets,
      (select count(*) from sync_target where cluster_id = ${id})::int as synced`.execute(tx)
  return rows[0] ?? { nodes: 0, buckets: 0, synced: 0 }
}

export async function saveCluster(tx: Tx, id: string, fields: ClusterFields, at: Date): Promise<void> {
  const { name, address, siteId, antivirusAddress, previewAddress, coeditingAddress } = fields
  const { syncDirection, syncMode, bytesPerSecond, remoteReads } = fields
  await sql`
    insert into cluster (id, name, address, site_id, antivirus_address, preview_address, coediting_address,
      sync_direction, sync_mode, bytes_per_second, remote_reads, created_at, updated_at)
    values (${id}, ${name}, ${address}, ${siteId}, ${antivirusAddress}, ${previewAddress}, ${coeditingAddress},
      ${syncDirection}, ${syncMode}, ${bytesPerSecond}, ${remoteReads}, ${at}, ${at})
    on conflict (id) do update set name = excluded.name, address = excluded.address, site_id = excluded.site_id,
      antivirus_address = excluded.antivirus_address, preview_address = excluded.preview_address,
      coediting_address = excluded.coediting_address, sync_direction = excluded.sync_direction,
      sync_mode = excluded.sync_mode, bytes_per_second = excluded.bytes_per_second,
      remote_reads = excluded.remote_reads, updated_at = excluded.updated_at`.execute(tx)
}

/** Answers how many of them there are. */
export async function putNodes(tx: Tx, clusterId: string, nodeIds: readonly string[]): Promise<number> {
  await sql`
    update node set cluster_id = null where cluster_id = ${clusterId} and id <> all(${nodeIds}::uuid[])`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    update node set cluster_id = ${clusterId} where id = any(${nodeIds}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function putBuckets(
  tx: Tx,
  clusterId: string,
  buckets: readonly BucketOfCluster[],
): Promise<void> {
  await sql`
    delete from cluster_bucket
    where cluster_id = ${clusterId} and bucket <> all(${buckets.map(({ bucketName }) => bucketName)}::text[])`.execute(
    tx,
  )
  for (const { bucketName, storageCycle } of buckets)
    await sql`
      insert into cluster_bucket (bucket, cluster_id, storage_cycle) values (${bucketName}, ${clusterId}, ${storageCycle})
      on conflict (bucket) do update set storage_cycle = excluded.storage_cycle`.execute(tx)
}

export async function siteExists(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('site').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}
