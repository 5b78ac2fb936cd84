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
  readonly previewAskedAt: Date | null
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
      r.preview_asked_at as "previewAskedAt",
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
  /** The person who asks, which takes turns with others. */
  readonly askedBy: string | null
  /** Somebody waits in front of an open preview. */
  readonly isPreview: boolean
}

/** Inserts a request, or renews one that waits. */
export async function askFor(
  ctx: Context,
  { sha256, size, kind, version, inBackground, askedBy, isPreview }: Ask,
): Promise<void> {
  const now = ctx.now()
  await sql`
    insert into rendition
      (id, sha256, size, kind, state, converter_version, in_background, asked_at, asked_by, preview_asked_at)
    values (${newId()}, ${sha256}, ${size}, ${kind}, 'queued', ${version}, ${inBackground}, ${now}, ${askedBy},
      ${isPreview ? now : null})
    on conflict (sha256, size, kind) do update set asked_at = excluded.asked_at,
      asked_by = coalesce(excluded.asked_by, rendition.asked_by),
      preview_asked_at = coalesce(excluded.preview_asked_at, rendition.preview_asked_at),
      in_background = rendition.in_background and excluded.in_background
    where rendition.state in ('queued', 'running')`.execute(ctx.db.reader)
}

/** Queues a failed one again. */
export async function retryFailed(
  ctx: Context,
  id: string,
  { version, inBackground, askedBy, isPreview }: Omit<Ask, keyof ContentHash | 'kind'>,
): Promise<void> {
  await sql`
    update rendition set state = 'queued', reason = null, finished_at = null, attempts = 0, not_before = null,
      converter_version = ${version}, in_background = ${inBackground}, asked_at = ${ctx.now()}, asked_by = ${askedBy},
      preview_asked_at = ${isPreview ? ctx.now() : null}
    where id = ${id} and state = 'failed'`.execute(ctx.db.reader)
}

export async function touch(ctx: Context, id: string): Promise<void> {
  await sql`update rendition set last_used_at = ${ctx.now()} where id = ${id} and state = 'ready'`.execute(
    ctx.db.reader,
  )
}

/**
 * Deletes renditions. Returns their objects, which nothing can use any more: whoever deletes the rows deletes these, or else the
 * garbage collector does within the hour.
 */
export async function deleteRenditions(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
): Promise<DeletingObject[]> {
  const { rows } = await sql<{ blobId: string | null }>`
    delete from rendition where id = any(${ids}::uuid[]) returning blob_id as "blobId"`.execute(tx)
  const blobs = rows.flatMap(({ blobId }) => (blobId === null ? [] : [blobId]))
  const { rows: objects } = await sql<DeletingObject>`
    update blob set state = 'deleting', state_since = ${ctx.now()}
    where id = any(${blobs}::uuid[]) and state = 'derived' returning id, bucket, key`.execute(tx)
  return objects
}

/** An object in the state `deleting`. */
export interface DeletingObject {
  readonly id: string
  readonly bucket: string
  readonly key: string
}

export async function deleteObjectRow(db: Reader, id: string): Promise<void> {
  await sql`delete from blob where id = ${id} and state = 'deleting'`.execute(db)
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

/** What a rendition is made from. */
export interface RenditionSource extends StoredObject {
  readonly crc32: number | null
  /** Null if it is the content itself. */
  readonly renditionId: string | null
}

/** Verified content with this hash, or its rendition of the kind `from`. */
export async function sourceOf(
  db: Reader,
  content: ContentHash,
  from: string | undefined,
): Promise<RenditionSource | undefined> {
  const { sha256, size } = content
  if (from !== undefined) {
    const found = (await findRendition(db, content, from))?.result
    return found ? { ...found, renditionId: found.id } : undefined
  }
  const { rows } = await sql<RenditionSource>`
    select b.bucket, b.key, b.etag, b.crc32, null as "renditionId" from blob b
    where b.sha256 = ${sha256} and b.size = ${size} and b.state = 'live' and b.sent_by is null
    order by b.created_at limit 1`.execute(db)
  return rows[0]
}
