import { sql } from 'kysely'
import type { BlobState } from '../db/blob-state.ts'
import type { Reader, Tx } from '../db/database.ts'
import { ancestorPaths } from '../db/file-tree.ts'
import type { StoredObject } from '../objects/stores.ts'
import type { CorruptionKind, ExpectedObject } from '../objects/verify-object.ts'

/** SQL of scrub rounds and corruptions. */

/** Verified content in use. Only that is scrubbed and repaired. */
const LIVE = sql`b.state = 'live'`

/** Quarantined content with an open corruption. */
const QUARANTINED = sql`(b.state = 'quarantined' and exists (
  select from corruption f where f.blob_id = b.id and f.repaired_at is null))`

export interface LiveContent extends ExpectedObject {
  readonly id: string
}

/** One scrub round over a bucket. */
export interface ScrubRound {
  readonly bucket: string
  readonly lastKey: string
  readonly totalObjects: number
  readonly totalBytes: number
  readonly objects: number
  readonly bytes: number
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly lastCompletedAt: Date | null
}

const roundColumns = sql`bucket, last_key as "lastKey", total_objects as "totalObjects", total_bytes as "totalBytes", objects, bytes,
  started_at as "startedAt", ended_at as "endedAt", last_completed_at as "lastCompletedAt"`

export async function scrubRounds(db: Reader): Promise<Map<string, ScrubRound>> {
  const { rows } = await sql<ScrubRound>`select ${roundColumns} from scrub_round order by bucket`.execute(db)
  return new Map(rows.map((round) => [round.bucket, round]))
}

/** Begins a round over the content of this moment; later content was verified when it was saved. */
export async function beginRound(db: Reader, bucket: string, now: Date): Promise<ScrubRound> {
  const { rows } = await sql<ScrubRound>`
    insert into scrub_round (bucket, total_objects, total_bytes, started_at)
    select ${bucket}, count(*), coalesce(sum(b.size), 0), ${now} from blob b where b.bucket = ${bucket} and ${LIVE}
    on conflict (bucket) do update set last_key = '', objects = 0, bytes = 0, total_objects = excluded.total_objects,
      total_bytes = excluded.total_bytes, started_at = excluded.started_at, ended_at = null
    returning ${roundColumns}`.execute(db)
  const [round] = rows
  if (!round) throw new Error('a round was not begun')
  return round
}

export async function advanceRound(
  db: Reader,
  bucket: string,
  lastKey: string,
  read: { objects: number; bytes: number },
): Promise<void> {
  await sql`update scrub_round set last_key = ${lastKey}, objects = objects + ${read.objects},
    bytes = bytes + ${read.bytes} where bucket = ${bucket}`.execute(db)
}

export async function endRound(db: Reader, bucket: string, now: Date): Promise<void> {
  await sql`update scrub_round set ended_at = ${now}, last_completed_at = ${now} where bucket = ${bucket}`.execute(
    db,
  )
}

/** Records that all content of a bucket was read outside a round. */
export async function recordFullRead(db: Reader, bucket: string, from: Date, to: Date): Promise<void> {
  await sql`
    insert into scrub_round (bucket, total_objects, total_bytes, objects, bytes, started_at, ended_at, last_completed_at)
    select ${bucket}, n, size, n, size, ${from}, ${to}, ${to} from (
      select count(*) as n, coalesce(sum(b.size), 0) as size from blob b
      where b.bucket = ${bucket} and b.created_at < ${from} and ${LIVE}) as read
    on conflict (bucket) do update set last_completed_at = excluded.last_completed_at`.execute(db)
}

export async function contentAfter(
  db: Reader,
  { bucket, startedAt }: ScrubRound,
  after: string,
  limit: number,
): Promise<LiveContent[]> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, b.sha256 from blob b
    where b.bucket = ${bucket} and b.key > ${after} and b.created_at < ${startedAt} and ${LIVE}
    order by b.key limit ${limit}`.execute(db)
  return rows
}

/** Live content by ids. */
export async function contentByIds(db: Reader, ids: readonly string[]): Promise<LiveContent[]> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, b.sha256 from blob b
    where b.id = any(${ids}::uuid[]) and ${LIVE} order by b.id`.execute(db)
  return rows
}

/** Live or quarantined content by id. */
export async function contentById(db: Reader, id: string): Promise<LiveContent | undefined> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, b.sha256 from blob b
    where b.id = ${id} and (${LIVE} or ${QUARANTINED})`.execute(db)
  return rows[0]
}

/** Locks the row of content; false if it names another object by now, or is not in use. */
export async function lockContent(tx: Tx, { id, bucket, key }: LiveContent): Promise<boolean> {
  const { rows } = await sql`
    select from blob b where b.id = ${id} and b.bucket = ${bucket} and b.key = ${key} and (${LIVE} or ${QUARANTINED})
    for update of b`.execute(tx)
  return rows.length === 1
}

/** Has the row of content name another object. */
export async function setObject(tx: Tx, id: string, { bucket, key, etag }: StoredObject): Promise<void> {
  await tx.updateTable('blob').set({ bucket, key, etag, state: 'live' }).where('id', '=', id).execute()
}

/** Live content by bucket and key. */
export async function contentAt(db: Reader, bucket: string, key: string): Promise<LiveContent | undefined> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, b.sha256 from blob b
    where b.bucket = ${bucket} and b.key = ${key} and ${LIVE}`.execute(db)
  return rows[0]
}

/**
 * Records a mismatch if the row still names the object that was read. False if it does not, or if the content is quarantined
 * already.
 */
export async function openCorruption(
  db: Reader,
  content: LiveContent,
  { kind, message }: { kind: CorruptionKind; message: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into corruption (blob_id, kind, message, detected_at, checked_at)
    select b.id, ${kind}, ${message}, ${now}, ${now} from blob b
    where b.id = ${content.id} and b.bucket = ${content.bucket} and b.key = ${content.key}
      and b.etag is not distinct from ${content.etag} and ${LIVE}
    on conflict (blob_id) do update set kind = excluded.kind, message = excluded.message, checked_at = excluded.checked_at,
      detected_at = case when corruption.repaired_at is null then corruption.detected_at else excluded.detected_at end,
      confirmed_at = null, repaired_at = null, notified_at = null
    where corruption.confirmed_at is null or corruption.repaired_at is not null`.execute(db)
  return numAffectedRows === 1n
}

export interface Corruption extends LiveContent {
  readonly kind: CorruptionKind
  readonly state: BlobState
  readonly detectedAt: Date
  readonly checkedAt: Date
  readonly confirmedAt: Date | null
  /** Identical live content, or a copy, exists. */
  readonly hasDuplicate: boolean
}

const OPEN = sql`
  select b.id, b.bucket, b.key, b.etag, b.size, b.sha256, b.state, f.kind,
    f.detected_at as "detectedAt", f.checked_at as "checkedAt", f.confirmed_at as "confirmedAt",
    exists (select from blob t where t.sha256 = b.sha256 and t.size = b.size and t.id <> b.id
      and t.state = 'live' or t.duplicate_of = b.id and t.state = 'copy') as "hasDuplicate"
  from corruption f join blob b on b.id = f.blob_id
  where f.repaired_at is null and b.state in ('live', 'quarantined')`

/** Corruptions that were last checked before these times are due. */
export interface RetryTimes {
  readonly suspected: Date
  /** Corruptions with a duplicate are due earlier. */
  readonly damaged: Date
}

/** Due corruptions of a bucket: suspicions first, then those checked longest ago. */
export async function dueCorruptions(
  db: Reader,
  bucket: string,
  due: RetryTimes,
  limit: number,
): Promise<Corruption[]> {
  const { rows } = await sql<Corruption>`
    select * from (${OPEN} and b.bucket = ${bucket} and f.checked_at <= ${due.suspected}) fault
    where "confirmedAt" is null or "hasDuplicate" or "checkedAt" <= ${due.damaged}
    order by "confirmedAt" is not null, "checkedAt" limit ${limit}`.execute(db)
  return rows
}

/** All corruptions that are not repaired. */
export async function allCorruptions(db: Reader): Promise<Corruption[]> {
  return (await sql<Corruption>`${OPEN} order by f.detected_at`.execute(db)).rows
}

/** The open corruption of one content. */
export async function corruptionOf(db: Reader, id: string): Promise<Corruption | undefined> {
  return (await sql<Corruption>`${OPEN} and b.id = ${id}`.execute(db)).rows[0]
}

/** Copies, and identical live content without an open corruption, in any bucket. */
export async function duplicatesOf(db: Reader, { id, sha256, size }: LiveContent): Promise<LiveContent[]> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, b.sha256 from blob b
    where b.sha256 = ${sha256} and b.size = ${size} and b.id <> ${id} and ${LIVE}
      and not exists (select from corruption f where f.blob_id = b.id and f.repaired_at is null)
    order by b.created_at limit 5`.execute(db)
  const copies = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, ${sha256}::bytea as sha256 from blob b
    where b.duplicate_of = ${id} and b.state = 'copy' order by b.verified_at desc`.execute(db)
  return [...copies.rows, ...rows]
}

export async function markChecked(
  db: Reader,
  id: string,
  kind: CorruptionKind,
  message: string,
  now: Date,
): Promise<void> {
  await sql`update corruption set checked_at = ${now}, kind = ${kind}, message = ${message}
    where blob_id = ${id} and repaired_at is null`.execute(db)
}

/** Deletes a suspicion that was not confirmed. */
export async function deleteSuspicion(db: Reader, id: string): Promise<void> {
  await sql`delete from corruption where blob_id = ${id} and confirmed_at is null`.execute(db)
}

export async function deleteRepaired(db: Reader, before: Date): Promise<void> {
  await sql`delete from corruption where repaired_at < ${before} and notified_at is not null`.execute(db)
}

export interface CorruptionCounts {
  readonly damaged: number
  readonly suspected: number
  /** Of both, those whose object does not exist. */
  readonly missing: number
  readonly repaired: number
}

export async function countCorruptions(db: Reader): Promise<CorruptionCounts> {
  const { rows } = await sql<CorruptionCounts>`
    select count(*) filter (where repaired_at is null and confirmed_at is not null) as damaged,
      count(*) filter (where repaired_at is null and confirmed_at is null) as suspected,
      count(*) filter (where repaired_at is null and kind = 'missing') as missing,
      count(*) filter (where repaired_at is not null) as repaired from corruption`.execute(db)
  return rows[0] ?? { damaged: 0, suspected: 0, missing: 0, repaired: 0 }
}

export interface CorruptedFile extends AffectedFile {
  readonly bucket: string
  readonly key: string
  readonly kind: CorruptionKind
  readonly size: number
  readonly detectedAt: Date
  readonly confirmedAt: Date | null
}

export interface AffectedFile {
  /** Id of the content. */
  readonly id: string
  readonly fileId: string | null
  readonly name: string | null
  readonly spaceName: string | null
  readonly account: string | null
  readonly path: string[] | null
  readonly isCurrent: boolean | null
}

/** Joins the files that use content `b`. */
const named = sql`
  left join file_version v on v.blob_id = b.id left join file x on x.id = v.file_id
  left join space s on s.id = x.space_id left join person p on p.id = s.person_id left join "group" g on g.id = s.id`
const nameColumns = sql`x.id as "fileId", x.name, coalesce(g.name, p.real_name, p.account_name) as "spaceName",
  p.account_name as account, v.id = x.version_id as "isCurrent", (
    with recursive ${ancestorPaths(sql`f.id = x.parent_id`)}
    select array_agg(name order by depth desc) filter (where parent_id is not null) from up) as path`

/** Files with an open corruption, one row each; also content that no file uses any more. */
export async function corruptedFiles(db: Reader, limit: number): Promise<CorruptedFile[]> {
  const { rows } = await sql<CorruptedFile>`
    select b.id, b.bucket, b.key, f.kind, b.size, f.detected_at as "detectedAt", f.confirmed_at as "confirmedAt", ${nameColumns}
    from corruption f join blob b on b.id = f.blob_id ${named}
    where f.repaired_at is null
    order by f.confirmed_at nulls last, f.detected_at, b.id, x.id, v.id limit ${limit}`.execute(db)
  return rows
}

/** Files that use any of these contents in any version; ids may be of content or of versions. */
export async function filesUsing(
  db: Reader,
  ids: readonly string[],
): Promise<(AffectedFile & { versionId: string })[]> {
  const { rows } = await sql<AffectedFile & { versionId: string }>`
    select b.id, v.id as "versionId", ${nameColumns} from blob b ${named}
    where b.id in (
        select unnest(${ids}::uuid[]) union select blob_id from file_version where id = any(${ids}::uuid[]))
      and x.id is not null order by b.id, x.id, v.id`.execute(db)
  return rows
}
