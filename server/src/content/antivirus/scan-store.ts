import type { VirusState } from '@clouddisk/contract/antivirus'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import type { StoredObject } from '../../objects/stores.ts'
import type { ClamdVersion } from './clamd.ts'

/** SQL of virus scans (migration 0103). */

export interface ScannableContent extends StoredObject {
  readonly id: string
  readonly size: number
}

/** What a scan ended with; saved for the content. */
export interface ScanResult extends ClamdVersion {
  readonly state: Exclude<VirusState, 'waiting'>
  readonly finding?: string
  readonly reason?: string
}

/** Content that may be served once it is clean. */
const SCANNABLE = sql`b.state in ('live', 'unverified', 'orphaned')`
const CONTENT = sql`b.id, b.bucket, b.key, b.etag, b.size`

export async function contentById(db: Reader, id: string): Promise<ScannableContent | undefined> {
  const { rows } = await sql<ScannableContent>`
    select ${CONTENT} from blob b where b.id = ${id} and ${SCANNABLE}`.execute(db)
  return rows[0]
}

export async function stateOf(db: Reader, id: string): Promise<VirusState | null> {
  const row = await db.selectFrom('virus_scan').select('state').where('blob_id', '=', id).executeTakeFirst()
  return row?.state ?? null
}

/**
 * Takes waiting content for a scan, the newest first; no other server takes it until `leaseUntil`. Content that is not to be scanned
 * is dropped from the queue.
 */
export async function claimWaiting(
  tx: Tx,
  limit: number,
  now: Date,
  leaseUntil: Date,
): Promise<ScannableContent[]> {
  await sql`
    delete from virus_scan s using blob b
    where s.state = 'waiting' and b.id = s.blob_id and b.state not in ('live', 'unverified', 'orphaned', 'quarantined')`.execute(
    tx,
  )
  const { rows } = await sql<ScannableContent>`
    with due as (
      select s.blob_id from virus_scan s where s.state = 'waiting' and s.retry_at <= ${now}
      order by s.blob_id desc limit ${limit} for update skip locked
    ), claimed as (
      update virus_scan s set retry_at = ${leaseUntil} from due
      where s.blob_id = due.blob_id returning s.blob_id
    )
    select ${CONTENT} from claimed c join blob b on b.id = c.blob_id where ${SCANNABLE} order by b.id desc`.execute(
    tx,
  )
  return rows
}

/** Has waiting content that could not be scanned now wait until later. */
export async function postpone(db: Reader, id: string, retryAt: Date): Promise<void> {
  await db
    .updateTable('virus_scan')
    .set({ retry_at: retryAt })
    .where('blob_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Saves a result, unless an administrator has declared the content clean, or a virus was found before, or the row names another
 * object by now. Answers the state before; undefined if nothing was saved.
 */
export async function saveResult(
  tx: Tx,
  { id, bucket, key }: ScannableContent,
  { state, finding, reason, signature, signatureAt }: ScanResult,
  now: Date,
): Promise<{ before: VirusState | null } | undefined> {
  const { rows: found } = await sql<{ state: VirusState | null; isReleased: boolean }>`
    select s.state, s.released_at is not null as "isReleased" from blob b left join virus_scan s on s.blob_id = b.id
    where b.id = ${id} and b.bucket = ${bucket} and b.key = ${key} for no key update of b`.execute(tx)
  const [row] = found
  if (!row || row.isReleased || row.state === 'infected') return undefined
  await sql`
    insert into virus_scan as s (blob_id, state, finding, reason, signature, signature_at, scanned_at)
    values (${id}, ${state}, ${finding ?? null}, ${reason ?? null}, ${signature}, ${signatureAt}, ${now})
    on conflict (blob_id) do update set state = excluded.state, finding = excluded.finding, reason = excluded.reason,
      signature = excluded.signature, signature_at = excluded.signature_at, scanned_at = excluded.scanned_at`.execute(
    tx,
  )
  return { before: row.state }
}

/**
 * Has content scanned again that equals the content and was not found to be infected: it was scanned with older signatures. Only content that
 * the server has read is compared, as the hash of other content is what its sender says.
 */
export async function rescanEqual(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    insert into virus_scan as s (blob_id, state, retry_at)
    select b.id, 'waiting', ${now} from blob a join blob b on b.sha256 = a.sha256 and b.size = a.size and b.id <> a.id
    where a.id = ${id} and a.state in ('live', 'orphaned') and a.sent_by is null and ${SCANNABLE}
    on conflict (blob_id) do update set state = 'waiting', retry_at = excluded.retry_at
    where s.state in ('clean', 'tooLarge', 'failed') and s.released_at is null`.execute(tx)
}

/** Content of these buckets older than `before` that was not scanned with the signature, the newest first. */
export async function unscannedBefore(
  db: Reader,
  buckets: readonly string[],
  before: string | null,
  limit: number,
): Promise<(ScannableContent & { signature: string | null; isSettled: boolean })[]> {
  const { rows } = await sql<ScannableContent & { signature: string | null; isSettled: boolean }>`
    select ${CONTENT}, s.signature,
      coalesce(s.released_at is not null or s.state in ('infected', 'waiting'), false) as "isSettled"
    from blob b left join virus_scan s on s.blob_id = b.id
    where b.bucket = any(${[...buckets]}::text[]) and ${SCANNABLE}
      and (${before}::uuid is null or b.id < ${before}::uuid)
    order by b.id desc limit ${limit}`.execute(db)
  return rows
}

/** A file that has the content as a version. */
export interface FileOfContent {
  readonly fileId: string
  readonly name: string
  readonly spaceId: string
  readonly parentId: string | null
  readonly groupId: string | null
  /** Null: at the top of the personal files. */
  readonly shownParentId: string | null
  readonly versionNo: number
  readonly isCurrent: boolean
  readonly uploaderId: string
  /** The person, or the owner of the group. */
  readonly ownerId: string | null
}

const FILES_MAX = 1000

export async function filesOf(db: Reader, blobId: string): Promise<FileOfContent[]> {
  const { rows } = await sql<FileOfContent>`
    select f.id as "fileId", f.name, f.space_id as "spaceId", f.parent_id as "parentId",
      case when s.kind = 'group' then s.id end as "groupId",
      case when s.kind = 'group' or f.parent_id <> s.root_id then f.parent_id end as "shownParentId",
      v.no as "versionNo", v.id = f.version_id as "isCurrent", v.created_by as "uploaderId",
      coalesce(s.person_id, g.owner_id) as "ownerId"
    from file_version v join file f on f.id = v.file_id join space s on s.id = f.space_id
      left join "group" g on g.id = s.id
    where v.blob_id = ${blobId} order by v.id limit ${FILES_MAX}`.execute(db)
  return rows
}
