import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { batchesOf, type Tx } from '../db/database.ts'
import { ancestors, anyOf } from '../db/file-tree.ts'
import { compiledStatement, type Placeholders } from '../db/statement.ts'
import type { Totals } from './totals.ts'

/** SQL that inserts files and folders. */

export interface NewFileRow {
  id: string
  spaceId: string
  parentId: string | null
  isFolder: boolean
  name: string
  nameKey: string
  ext: string
  pinyin: string
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
  pinyin: file.pinyin,
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
  readonly pinyin: string
  readonly size: number
  readonly versionId: string
  readonly blobId: string
  readonly modifiedAt: Date | null
  readonly personId: string
}

const insertFileSql = (slot: Placeholders<NewFileWithVersion>, whereTaken: RawBuilder<unknown>) =>
  sql<{ createdAt: Date }>`
    with recursive fresh as (
      insert into file (id, space_id, parent_id, is_folder, name, name_key, ext, pinyin, size, version_id, version_no,
        total_size, total_charge, total_files, created_by, updated_by)
      values (${slot('id')}, ${slot('spaceId')}, ${slot('parentId')}, false, ${slot('name')}, ${slot('nameKey')},
        ${slot('ext')}, ${slot('pinyin')}, ${slot('size')}, ${slot('versionId')}, 1, ${slot('size')}, ${slot('size')}, 1,
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
      where f.id = ${anyOf('up')} and exists (select from fresh)
    )
    select created_at as "createdAt" from fresh`

const insertIfFreeStatement = compiledStatement((slot: Placeholders<NewFileWithVersion>) =>
  insertFileSql(slot, sql`on conflict (parent_id, name_key) do nothing`),
)
const insertOrFailStatement = compiledStatement((slot: Placeholders<NewFileWithVersion>) =>
  insertFileSql(slot, sql``),
)
