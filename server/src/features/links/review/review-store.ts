import type { DlpMatch } from '@clouddisk/contract/dlp'
import { sql } from 'kysely'
import type { BlobState } from '../../../db/blob-state.ts'
import type { Reader, Tx } from '../../../db/database.ts'
import { ancestors } from '../../../db/file-tree.ts'
import type { LinkReview, LinkVerdict } from '../../../db/schema.ts'

/** SQL of the review of links. */

/** The current files below a link's targets, as `below`. */
const below = (linkId: string) => sql`
  down as (
    select f.id, f.parent_id, f.name, f.is_folder, f.version_id, '{}'::text[] as folders
    from link_target t join file f on f.id = t.file_id where t.link_id = ${linkId}::uuid
    union
    select f.id, f.parent_id, f.name, f.is_folder, f.version_id, down.folders || (down.name collate "default")
    from down join file f on f.parent_id = down.id
  ),
  below as (select distinct on (id) * from down where not is_folder order by id)`

export interface LinkedFile {
  readonly fileId: string
  readonly versionId: string
  readonly name: string
  readonly sha256: Buffer | null
  readonly size: number
  readonly state: BlobState
}

/** Files of a link that were not checked as they are now. */
export async function selectUnchecked(db: Reader, linkId: string, limit: number): Promise<LinkedFile[]> {
  const { rows } = await sql<LinkedFile>`
    with recursive ${below(linkId)}
    select f.id as "fileId", f.version_id as "versionId", f.name, b.sha256, b.size, b.state
    from below f join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
      left join link_check c on c.link_id = ${linkId}::uuid and c.file_id = f.id
    where c.file_id is null or c.version_id <> f.version_id or c.name <> f.name
    limit ${limit}`.execute(db)
  return rows
}

export interface FileVerdict {
  readonly verdict: LinkVerdict
  readonly matches: readonly DlpMatch[]
  readonly unreadable: readonly string[]
}

export async function saveVerdict(
  db: Reader,
  linkId: string,
  { fileId, versionId, name }: LinkedFile,
  { verdict, matches, unreadable }: FileVerdict,
  now: Date,
): Promise<void> {
  const values = {
    version_id: versionId,
    name,
    verdict,
    matches: JSON.stringify(matches),
    unreadable: [...unreadable],
    checked_at: now,
  }
  await db
    .insertInto('link_check')
    .values({ link_id: linkId, file_id: fileId, ...values })
    .onConflict((conflict) => conflict.columns(['link_id', 'file_id']).doUpdateSet(values))
    .execute()
}

export interface CheckedFileRow extends FileVerdict {
  readonly fileId: string
  readonly name: string
  readonly folders: readonly string[]
}

/** Files in which something was found, the strictest first. */
export async function selectFound(db: Reader, linkId: string, limit: number): Promise<CheckedFileRow[]> {
  const { rows } = await sql<CheckedFileRow>`
    with recursive ${below(linkId)}
    select f.id as "fileId", f.name, f.folders, c.verdict, c.matches, c.unreadable
    from below f join link_check c on c.link_id = ${linkId}::uuid and c.file_id = f.id
    where c.verdict <> 'clear'
    order by c.verdict = 'block' desc, jsonb_array_length(c.matches) desc, f.folders, f.name limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function countFiles(
  db: Reader,
  linkId: string,
): Promise<{ files: number; checked: number; review: number; block: number }> {
  const { rows } = await sql<{ files: number; checked: number; review: number; block: number }>`
    with recursive ${below(linkId)}
    select count(*) as files, count(c.file_id) as checked,
      count(*) filter (where c.verdict = 'review') as review, count(*) filter (where c.verdict = 'block') as block
    from below f left join link_check c
      on c.link_id = ${linkId}::uuid and c.file_id = f.id and c.version_id = f.version_id and c.name = f.name`.execute(
    db,
  )
  return rows[0] ?? { files: 0, checked: 0, review: 0, block: 0 }
}

export interface ReviewedLink {
  readonly id: string
  readonly ownerId: string
  readonly expiresAt: Date | null
  readonly review: LinkReview
  readonly reviewAt: Date | null
  readonly reviewNote: string | null
  readonly reviewer: string | null
  readonly endedAt: Date | null
}

const REVIEW_COLUMNS = sql`
  l.id, l.created_by as "ownerId", l.expires_at as "expiresAt", l.review, l.review_at as "reviewAt",
  l.review_note as "reviewNote", l.ended_at as "endedAt",
  (select real_name from person where person.id = l.reviewed_by) as reviewer`

export async function findReview(db: Reader, linkId: string): Promise<ReviewedLink | undefined> {
  const { rows } = await sql<ReviewedLink>`
    select ${REVIEW_COLUMNS} from link l where l.id = ${linkId}::uuid`.execute(db)
  return rows[0]
}

export async function lockReview(tx: Tx, linkId: string): Promise<ReviewedLink | undefined> {
  const { rows } = await sql<ReviewedLink>`
    select ${REVIEW_COLUMNS} from link l where l.id = ${linkId}::uuid for update of l`.execute(tx)
  return rows[0]
}

/** Links whose files are being checked, those that wait longest first. */
export async function selectScanning(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('link')
    .select('id')
    .where('review', '=', 'scanning')
    .where('ended_at', 'is', null)
    .orderBy('review_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Links that waited since before, locked. */
export async function lockOverdue(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('link')
    .select('id')
    .where('review', '=', 'waiting')
    .where('review_at', '<', before)
    .where('ended_at', 'is', null)
    .orderBy('review_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

export async function setReview(
  tx: Tx,
  linkId: string,
  review: LinkReview,
  now: Date,
  by: { reviewedBy: string; note: string } | undefined = undefined,
): Promise<void> {
  await tx
    .updateTable('link')
    .set({
      review,
      review_at: now,
      reviewed_by: by?.reviewedBy ?? null,
      review_note: by?.note ?? null,
    })
    .where('id', '=', linkId)
    .execute()
}

/** From now on visitors see only what was checked. */
export async function setChecked(tx: Tx, linkId: string): Promise<void> {
  await tx.updateTable('link').set({ is_checked: true }).where('id', '=', linkId).execute()
}

/** Marks the checked links above files that have changed. Returns how many files there were. */
export async function markChangedLinks(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from link_changed_file where file_id in (
      select file_id from link_changed_file order by queued_at limit ${limit} for update skip locked)
    returning file_id as id`.execute(tx)
  if (rows.length > 0)
    await sql`
      with recursive ${ancestors(sql`f.id = any(${rows.map(({ id }) => id)}::uuid[])`)}
      update link set has_changed = true where is_checked and ended_at is null and not has_changed and review in ('passed', 'waiting')
        and id in (select t.link_id from link_target t join up on up.id = t.file_id)`.execute(tx)
  return rows.length
}

/** Links that are open or wait for a decision, and in which something has changed. */
export async function selectChanged(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('link')
    .select('id')
    .where('has_changed', 'is', true)
    .where('ended_at', 'is', null)
    .where('review', 'in', ['passed', 'waiting'])
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function setChanged(db: Reader, linkId: string, has_changed: boolean): Promise<void> {
  await db.updateTable('link').set({ has_changed }).where('id', '=', linkId).execute()
}

/** Of these links, those with files that wait for a decision. */
export async function withWaitingFiles(db: Reader, linkIds: readonly string[]): Promise<Set<string>> {
  if (linkIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('link_check')
    .select('link_id as id')
    .distinct()
    .where('link_id', 'in', linkIds)
    .where('verdict', '=', 'review')
    .execute()
  const waiting = await Promise.all(
    rows.map(async ({ id }) => ((await countFiles(db, id)).review > 0 ? [id] : [])),
  )
  return new Set(waiting.flat())
}

/** What was to be reviewed has been approved, or stays closed. */
export async function decideFiles(tx: Tx, linkId: string, verdict: 'approved' | 'block'): Promise<void> {
  await tx
    .updateTable('link_check')
    .set({ verdict })
    .where('link_id', '=', linkId)
    .where('verdict', '=', 'review')
    .execute()
}
