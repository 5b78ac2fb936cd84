import { MINUTE } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { StoredObject } from '../objects/stores.ts'
import type { ContentHash, Failure, ReadyRendition } from './types.ts'

/** SQL of renditions. */

export interface RenditionRow {
  readonly id: string
  readonly kind: string
  readonly sha256: Buffer
  readonly size: number
  readonly state: 'queued' | 'running' | 'ready' | 'failed'
  readonly converterVersion: number
  readonly attempts: number
  readonly reason: Failure | null
  readonly askedAt: Date
  readonly finishedAt: Date | null
  readonly inBackground: boolean
  readonly result: ReadyRendition | null
}

export async function findRendition(
  db: Reader,
  { sha256, size }: ContentHash,
  kind: string,
): Promise<RenditionRow | undefined> {
  const { rows } = await sql<Omit<RenditionRow, 'result'> & Partial<ReadyRendition>>`
    select r.id, r.kind, r.sha256, r.size, r.state, r.converter_version as "converterVersion", r.attempts, r.reason,
      r.asked_at as "askedAt", r.finished_at as "finishedAt", r.in_background as "inBackground",
      r.last_used_at as "lastUsedAt", r.meta, b.id as "blobId", b.bucket, b.key, b.etag, b.size as bytes, b.crc32
    from rendition r left join blob b on b.id = r.blob_id
    where r.sha256 = ${sha256} and r.size = ${size} and r.kind = ${kind}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { blobId, bucket, key, etag = null, bytes, crc32, lastUsedAt, meta = {} } = row
  const isReady = blobId && bucket && key && bytes !== undefined && crc32 !== undefined
  const result = isReady
    ? { id: row.id, blobId, bucket, key, etag, bytes, crc32, meta, lastUsedAt: lastUsedAt ?? row.askedAt }
    : null
  return { ...row, result }
}

export interface Ask extends ContentHash {
  readonly kind: string
  readonly version: number
  readonly inBackground: boolean
}

/** Inserts a request, or renews one that waits. */
export async function askFor(
  ctx: Context,
  { sha256, size, kind, version, inBackground }: Ask,
): Promise<void> {
  await sql`
    insert into rendition (id, sha256, size, kind, state, converter_version, in_background, asked_at)
    values (${newId()}, ${sha256}, ${size}, ${kind}, 'queued', ${version}, ${inBackground}, ${ctx.now()})
    on conflict (sha256, size, kind) do update set asked_at = excluded.asked_at,
      in_background = rendition.in_background and excluded.in_background
    where rendition.state in ('queued', 'running')`.execute(ctx.db.reader)
}

/** Queues a failed one again. */
export async function retryFailed(
  ctx: Context,
  id: string,
  version: number,
  inBackground: boolean,
): Promise<void> {
  await sql`
    update rendition set state = 'queued', reason = null, finished_at = null, attempts = 0, not_before = null,
      converter_version = ${version}, in_background = ${inBackground}, asked_at = ${ctx.now()}
    where id = ${id} and state = 'failed'`.execute(ctx.db.reader)
}

export interface ClaimedRendition extends ContentHash {
  readonly id: string
  readonly kind: string
  readonly attempts: number
}

/** A worker that gives no sign of life for so long is believed dead. */
const LEASE_SECONDS = 30
/** The worker has to renew its lease at least this often. */
export const RENEW_MS = 8000

/**
 * Takes the request that is to be worked on next: what somebody waits for before what is made in the background, the
 * newest first; also one that a dead worker had taken.
 */
export async function claimNext(
  ctx: Context,
  worker: string,
  kinds: readonly string[],
): Promise<ClaimedRendition | undefined> {
  const { rows } = await sql<ClaimedRendition>`
    update rendition set state = 'running', worker = ${worker}, attempts = attempts + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from rendition
      where (state = 'queued' and (not_before is null or not_before <= ${ctx.now()})
          or state = 'running' and lease_until < now())
        and kind = any(${kinds}::text[])
      order by in_background, asked_at desc limit 1 for update skip locked)
    returning id, kind, sha256, size, attempts`.execute(ctx.db.reader)
  return rows[0]
}

/** False if another worker has it by now. */
export async function renewLease(db: Reader, worker: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update rendition set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and worker = ${worker} returning id`.execute(db)
  return rows.length > 0
}

/** Gives a request back, to be tried again at `notBefore`; `uncount`: this try does not count. */
export async function release(
  db: Reader,
  worker: string,
  id: string,
  { notBefore = null, uncount = false }: { notBefore?: Date | null; uncount?: boolean } = {},
): Promise<void> {
  await sql`
    update rendition set state = 'queued', worker = null, lease_until = null, not_before = ${notBefore},
      attempts = attempts - ${uncount ? 1 : 0}
    where id = ${id} and worker = ${worker}`.execute(db)
}

/** Gives back what this server's earlier processes had taken; only while no other server runs. */
export async function releaseAll(db: Reader): Promise<void> {
  await sql`update rendition set state = 'queued', worker = null, lease_until = null where state = 'running'`.execute(
    db,
  )
}

export async function markFailed(
  ctx: Context,
  worker: string,
  id: string,
  reason: Failure,
  version: number,
): Promise<void> {
  await sql`
    update rendition set state = 'failed', reason = ${reason}, converter_version = ${version}, worker = null,
      lease_until = null, finished_at = ${ctx.now()}
    where id = ${id} and worker = ${worker}`.execute(ctx.db.reader)
}

export interface ResultValues extends StoredObject {
  readonly bytes: number
  readonly crc32: number
  readonly meta: Record<string, unknown>
  readonly version: number
}

/** Records the result. False if another worker has the request by now. */
export async function markReady(
  ctx: Context,
  tx: Tx,
  worker: string,
  id: string,
  { bucket, key, etag, bytes, crc32, meta, version }: ResultValues,
): Promise<boolean> {
  const blobId = newId()
  await sql`insert into blob (id, bucket, key, etag, size, crc32, state, state_since)
    values (${blobId}, ${bucket}, ${key}, ${etag}, ${bytes}, ${crc32}, 'derived', ${ctx.now()})`.execute(tx)
  const { rows } = await sql`
    update rendition set state = 'ready', blob_id = ${blobId}, meta = ${JSON.stringify(meta)}::jsonb, worker = null,
      lease_until = null, converter_version = ${version}, finished_at = ${ctx.now()}, last_used_at = ${ctx.now()}
    where id = ${id} and worker = ${worker} returning id`.execute(tx)
  return rows.length > 0
}

export async function touch(ctx: Context, id: string): Promise<void> {
  await sql`update rendition set last_used_at = ${ctx.now()} where id = ${id} and state = 'ready'`.execute(
    ctx.db.reader,
  )
}

/** Deletes renditions; the garbage collector deletes their objects, a day later. */
export async function deleteRenditions(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ blobId: string | null }>`
    delete from rendition where id = any(${ids}::uuid[]) returning blob_id as "blobId"`.execute(tx)
  const blobs = rows.flatMap(({ blobId }) => (blobId === null ? [] : [blobId]))
  await sql`update blob set state = 'orphaned', state_since = ${ctx.now()}
    where id = any(${blobs}::uuid[]) and state = 'derived'`.execute(tx)
}

/** A request that nobody has repeated for so long is dropped. */
const FORGOTTEN_MS = 10 * MINUTE

export async function dropForgotten(ctx: Context): Promise<void> {
  await sql`delete from rendition where state = 'queued' and not in_background
    and asked_at < ${new Date(ctx.now().getTime() - FORGOTTEN_MS)}`.execute(ctx.db.reader)
}

/** Renditions whose content is not stored any more. */
export async function withoutSource(db: Reader, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from rendition r where r.state <> 'running' and not exists (
      select from blob b where b.sha256 = r.sha256 and b.size = r.size and b.state <> 'deleting')
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function renditionsIn(db: Reader, bucket: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from blob b join rendition r on r.blob_id = b.id where b.bucket = ${bucket} and b.state = 'derived'
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function totalBytes(db: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(b.size), 0)::bigint as bytes from rendition r join blob b on b.id = r.blob_id`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

export async function leastRecentlyUsed(db: Reader, limit: number): Promise<{ id: string; bytes: number }[]> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select r.id, b.size as bytes from rendition r join blob b on b.id = r.blob_id where r.state = 'ready'
    order by r.last_used_at limit ${limit}`.execute(db)
  return rows
}

/** Verified content with this hash, to make renditions from. */
export async function sourceOf(
  db: Reader,
  { sha256, size }: ContentHash,
): Promise<(StoredObject & { crc32: number | null }) | undefined> {
  const { rows } = await sql<StoredObject & { crc32: number | null }>`
    select b.bucket, b.key, b.etag, b.crc32 from blob b
    where b.sha256 = ${sha256} and b.size = ${size} and b.state = 'live' and b.sent_by is null
    order by b.created_at limit 1`.execute(db)
  return rows[0]
}
