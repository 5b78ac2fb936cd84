import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import type { StoredObject } from '../../objects/stores.ts'
import type { ExpectedObject } from '../../objects/verify-object.ts'
import { virusStateOf } from '../antivirus/state-sql.ts'

/** SQL of copies: verified objects equal to content, in buckets of other clusters (migration 0100). */

/** A copy, with the hash of its content. */
export interface Copy extends ExpectedObject {
  readonly id: string
  /** Its content. */
  readonly contentId: string
  readonly verifiedAt: Date
}

const COPY = sql`
  select c.id, c.duplicate_of as "contentId", c.bucket, c.key, c.etag, c.size, b.sha256, c.verified_at as "verifiedAt"
  from blob c join blob b on b.id = c.duplicate_of and b.sha256 is not null where c.state = 'copy'`

/**
 * Makes a pending object a copy of the content. False if the content is not in use any more, or has a copy in the bucket; the
 * object stays pending then, and is collected.
 */
export async function recordCopy(
  tx: Tx,
  contentId: string,
  { bucket, key, etag }: StoredObject,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update blob c set state = 'copy', duplicate_of = b.id, size = b.size, etag = ${etag}, verified_at = ${now}, state_since = ${now}
    from (select id, size from blob where id = ${contentId} and state in ('live', 'quarantined')
      and coalesce(${virusStateOf('blob.id')} <> 'infected', true) for share) b
    where c.bucket = ${bucket} and c.key = ${key} and c.state = 'pending'
      and not exists (select from blob o where o.duplicate_of = b.id and o.bucket = ${bucket} and o.state = 'copy')`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function copiesOfContent(db: Reader, contentId: string): Promise<Copy[]> {
  return (await sql<Copy>`${COPY} and c.duplicate_of = ${contentId} order by c.bucket`.execute(db)).rows
}

export async function copyAt(db: Reader, bucket: string, key: string): Promise<Copy | undefined> {
  return (await sql<Copy>`${COPY} and c.bucket = ${bucket} and c.key = ${key}`.execute(db)).rows[0]
}

/** Copies in the bucket that were last read before the time, longest ago first. */
export async function copiesVerifiedBefore(
  db: Reader,
  bucket: string,
  before: Date,
  limit: number,
): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    ${COPY} and c.bucket = ${bucket} and c.verified_at < ${before} order by c.verified_at limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function markVerified(db: Reader, id: string, now: Date): Promise<void> {
  await sql`update blob set verified_at = ${now} where id = ${id} and state = 'copy'`.execute(db)
}

/** Leaves copies to the garbage collector. @returns how many. */
export async function dropCopies(db: Reader, ids: readonly string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update blob set state = 'orphaned', duplicate_of = null, verified_at = null, state_since = ${now}
    where id = any(${ids}::uuid[]) and state = 'copy'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whether the content of the copy `c` is damaged, or may be, and not repaired yet: the copy may be the last that is whole. */
export const neededForRepair: RawBuilder<unknown> = sql`
  exists (select from corruption fault where fault.blob_id = c.duplicate_of and fault.repaired_at is null)`

/**
 * Ids of copies that are of no use: their content is not in use any more, lies in a bucket of the same cluster by now, or their
 * bucket belongs to no cluster.
 */
export async function uselessCopies(db: Reader, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from blob c
      left join blob b on b.id = c.duplicate_of and b.state in ('live', 'unverified', 'quarantined')
      left join cluster_bucket own on own.bucket = c.bucket
      left join cluster_bucket first on first.bucket = b.bucket
    where c.state = 'copy' and (b.id is null
      or (own.cluster_id is null or first.cluster_id = own.cluster_id) and not ${neededForRepair})
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
