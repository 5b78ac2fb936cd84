import type { DlpMatch, DlpPlace } from '@clouddisk/contract/dlp'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/database.ts'
import { ancestorPaths, ancestors } from '../../../db/file-tree.ts'

/** SQL of the content check inside the company. */

export interface FileBelow {
  readonly id: string
  readonly name: string
  /** The file or folder of the call that it is, or lies in. */
  readonly topId: string
  readonly topName: string
  readonly blobId: string
  readonly sha256: Buffer | null
  readonly size: number
  readonly isVerified: boolean
  /** Of the rules of this version; null if its content was not scanned. */
  readonly matches: readonly DlpMatch[] | null
}

const below = (topIds: readonly string[]) => sql`down as (
    select id, parent_id, name, is_folder, version_id, id as top_id, name as top_name
    from file where id = any(${topIds}::uuid[])
    union
    select f.id, f.parent_id, f.name, f.is_folder, f.version_id, down.top_id, down.top_name
    from down join file f on f.parent_id = down.id
  )`

const FOUND = sql`f.id, f.name, f.top_id as "topId", f.top_name as "topName", b.id as "blobId", b.sha256, b.size,
  b.state = 'live' as "isVerified", s.matches`

/** Some of the files at and below these, with what was found in their content. */
export async function filesBelow(
  db: Reader,
  topIds: readonly string[],
  version: number,
  limit: number,
): Promise<FileBelow[]> {
  const { rows } = await sql<FileBelow>`
    with recursive ${below(topIds)}
    select ${FOUND}
    from down f join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
      left join dlp_scan s on s.sha256 = b.sha256 and s.size = b.size and s.rules_version = ${version}
    where not f.is_folder limit ${limit}`.execute(db)
  return rows
}

/** Those of these folders that are shared with colleagues, or lie in a folder that is. */
export async function sharedAmong(db: Reader, folderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${ancestorPaths(sql`f.id = any(${folderIds}::uuid[])`)}
    select distinct up.start as id from up join share s on s.file_id = up.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A version of a file, by the file's name; none if there is no such version. */
export async function filesOfVersion(
  db: Reader,
  fileId: string,
  versionId: string,
  version: number,
): Promise<FileBelow[]> {
  const { rows } = await sql<FileBelow>`
    select ${FOUND}
    from (select id, name, id as top_id, name as top_name from file where id = ${fileId}) f
      join file_version v on v.file_id = f.id and v.id = ${versionId} join blob b on b.id = v.blob_id
      left join dlp_scan s on s.sha256 = b.sha256 and s.size = b.size and s.rules_version = ${version}`.execute(
    db,
  )
  return rows
}

/** Which of these folders are shared with colleagues, or lie in a folder that is: ids of what is shared. */
export async function sharedAbove(db: Reader, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${ancestors(sql`f.id = any(${fileIds}::uuid[])`)}
    select s.file_id as id from up join share s on s.file_id = up.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Content and name of a file that was checked. */
export type CheckedFile = readonly [blobId: string, name: string]

/** What is at and below these is checked later, except files that need no other check. */
export async function queueBelow(
  tx: Tx,
  {
    topIds,
    place,
    personId,
    checked,
  }: {
    readonly topIds: readonly string[]
    readonly place: DlpPlace
    readonly personId: string
    readonly checked: readonly CheckedFile[]
  },
): Promise<void> {
  await sql`
    with recursive ${below(topIds)}
    insert into dlp_pending (place, person_id, file_id, name, top_name, version_id, sha256, size)
    select distinct on (f.id) ${place}, ${personId}::uuid, f.id, f.name, f.top_name, f.version_id, b.sha256, b.size
    from down f join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
    where not f.is_folder and not exists (
      select from unnest(${checked.map(([blobId]) => blobId)}::uuid[], ${checked.map(([, name]) => name)}::text[])
        as c (blob_id, name) where c.blob_id = b.id and c.name = f.name)
    order by f.id
    on conflict do nothing`.execute(tx)
}

export interface PendingFile {
  readonly id: string
  readonly place: DlpPlace
  readonly personId: string | null
  readonly fileId: string
  readonly name: string
  /** Of the file or folder of the call; null for a new file of a group, which its person has named. */
  readonly topName: string | null
  /** Null while its content is being verified. */
  readonly sha256: Buffer | null
  readonly size: number | null
  /** Whether its content is lost or damaged, so that the file cannot be opened. */
  readonly isGone: boolean
}

/** States of content that cannot be read. Renditions are not content of files. */
const UNREADABLE = sql`'quarantined', 'deleting', 'derived'`

/** Those that wait longest. */
export async function selectPending(db: Reader, limit: number): Promise<PendingFile[]> {
  const { rows } = await sql<PendingFile>`
    select p.id, p.place, p.person_id as "personId", p.file_id as "fileId", p.name, p.top_name as "topName",
      coalesce(p.sha256, b.sha256) as sha256, coalesce(p.size, b.size) as size,
      (b.id is null or b.state in (${UNREADABLE})) and not exists (
        select from blob c where c.sha256 = coalesce(p.sha256, b.sha256) and c.size = coalesce(p.size, b.size)
          and c.state not in (${UNREADABLE})) as "isGone"
    from dlp_pending p left join file_version v on v.id = p.version_id left join blob b on b.id = v.blob_id
    order by p.queued_at, p.id limit ${limit}`.execute(db)
  return rows
}

export async function deletePending(db: Reader, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('dlp_pending').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Others first. */
export async function postponePending(db: Reader, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update dlp_pending set queued_at = clock_timestamp() where id = any(${ids}::uuid[])`.execute(db)
}
