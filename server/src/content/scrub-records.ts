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
  select from content_fault f where f.blob_id = b.id and f.mended_at is null))`

export interface LiveContent extends ExpectedObject {
  readonly id: string
}

/** One scrub round over a bucket. */
export interface ScrubRound {
  readonly bucket: string
  readonly after: string
  readonly allObjects: number
  readonly allBytes: number
  readonly objects: number
  readonly bytes: number
  readonly begunAt: Date
  readonly endedAt: Date | null
  readonly wholeAt: Date | null
}

const roundColumns = sql`bucket, after, all_objects as "allObjects", all_bytes as "allBytes", objects, bytes,
  begun_at as "begunAt", ended_at as "endedAt", whole_at as "wholeAt"`

export async function scrubRounds(db: Reader): Promise<Map<string, ScrubRound>> {
  const { rows } = await sql<ScrubRound>`select ${roundColumns} from content_reading order by bucket`.execute(
    db,
  )
  return new Map(rows.map((round) => [round.bucket, round]))
}

/** Begins a round over the content of this moment; later content was verified when it was saved. */
export async function beginRound(db: Reader, bucket: string, now: Date): Promise<ScrubRound> {
  const { rows } = await sql<ScrubRound>`
    insert into content_reading (bucket, all_objects, all_bytes, begun_at)
    select ${bucket}, count(*), coalesce(sum(b.size), 0), ${now} from blob b where b.bucket = ${bucket} and ${LIVE}
    on conflict (bucket) do update set after = '', objects = 0, bytes = 0, all_objects = excluded.all_objects,
      all_bytes = excluded.all_bytes, begun_at = excluded.begun_at, ended_at = null
    returning ${roundColumns}`.execute(db)
  const [round] = rows
  if (!round) throw new Error('a round was not begun')
  return round
}

export async function advanceRound(
  db: Reader,
  bucket: string,
  after: string,
  read: { objects: number; bytes: number },
): Promise<void> {
  await sql`update content_reading set after = ${after}, objects = objects + ${read.objects},
    bytes = bytes + ${read.bytes} where bucket = ${bucket}`.execute(db)
}

export async function endRound(db: Reader, bucket: string, now: Date): Promise<void> {
  await sql`update content_reading set ended_at = ${now}, whole_at = ${now} where bucket = ${bucket}`.execute(
    db,
  )
}

/** Records that all content of a bucket was read outside a round. */
export async function recordFullRead(db: Reader, bucket: string, from: Date, to: Date): Promise<void> {
  await sql`
    insert into content_reading (bucket, all_objects, all_bytes, objects, bytes, begun_at, ended_at, whole_at)
    select ${bucket}, n, size, n, size, ${from}, ${to}, ${to} from (
      select count(*) as n, coalesce(sum(b.size), 0) as size from blob b
      where b.bucket = ${bucket} and b.created_at < ${from} and ${LIVE}) as read
    on conflict (bucket) do update set whole_at = excluded.whole_at`.execute(db)
}

export async function contentAfter(
  db: Reader,
  { bucket, begunAt }: ScrubRound,
  after: string,
  limit: number,
): Promise<LiveContent[]> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, b.sha256 from blob b
    where b.bucket = ${bucket} and b.key > ${after} and b.created_at < ${begunAt} and ${LIVE}
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
  { wrong, says }: { wrong: CorruptionKind; says: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into content_fault (blob_id, wrong, says, seen_at, tried_at)
    select b.id, ${wrong}, ${says}, ${now}, ${now} from blob b
    where b.id = ${content.id} and b.bucket = ${content.bucket} and b.key = ${content.key}
      and b.etag is not distinct from ${content.etag} and ${LIVE}
    on conflict (blob_id) do update set wrong = excluded.wrong, says = excluded.says, tried_at = excluded.tried_at,
      seen_at = case when content_fault.mended_at is null then content_fault.seen_at else excluded.seen_at end,
      damaged_at = null, mended_at = null, told_at = null
    where content_fault.damaged_at is null or content_fault.mended_at is not null`.execute(db)
  return numAffectedRows === 1n
}

export interface Corruption extends LiveContent {
  readonly wrong: CorruptionKind
  readonly state: BlobState
  readonly seenAt: Date
  readonly triedAt: Date
  readonly damagedAt: Date | null
  /** Identical live content exists. */
  readonly hasDuplicate: boolean
}

const OPEN = sql`
  select b.id, b.bucket, b.key, b.etag, b.size, b.sha256, b.state, f.wrong,
    f.seen_at as "seenAt", f.tried_at as "triedAt", f.damaged_at as "damagedAt",
    exists (select from blob t where t.sha256 = b.sha256 and t.size = b.size and t.id <> b.id
      and t.state = 'live') as "hasDuplicate"
  from content_fault f join blob b on b.id = f.blob_id
  where f.mended_at is null and b.state in ('live', 'quarantined')`

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
    select * from (${OPEN} and b.bucket = ${bucket} and f.tried_at <= ${due.suspected}) fault
    where "damagedAt" is null or "hasDuplicate" or "triedAt" <= ${due.damaged}
    order by "damagedAt" is not null, "triedAt" limit ${limit}`.execute(db)
  return rows
}

/** All corruptions that are not repaired. */
export async function allCorruptions(db: Reader): Promise<Corruption[]> {
  return (await sql<Corruption>`${OPEN} order by f.seen_at`.execute(db)).rows
}

/** The open corruption of one content. */
export async function corruptionOf(db: Reader, id: string): Promise<Corruption | undefined> {
  return (await sql<Corruption>`${OPEN} and b.id = ${id}`.execute(db)).rows[0]
}

/** Identical live content without an open corruption, in any bucket. */
export async function duplicatesOf(db: Reader, { id, sha256, size }: LiveContent): Promise<LiveContent[]> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.bucket, b.key, b.etag, b.size, b.sha256 from blob b
    where b.sha256 = ${sha256} and b.size = ${size} and b.id <> ${id} and ${LIVE}
      and not exists (select from content_fault f where f.blob_id = b.id and f.mended_at is null)
    order by b.created_at limit 5`.execute(db)
  return rows
}

export async function markTried(
  db: Reader,
  id: string,
  wrong: CorruptionKind,
  says: string,
  now: Date,
): Promise<void> {
  await sql`update content_fault set tried_at = ${now}, wrong = ${wrong}, says = ${says}
    where blob_id = ${id} and mended_at is null`.execute(db)
}

/** Deletes a suspicion that was not confirmed. */
export async function deleteSuspicion(db: Reader, id: string): Promise<void> {
  await sql`delete from content_fault where blob_id = ${id} and damaged_at is null`.execute(db)
}

export async function deleteRepaired(db: Reader, before: Date): Promise<void> {
  await sql`delete from content_fault where mended_at < ${before} and told_at is not null`.execute(db)
}

export interface CorruptionCounts {
  readonly damaged: number
  readonly suspected: number
  /** Of both, those whose object does not exist. */
  readonly missing: number
  readonly mended: number
}

export async function countCorruptions(db: Reader): Promise<CorruptionCounts> {
  const { rows } = await sql<CorruptionCounts>`
    select count(*) filter (where mended_at is null and damaged_at is not null) as damaged,
      count(*) filter (where mended_at is null and damaged_at is null) as suspected,
      count(*) filter (where mended_at is null and wrong = 'missing') as missing,
      count(*) filter (where mended_at is not null) as mended from content_fault`.execute(db)
  return rows[0] ?? { damaged: 0, suspected: 0, missing: 0, mended: 0 }
}

export interface CorruptedFile extends AffectedFile {
  readonly bucket: string
  readonly key: string
  readonly wrong: CorruptionKind
  readonly size: number
  readonly seenAt: Date
  readonly damagedAt: Date | null
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
    select b.id, b.bucket, b.key, f.wrong, b.size, f.seen_at as "seenAt", f.damaged_at as "damagedAt", ${nameColumns}
    from content_fault f join blob b on b.id = f.blob_id ${named}
    where f.mended_at is null
    order by f.damaged_at nulls last, f.seen_at, b.id, x.id, v.id limit ${limit}`.execute(db)
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
