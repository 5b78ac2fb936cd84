import { SECOND } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { StoredObject } from '../objects/stores.ts'
import type { ContentHash, Failure } from './types.ts'

/** SQL of the work on renditions: who takes which request, how far it is, what became of it. */

export interface ClaimedRendition extends ContentHash {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly askedBy: string | null
}

/** An open preview asks every two seconds; a window that was closed has no precedence any more. */
const PREVIEW_MS = 15 * SECOND
/** The pictures of a page come from the top down. */
const RECENT_MS = 2 * SECOND
const isOpen = (ctx: Context) =>
  sql<boolean>`coalesce(preview_asked_at > ${new Date(ctx.now().getTime() - PREVIEW_MS)}, false)`

export interface Turn {
  /** Of converters: what these make in parts has kinds that begin so (converter.ts). */
  readonly kinds: readonly string[]
  /** People in the order in which they had their turns, the latest last: those who are not among them come first. */
  readonly served: readonly string[]
  /** Open previews come before all thumbnails; otherwise only before those of the same person. */
  readonly previewsFirst: boolean
}

/** A worker that gives no sign of life for so long is believed dead. */
const LEASE_SECONDS = 30
/** The worker has to renew its lease at least this often. */
export const RENEW_MS = 8000

/**
 * Takes the request that is to be worked on next: what somebody waits for before what is made in the background, people in
 * turn, of one person the newest first, but what was asked for just now in its order; also one that a dead worker had taken.
 */
export async function claimNext(
  ctx: Context,
  worker: string,
  { kinds, served, previewsFirst }: Turn,
): Promise<ClaimedRendition | undefined> {
  const recent = new Date(ctx.now().getTime() - RECENT_MS)
  const { rows } = await sql<ClaimedRendition>`
    update rendition set state = 'running', worker = ${worker}, attempts = attempts + 1,
      progress = null, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from rendition
      where (state = 'queued' and (not_before is null or not_before <= ${ctx.now()})
          or state = 'running' and lease_until < now())
        and split_part(kind, '#', 1) = any(${kinds}::text[])
      order by in_background, (${previewsFirst} and ${isOpen(ctx)}) desc,
        coalesce(array_position(${served}::uuid[], asked_by), 0), ${isOpen(ctx)} desc,
        case when asked_at > ${recent} then asked_at end nulls last, asked_at desc
      limit 1 for update skip locked)
    returning id, kind, sha256, size, attempts, asked_by as "askedBy"`.execute(ctx.db.reader)
  return rows[0]
}

/** False if another worker has it by now. */
export async function renewLease(db: Reader, worker: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update rendition set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and worker = ${worker} returning id`.execute(db)
  return rows.length > 0
}

export async function saveProgress(db: Reader, worker: string, id: string, share: number): Promise<void> {
  await sql`update rendition set progress = ${share} where id = ${id} and worker = ${worker}`.execute(db)
}

/** How far a request is. */
export interface Standing {
  readonly isRunning: boolean
  /** The share that is done, from 0 to 1, if it is known. */
  readonly progress: number | null
  /** Conversions that come before it. */
  readonly before: number
}

/**
 * Of a request for an open preview; undefined if it does not wait any more. Before it come those that run, the latest one of
 * each other person with an open preview, and later ones of the same person.
 */
export async function standingOf(
  ctx: Context,
  { sha256, size }: ContentHash,
  kind: string,
  kinds: readonly string[],
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    with own as (
      select id, state, progress, asked_by, asked_at from rendition
      where sha256 = ${sha256} and size = ${size} and kind = ${kind} and state in ('queued', 'running')),
    other as (
      select state, asked_by, asked_at, ${isOpen(ctx)} and not in_background as is_open from rendition
      where state in ('queued', 'running') and split_part(kind, '#', 1) = any(${kinds}::text[]) and id not in (select id from own))
    select own.state = 'running' as "isRunning", own.progress, (
      select count(*) filter (where state = 'running')
        + count(distinct asked_by) filter (where state = 'queued' and is_open and asked_by is distinct from own.asked_by)
        + count(*) filter (where state = 'queued' and is_open and asked_by = own.asked_by and asked_at > own.asked_at)
      from other)::integer as before
    from own`.execute(ctx.db.reader)
  return rows[0]
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
      asked_by = null, lease_until = null, finished_at = ${ctx.now()}
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
      asked_by = null, lease_until = null, converter_version = ${version}, finished_at = ${ctx.now()}, last_used_at = ${ctx.now()}
    where id = ${id} and worker = ${worker} returning id`.execute(tx)
  return rows.length > 0
}
