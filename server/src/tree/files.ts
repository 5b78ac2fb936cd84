import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { batchesOf, type Reader, type Tx } from '../db/database.ts'
import { ancestors } from '../db/file-tree.ts'
import { compiledStatement, type Placeholders } from '../db/statement.ts'
import type { Totals } from './totals.ts'

/** SQL for files and folders. */

export interface FileRow {
  readonly id: string
  readonly spaceId: string
  readonly parentId: string | null
  readonly isFolder: boolean
  readonly name: string
  readonly nameKey: string
  readonly ext: string
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

type RawFile = Omit<FileRow, 'totals'> & {
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
  ...rest
}: RawFile): FileRow => ({
  ...rest,
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

export interface NewFileRow {
  id: string
  spaceId: string
  parentId: string | null
  isFolder: boolean
  name: string
  nameKey: string
  ext: string
  size: number
  versionId: string | null
  versionNo: number
  totals: Totals
  childFiles?: number
  childFolders?: number
  personId: string
}

const fileValues = (file: NewFileRow) => ({
  id: file.id,
  space_id: file.spaceId,
  parent_id: file.parentId,
  is_folder: file.isFolder,
  name: file.name,
  name_key: file.nameKey,
  ext: file.ext,
  size: file.size,
  version_id: file.versionId,
  version_no: file.versionNo,
  child_files: file.childFiles ?? 0,
  child_folders: file.childFolders ?? 0,
  total_size: file.totals.size,
  total_charge: file.totals.charge,
  total_files: file.totals.files,
  total_folders: file.totals.folders,
  created_by: file.personId,
  updated_by: file.personId,
})

export async function insertFiles(tx: Tx, files: readonly NewFileRow[]): Promise<void> {
  for (const batch of batchesOf(files)) await tx.insertInto('file').values(batch.map(fileValues)).execute()
}

export interface NewVersionRow {
  id: string
  fileId: string
  no: number
  blobId: string
  size: number
  modifiedAt: Date | null
  personId: string
}

export async function insertVersions(tx: Tx, versions: readonly NewVersionRow[]): Promise<void> {
  if (versions.length === 0) return
  await tx
    .insertInto('file_version')
    .values(
      versions.map((version) => ({
        id: version.id,
        file_id: version.fileId,
        no: version.no,
        blob_id: version.blobId,
        size: version.size,
        modified_at: version.modifiedAt,
        created_by: version.personId,
      })),
    )
    .execute()
}

/**
 * Inserts a file with its first version and adds it to the totals above, in one statement. Returns its
 * creation time, or undefined if the name is taken. The caller holds the space lock.
 */
export async function insertFileIfNameFree(tx: Tx, file: NewFileWithVersion): Promise<Date | undefined> {
  return (await insertIfFreeStatement(tx, file))[0]?.createdAt
}

/** Like `insertFileIfNameFree` for a name that is probably free: fails with `isNameTaken` if it is not. */
export async function insertFileOrFail(tx: Tx, file: NewFileWithVersion): Promise<Date | undefined> {
  return (await insertOrFailStatement(tx, file))[0]?.createdAt
}

export const isNameTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE && error.constraint === 'file_name_taken'
const UNIQUE = '23505'

/** Columns of a new file and of its first version; sizes in bytes. */
export interface NewFileWithVersion {
  readonly id: string
  readonly spaceId: string
  readonly parentId: string
  readonly name: string
  readonly nameKey: string
  readonly ext: string
  readonly size: number
  readonly versionId: string
  readonly blobId: string
  readonly modifiedAt: Date | null
  readonly personId: string
}

const insertFileSql = (slot: Placeholders<NewFileWithVersion>, whereTaken: RawBuilder<unknown>) =>
  sql<{ createdAt: Date }>`
    with recursive fresh as (
      insert into file (id, space_id, parent_id, is_folder, name, name_key, ext, size, version_id, version_no,
        total_size, total_charge, total_files, created_by, updated_by)
      values (${slot('id')}, ${slot('spaceId')}, ${slot('parentId')}, false, ${slot('name')}, ${slot('nameKey')},
        ${slot('ext')}, ${slot('size')}, ${slot('versionId')}, 1, ${slot('size')}, ${slot('size')}, 1,
        ${slot('personId')}, ${slot('personId')})
      ${whereTaken}
      returning id, created_at
    ), first_version as (
      insert into file_version (id, file_id, no, blob_id, size, modified_at, created_by)
      select ${slot('versionId')}::uuid, id, 1, ${slot('blobId')}::uuid, ${slot('size')}::bigint,
        ${slot('modifiedAt')}::timestamptz, ${slot('personId')}::uuid from fresh
    ), ${ancestors(sql`f.id = ${slot('parentId')}`)}, summed as (
      update file f set total_size = total_size + ${slot('size')}::bigint,
        total_charge = total_charge + ${slot('size')}::bigint, total_files = total_files + 1,
        child_files = child_files + case when f.id = ${slot('parentId')} then 1 else 0 end
      from up, fresh where f.id = up.id
    )
    select created_at as "createdAt" from fresh`

const insertIfFreeStatement = compiledStatement((slot: Placeholders<NewFileWithVersion>) =>
  insertFileSql(slot, sql`on conflict (parent_id, name_key) do nothing`),
)
const insertOrFailStatement = compiledStatement((slot: Placeholders<NewFileWithVersion>) =>
  insertFileSql(slot, sql``),
)

export async function setCurrentVersion(
  tx: Tx,
  fileId: string,
  version: { id: string; no: number; size: number; addedCharge: number; personId: string },
): Promise<void> {
  await tx
    .updateTable('file')
    .set({
      version_id: version.id,
      version_no: version.no,
      size: version.size,
      total_size: version.size,
      total_charge: sql`total_charge + ${version.addedCharge}::bigint`,
      updated_by: version.personId,
      updated_at: sql`now()`,
    })
    .where('id', '=', fileId)
    .execute()
}

export async function renameFile(
  tx: Tx,
  id: string,
  name: { name: string; nameKey: string; ext: string },
  personId: string,
): Promise<void> {
  await tx
    .updateTable('file')
    .set({
      name: name.name,
      name_key: name.nameKey,
      ext: name.ext,
      updated_by: personId,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('file').where('id', 'in', ids).execute()
}

/** Direct children by id, a batch at a time. */
export async function childrenAfter(
  db: Reader,
  parentId: string,
  after: string | undefined,
  limit: number,
): Promise<FileRow[]> {
  const rows = await db
    .selectFrom('file')
    .select(fileColumns)
    .where('parent_id', '=', parentId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toFileRow)
}

export interface CurrentVersion {
  readonly blobId: string
  readonly size: number
  readonly modifiedAt: Date | null
}

/**
 * Content of versions by version id. Locks the blobs so that garbage collection keeps them until the
 * transaction ends.
 */
export async function currentVersions(
  tx: Tx,
  versionIds: readonly string[],
): Promise<Map<string, CurrentVersion>> {
  if (versionIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('file_version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select(['v.id', 'v.blob_id as blobId', 'v.size', 'v.modified_at as modifiedAt'])
    .where('v.id', 'in', versionIds)
    .forKeyShare('b')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Computes totals and child counts of a newly built, detached subtree in one pass. */
export async function recomputeTotals(db: Reader, topId: string): Promise<void> {
  await sql`
    with recursive down as (
      select id, parent_id, is_folder, array[id] as path from file where id = ${topId}
      union all
      select f.id, f.parent_id, f.is_folder, down.path || f.id from down join file f on f.parent_id = down.id
    ), sums as (
      select anc as id, sum(f.size)::bigint as size, count(*) filter (where not d.is_folder) as files,
        count(*) filter (where d.is_folder and d.id <> anc) as folders,
        count(*) filter (where not d.is_folder and d.parent_id = anc) as child_files,
        count(*) filter (where d.is_folder and d.parent_id = anc) as child_folders
      from down d join file f on f.id = d.id, unnest(d.path) as anc
      group by anc
    )
    update file f set total_size = s.size, total_charge = s.size, total_files = s.files, total_folders = s.folders,
      child_files = s.child_files, child_folders = s.child_folders
    from sums s where s.id = f.id and f.is_folder`.execute(db)
}
