import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of nodes. */

const ALIVE_SECONDS = 30

/** Whether the node's server was seen lately, by the database's clock. */
export const ALIVE = sql<boolean>`coalesce(seen_at > clock_timestamp() - make_interval(secs => ${sql.lit(ALIVE_SECONDS)}), false)`

/** Of two that name or claim nodes at a time, one waits for the other. */
export const lockNodes = (tx: Tx) => sql`lock table node in share row exclusive mode`.execute(tx)

export interface NodeRow {
  readonly id: string
  readonly name: string
  readonly remarks: string
  readonly businessAddress: string
  readonly internalAddress: string
  readonly clusterId: string | null
  readonly clusterName: string | null
  readonly serverId: string | null
  readonly isAlive: boolean
  readonly version: string | null
  readonly startedAt: Date | null
  readonly seenAt: Date | null
  readonly updatedAt: Date
}

export async function nodes(db: Reader): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select n.id, n.name, n.remarks, n.business_address as "businessAddress", n.internal_address as "internalAddress",
      n.cluster_id as "clusterId", c.name as "clusterName", n.server_id as "serverId", ${ALIVE} as "isAlive", n.version,
      n.started_at as "startedAt", n.seen_at as "seenAt", n.updated_at as "updatedAt"
    from node n left join cluster c on c.id = n.cluster_id order by n.name collate name_order, n.id`.execute(
    db,
  )
  return rows
}

export interface SavedNode {
  readonly id: string
  readonly name: string
  readonly remarks: string
  readonly businessAddress: string
  readonly internalAddress: string
  readonly clusterId: string | null
  readonly at: Date
}

export async function saveNode(tx: Tx, node: SavedNode): Promise<void> {
  const { id, name, remarks, businessAddress, internalAddress, clusterId, at } = node
  await sql`
    insert into node (id, name, remarks, business_address, internal_address, cluster_id, created_at, updated_at)
    values (${id}, ${name}, ${remarks}, ${businessAddress}, ${internalAddress}, ${clusterId}, ${at}, ${at})
    on conflict (id) do update set name = excluded.name, remarks = excluded.remarks,
      business_address = excluded.business_address, internal_address = excluded.internal_address,
      cluster_id = excluded.cluster_id, updated_at = excluded.updated_at`.execute(tx)
}

export async function clusterExists(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cluster')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
