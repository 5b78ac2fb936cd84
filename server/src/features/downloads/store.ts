import type { VirusState } from '@clouddisk/contract/antivirus'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type ResolvedItem, resolvingWith } from '../../access/resolve.ts'
import { virusStateOf } from '../../content/antivirus/state-sql.ts'
import type { BlobState } from '../../db/blob-state.ts'
import type { Reader } from '../../db/database.ts'
import { descendants } from '../../db/file-tree.ts'
import type { Digest } from '../../objects/port.ts'

/** SQL for downloads. */

export interface DownloadableContent {
  readonly versionId: string
  readonly isCurrent: boolean
  readonly name: string
  readonly ext: string
  readonly size: number
  readonly blobId: string
  readonly bucket: string
  readonly key: string
  readonly etag: string | null
  readonly state: BlobState
  /** The uploader, the only person who may read the content until it is verified. */
  readonly sentBy: string | null
  readonly crc32: number | null
  readonly sha256: Buffer | null
  /** What the virus scanner said; null: nothing yet. */
  readonly virus: VirusState | null
  /** Modification time given by the client, or else the creation time of the version. */
  readonly modifiedAt: Date
}

/** The content of a version of a file, by default the current one. */
export async function findContent(
  db: Reader,
  fileId: string,
  versionId?: string,
): Promise<DownloadableContent | undefined> {
  return db
    .selectFrom('file as f')
    .innerJoin('file_version as v', 'v.file_id', 'f.id')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select([
      'v.id as versionId',
      'f.name',
      'f.ext',
      'v.size',
      'b.id as blobId',
      'b.bucket',
      'b.key',
      'b.etag',
      'b.state',
      'b.sent_by as sentBy',
      'b.crc32',
      'b.sha256',
    ])
    .select((eb) => [
      eb.fn.coalesce('v.modified_at', 'v.created_at').as('modifiedAt'),
      virusStateOf('b.id').as('virus'),
      eb('v.id', '=', eb.ref('f.version_id')).$castTo<boolean>().as('isCurrent'),
    ])
    .where('f.id', '=', fileId)
    .$if(versionId !== undefined, (query) => query.where('v.id', '=', versionId ?? ''))
    .$if(versionId === undefined, (query) => query.whereRef('v.id', '=', 'f.version_id'))
    .executeTakeFirst()
}

/** Content as JSON has it. */
type ContentRow = Omit<DownloadableContent, 'isCurrent' | 'sha256' | 'modifiedAt'> & { modifiedAt: string }

/** An item with its current content, if it is a file, in one statement. */
export async function resolveWithContent(
  db: Reader,
  actor: Actor,
  fileId: string,
): Promise<{ item: ResolvedItem; content: Omit<DownloadableContent, 'sha256'> | undefined }> {
  const { item, beside } = await resolvingContent(db, actor, fileId)
  const content = beside && { ...beside, isCurrent: true, modifiedAt: new Date(beside.modifiedAt) }
  return { item, content: content ?? undefined }
}

const resolvingContent = resolvingWith<ContentRow>(
  (id) => sql`(
    select to_json(c) from (
      select v.id as "versionId", f.name, f.ext, v.size, b.id as "blobId", b.bucket, b.key, b.etag, b.state,
        b.sent_by as "sentBy", b.crc32, coalesce(v.modified_at, v.created_at) as "modifiedAt",
        ${virusStateOf('b.id')} as virus
      from file f join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id where f.id = ${id}
    ) c)`,
)

export interface DescendantRow {
  readonly id: string
  readonly parentId: string | null
  readonly isFolder: boolean
  readonly name: string
  readonly size: number
  readonly versionId: string | null
  readonly blobId: string | null
  readonly bucket: string | null
  readonly key: string | null
  readonly etag: string | null
  readonly sentBy: string | null
  readonly crc32: number | null
  readonly virus: VirusState | null
  readonly modifiedAt: Date
}

/** Files, folders and everything below, sorted by name within each folder. */
export async function filesWithDescendants(db: Reader, ids: readonly string[]): Promise<DescendantRow[]> {
  const { rows } = await sql<DescendantRow>`
    with recursive ${descendants(ids, { distinct: true })}
    select f.id, f.parent_id as "parentId", f.is_folder as "isFolder", f.name, f.size, f.version_id as "versionId",
      b.id as "blobId", b.bucket, b.key, b.etag, b.sent_by as "sentBy", b.crc32, coalesce(v.modified_at, v.created_at, f.updated_at) as "modifiedAt",
      ${virusStateOf('b.id')} as virus
    from down join file f on f.id = down.id
    left join file_version v on v.id = f.version_id
    left join blob b on b.id = v.blob_id and b.state <> 'quarantined'
    order by f.rank, f.name, f.id`.execute(db)
  return rows
}

/** Entries of these principals on these files. */
export async function grantsOn(
  db: Reader,
  ids: readonly string[],
  { principals, asOf }: Pick<Actor, 'principals' | 'asOf'>,
): Promise<Map<string, { principalId: string; role: string }[]>> {
  const { rows } = await sql<{ fileId: string; principalId: string; role: string }>`
    select file_id as "fileId", principal_id as "principalId", role from file_grant
    where file_id = any(${ids}::uuid[]) and principal_id = any(${principals}::uuid[])
      and (expires_at is null or expires_at > ${asOf}::timestamptz)`.execute(db)
  return Map.groupBy(rows, (row) => row.fileId)
}

/** Stored totals of items: the extent of a download without reading the tree. */
export async function sumExtents(
  db: Reader,
  ids: readonly string[],
): Promise<{ files: number; folders: number; bytes: number }> {
  const { rows } = await sql<{ files: number; folders: number; bytes: number }>`
    select coalesce(sum(total_files), 0)::bigint as files, coalesce(sum(total_folders), 0)::bigint as folders,
      coalesce(sum(total_size), 0)::bigint as bytes
    from file where id = any(${ids}::uuid[])`.execute(db)
  return rows[0] ?? { files: 0, folders: 0, bytes: 0 }
}

/** Returns false if the digest does not match the row. */
export async function setCrc32(
  db: Reader,
  blobId: string,
  { crc32, sha256 }: Pick<Digest, 'crc32' | 'sha256'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('blob')
    .set({ crc32 })
    .where('id', '=', blobId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface ArchiveRow {
  readonly id: string
  readonly personId: string
  readonly fileIds: readonly string[]
}

export async function insertArchive(db: Reader, archive: ArchiveRow, createdAt: Date): Promise<void> {
  await db
    .insertInto('archive')
    .values({
      id: archive.id,
      person_id: archive.personId,
      file_ids: [...archive.fileIds],
      created_at: createdAt,
    })
    .execute()
}

export async function deleteArchives(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('archive').where('created_at', '<', before).execute()
}

export async function findArchive(db: Reader, personId: string, id: string): Promise<ArchiveRow | undefined> {
  return db
    .selectFrom('archive')
    .select(['id', 'person_id as personId', 'file_ids as fileIds'])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}
