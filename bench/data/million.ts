import type { Pool, PoolClient } from 'pg'
import { copyInto } from './copy.ts'
import { addFolder, addUp, type Blob, type Folder, newFolder, type Row, rowsBelow } from './tree.ts'

/**
 * A table of 1,000,000 files in one person's space, written straight into the tables by COPY with the sums that the
 * product keeps, so that `doctor` finds nothing to say. The files share content that was really uploaded.
 */

export const MILLION = 1_000_000
export const LARGE = 100_000
export const MIDDLE = 10_000
const SHELF = 1000
const SHELVES_A_ROOM = 30

export interface Million {
  /** Folder of LARGE files, four levels down. */
  readonly large: string
  /** Folder of 1,000 files beside it. */
  readonly small: string
  /** Where `large` lies, and another folder of the same depth. */
  readonly here: string
  readonly there: string
  /** Folder of MIDDLE files. */
  readonly middle: string
}

export interface Owner {
  readonly personId: string
  readonly spaceId: string
  readonly rootId: string
}

/** Fills an empty space. `files` below MILLION make a smaller table for a quick look. */
export async function fillMillion(
  pool: Pool,
  owner: Owner,
  blobs: readonly Blob[],
  files = MILLION,
): Promise<Million> {
  const root = newFolder(owner.rootId, '')
  const made = plant(root, files)
  addUp(root, blobs)
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await writeTree(connection, owner, root, blobs)
    await connection.query('commit')
    await connection.query('vacuum (analyze) file, file_version')
  } finally {
    connection.release()
  }
  return made
}

function plant(root: Folder, files: number): Million {
  const work = addFolder(root, 'Work')
  const here = addFolder(work, 'Current')
  const there = addFolder(work, 'Done')
  const large = addFolder(here, 'Camera 2025', LARGE)
  const small = addFolder(here, 'Camera 2024', SHELF)
  const middle = addFolder(work, 'Scans', MIDDLE)
  const archive = addFolder(root, '档案')
  let room = archive
  for (let shelf = 0; shelf < (files - LARGE - MIDDLE - SHELF) / SHELF; shelf++) {
    if (shelf % SHELVES_A_ROOM === 0) room = addFolder(archive, `Room ${shelf / SHELVES_A_ROOM + 1}`)
    addFolder(room, `Shelf ${shelf + 1}`, SHELF)
  }
  return { large: large.id, small: small.id, here: here.id, there: there.id, middle: middle.id }
}

const FILE_COLUMNS = [
  'id',
  'space_id',
  'parent_id',
  'is_folder',
  'name',
  'name_key',
  'ext',
  'pinyin',
  'size',
  'version_id',
  'version_no',
  'child_files',
  'child_folders',
  'total_size',
  'total_charge',
  'total_files',
  'total_folders',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
] as const
const VERSION_COLUMNS = ['id', 'file_id', 'no', 'blob_id', 'size', 'created_by'] as const

/** Writes what is below a root, and its sums; the root and its space are there. */
export async function writeTree(
  connection: PoolClient,
  owner: Owner,
  root: Folder,
  blobs: readonly Blob[],
): Promise<void> {
  const versions: [string, string, number, string, number, string][] = []
  function* files() {
    for (const row of rowsBelow(root, blobs)) {
      if (row.blob && row.versionId)
        versions.push([row.versionId, row.id, 1, row.blob.id, row.blob.size, owner.personId])
      yield fileFields(row, owner)
    }
  }
  await copyInto(connection, 'file', FILE_COLUMNS, files())
  await copyInto(connection, 'file_version', VERSION_COLUMNS, versions)
  const { size, files: count, folders } = root.sums
  await connection.query(
    `update file set total_size = total_size + $2, total_charge = total_charge + $2, total_files = total_files + $3,
       total_folders = total_folders + $4, child_folders = child_folders + $5, child_files = child_files + $6
     where id = $1`,
    [root.id, size, count, folders, root.folders.length, root.files],
  )
  await connection.query('update space set used = used + $2 where id = $1', [owner.spaceId, size])
}

function fileFields(row: Row, owner: Owner): (string | number | boolean | null)[] {
  const size = row.blob?.size ?? 0
  const time = new Date(row.time).toISOString()
  return [
    row.id,
    owner.spaceId,
    row.parentId,
    row.isFolder,
    row.name,
    row.nameKey,
    row.ext,
    row.pinyin,
    size,
    row.versionId,
    row.versionId ? 1 : 0,
    row.children.files,
    row.children.folders,
    row.sums.size,
    row.sums.size,
    row.sums.files,
    row.sums.folders,
    owner.personId,
    owner.personId,
    time,
    time,
  ]
}
