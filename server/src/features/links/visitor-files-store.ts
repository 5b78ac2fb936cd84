import { HIGH_CLASSIFICATION } from '@clouddisk/contract/classification'
import { nameKey } from '@clouddisk/contract/names'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import type { KeysetKey } from '../../db/keyset.ts'
import { afterKey, type KeysetColumn, orderByColumns } from '../../db/keyset.ts'

/** SQL of what visitors of links added. */

export interface VisitorFile {
  readonly id: string
  /** As the visitor named it. */
  readonly name: string
  readonly isFolder: boolean
  readonly size: number
  readonly createdAt: Date
}

export async function insertVisitorFiles(
  tx: Tx,
  by: { linkId: string; visitorId: string; personId: string | null },
  files: readonly VisitorFile[],
): Promise<void> {
  if (files.length === 0) return
  await tx
    .insertInto('visitor_file')
    .values(
      files.map(({ id, name, isFolder, size, createdAt }) => ({
        file_id: id,
        link_id: by.linkId,
        visitor_id: by.visitorId,
        person_id: by.personId,
        name,
        name_key: nameKey(name),
        is_folder: isFolder,
        size,
        created_at: createdAt,
      })),
    )
    .execute()
}

/** Whether a folder is one that the link opens, or one that the visitor made. */
export async function isTargetOrOwnFolder(
  db: Reader,
  { linkId, visitorId }: { linkId: string; visitorId: string },
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from link_target where link_id = ${linkId}::uuid and file_id = ${id}::uuid)
      or exists (select from visitor_file where visitor_id = ${visitorId}::uuid and file_id = ${id}::uuid and is_folder)
      as found`.execute(db)
  return rows[0]?.found ?? false
}

const columns = sql`v.file_id as id, v.name, v.is_folder as "isFolder", v.size, v.created_at as "createdAt"`

/** What a visitor added, of these ids. */
export async function ownFilesById(
  db: Reader,
  visitorId: string,
  ids: readonly string[],
): Promise<Map<string, VisitorFile>> {
  const { rows } = await sql<VisitorFile>`
    select ${columns} from visitor_file v
    where v.visitor_id = ${visitorId}::uuid and v.file_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of a file `f`: what was classified highly is hidden from visitors, their own too. Its folders are the caller's concern. */
const isShown = sql`coalesce(f.classification, 0) < ${sql.lit(HIGH_CLASSIFICATION)}`

/** The visitor's own folders of these names, by `parentId nameKey`, the names as the visitor gave them. */
export async function ownFoldersByName(
  db: Reader,
  visitorId: string,
  places: readonly { parentId: string; nameKey: string }[],
): Promise<Map<string, { id: string; name: string; isFolder: true }>> {
  const { rows } = await sql<{ id: string; name: string; parentId: string; key: string }>`
    select distinct on (f.parent_id, v.name_key) f.id, v.name, f.parent_id as "parentId", v.name_key as key
    from unnest(${places.map((place) => place.parentId)}::uuid[], ${places.map((place) => place.nameKey)}::text[])
      as t(parent_id, name_key)
    join file f on f.parent_id = t.parent_id
    join visitor_file v on v.file_id = f.id and v.name_key = t.name_key
    where v.visitor_id = ${visitorId}::uuid and v.is_folder and ${isShown} order by f.parent_id, v.name_key, v.created_at`.execute(
    db,
  )
  return new Map(
    rows.map(({ parentId, key, id, name }) => [`${parentId} ${key}`, { id, name, isFolder: true as const }]),
  )
}

export const OWN_FILES_KEY: readonly KeysetColumn[] = [
  ['v.created_at', 'timestamptz'],
  ['v.file_id', 'uuid'],
]

/** What a visitor added to a folder and is still there, the latest first. */
export async function ownFilesIn(
  db: Reader,
  { visitorId, parentId, keyword }: OwnFolder,
  start: { readonly skip: number } | { readonly key: KeysetKey },
  limit: number,
): Promise<VisitorFile[]> {
  const { rows } = await sql<VisitorFile>`
    select ${columns} ${inFolder({ visitorId, parentId, keyword })}
      ${'key' in start ? sql`and ${afterKey(OWN_FILES_KEY, true, start.key)}` : sql``}
    order by ${orderByColumns(OWN_FILES_KEY, true)} limit ${limit}
      ${'skip' in start ? sql`offset ${start.skip}` : sql``}`.execute(db)
  return rows
}

export async function countOwnFilesIn(
  db: Reader,
  folder: OwnFolder,
): Promise<{ folderCount: number; fileCount: number }> {
  const { rows } = await sql<{ folderCount: number; fileCount: number }>`
    select count(*) filter (where v.is_folder) as "folderCount", count(*) filter (where not v.is_folder) as "fileCount"
    ${inFolder(folder)}`.execute(db)
  return rows[0] ?? { folderCount: 0, fileCount: 0 }
}

interface OwnFolder {
  readonly visitorId: string
  readonly parentId: string
  /** Name key; '' for all. */
  readonly keyword: string
}

const inFolder = ({ visitorId, parentId, keyword }: OwnFolder): RawBuilder<unknown> => sql`
  from visitor_file v join file f on f.id = v.file_id
  where v.visitor_id = ${visitorId}::uuid and f.parent_id = ${parentId}::uuid and ${isShown}
    ${keyword === '' ? sql`` : sql`and strpos(v.name_key, ${keyword}) > 0`}`
