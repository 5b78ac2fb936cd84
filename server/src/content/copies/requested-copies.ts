import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of content that was asked for at a cluster (migration 0105). */

export interface Requested {
  readonly blobId: string
  readonly clusterId: string
}

/** Keeps the copy, once it is made, for the storage cycle of the cluster's buckets. */
export async function request(
  tx: Tx,
  { blobId, clusterId }: Requested,
  { now, defaultDays }: { now: Date; defaultDays: number },
): Promise<void> {
  await sql`
    insert into requested_copy (blob_id, cluster_id, requested_at, keep_until)
    select ${blobId}, ${clusterId}, ${now}, ${now}::timestamptz + make_interval(days =>
      (select coalesce(max(coalesce(storage_cycle, ${defaultDays})), ${defaultDays})::int from cluster_bucket where cluster_id = ${clusterId}))
    on conflict (blob_id, cluster_id) do update set keep_until = excluded.keep_until`.execute(tx)
}

export interface Pending {
  /** Of the content, and of what was asked for before it and has not come yet. */
  readonly bytes: number
  /** The cluster's limit, or else what its last runs of node sync made; null: unknown. */
  readonly bytesPerSecond: number | null
}

export async function pending(db: Reader, blobId: string, clusterId: string): Promise<Pending> {
  const { rows } = await sql<Pending>`
    select coalesce(sum(b.size), 0)::bigint as bytes,
      (select coalesce(c.bytes_per_second, (
          select (sum(bytes_done) / nullif(sum(extract(epoch from finished_at - started_at)), 0))::bigint from sync_target
          where cluster_id = c.id and state = 'finished' and finished_at > started_at and bytes_done > 0))
        from cluster c where c.id = ${clusterId}) as "bytesPerSecond"
    from requested_copy r join blob b on b.id = r.blob_id
    where r.cluster_id = ${clusterId}
      and r.requested_at <= (select requested_at from requested_copy where blob_id = ${blobId} and cluster_id = ${clusterId})
      and not exists (select from blob c join cluster_bucket o on o.bucket = c.bucket and o.cluster_id = r.cluster_id
        where c.duplicate_of = b.id and c.state = 'copy')`.execute(db)
  return rows[0] ?? { bytes: 0, bytesPerSecond: null }
}

/** Bytes a second that copies to the cluster may take; null: without a limit. */
export async function limitOf(db: Reader, clusterId: string): Promise<number | null> {
  const { rows } = await sql<{ limit: number | null }>`
    select bytes_per_second as limit from cluster where id = ${clusterId}`.execute(db)
  return rows[0]?.limit ?? null
}

export async function deleteEnded(db: Reader, now: Date): Promise<void> {
  await sql`delete from requested_copy where keep_until < ${now}`.execute(db)
}
