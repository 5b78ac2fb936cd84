import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { pinyinOf } from './pinyin.ts'
import type { Totals } from './totals.ts'

/** SQL that reads and renames files and folders. */

export interface FileRow {
  readonly id: string
  readonly spaceId: string
  readonly parentId: string | null
  readonly isFolder: boolean
  readonly name: string
  readonly nameKey: string
  readonly ext: string
  readonly pinyin: string
  readonly size: number
  readonly versionId: string | null
  readonly versionNo: number
  readonly childFiles: number
  readonly childFolders: number
  readonly totals: Totals
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const fileColumns = [
  'id',
  'space_id as spaceId',
  'parent_id as parentId',
  'is_folder as isFolder',
  'name',
  'name_key as nameKey',
  'ext',
  'pinyin',
  'size',
  'version_id as versionId',
  'version_no as versionNo',
  'child_files as childFiles',
  'child_folders as childFolders',
  'total_size',
  'total_charge',
  'total_files',
  'total_folders',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

type RawFile = Omit<FileRow, 'totals' | 'pinyin'> & {
  /** Null in rows of earlier versions. */
  pinyin: string | null
  total_size: number
  total_charge: number
  total_files: number
  total_folders: number
}

export const toFileRow = ({
  total_size,
  total_charge,
  total_files,
  total_folders,
  pinyin,
  ...rest
}: RawFile): FileRow => ({
  ...rest,
  pinyin: pinyin ?? pinyinOf(rest.name),
  totals: { size: total_size, charge: total_charge, files: total_files, folders: total_folders },
})

export async function filesById(db: Reader, ids: readonly string[]): Promise<Map<string, FileRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('file').select(fileColumns).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toFileRow(row)]))
}

export async function fileById(db: Reader, id: string): Promise<FileRow | undefined> {
  return (await filesById(db, [id])).get(id)
}

export async function childByKey(
  db: Reader,
  parentId: string,
  nameKey: string,
): Promise<FileRow | undefined> {
  const row = await db
    .selectFrom('file')
    .select(fileColumns)
    .where('parent_id', '=', parentId)
    .where('name_key', '=', nameKey)
    .executeTakeFirst()
  return row && toFileRow(row)
}

/** The children of a folder with these name keys, by key. */
export async function childrenByKeys(
  db: Reader,
  parentId: string,
  keys: readonly string[],
): Promise<Map<string, Pick<FileRow, 'id' | 'name' | 'isFolder'>>> {
  const { rows } = await sql<{ id: string; name: string; isFolder: boolean; key: string }>`
    select id, name, is_folder as "isFolder", name_key as key from file
    where parent_id = ${parentId} and name_key = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}

/** The items with these parents and name keys, by `parentId nameKey`. */
export async function childrenByParentAndKey(
  db: Reader,
  places: readonly { parentId: string; nameKey: string }[],
): Promise<Map<string, Pick<FileRow, 'id' | 'name' | 'isFolder'>>> {
  const { rows } = await sql<{ id: string; name: string; isFolder: boolean; parentId: string; key: string }>`
    select f.id, f.name, f.is_folder as "isFolder", f.parent_id as "parentId", f.name_key as key
    from unnest(${places.map((place) => place.parentId)}::uuid[], ${places.map((place) => place.nameKey)}::text[])
      as t(parent_id, name_key)
    join file f on f.parent_id = t.parent_id and f.name_key = t.name_key`.execute(db)
  return new Map(rows.map(({ parentId, key, ...row }) => [`${parentId} ${key}`, row]))
}

/** Which of these name keys are taken in a folder. */
export async function takenKeys(db: Reader, parentId: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select name_key as key from file where parent_id = ${parentId} and name_key = any(${keys}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

export async function renameFile(
  tx: Tx,
  id: string,
  name: { name: string; nameKey: string; ext: string; pinyin: string },
  personId: string,
): Promise<void> {
  await tx
    .updateTable('file')
    .set({
      name: name.name,
      name_key: name.nameKey,
      ext: name.ext,
      pinyin: name.pinyin,
      updated_by: personId,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}
