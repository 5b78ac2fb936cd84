import { LIMITS } from '@clouddisk/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { type FileRow, fileColumns, takenKeys, toFileRow } from './files.ts'
import { type StoredName, storedName } from './names.ts'
import { addTotalsSql, type TotalsDelta } from './totals.ts'
import { supersede } from './versions.ts'

/** SQL for changing the parent of files. */

/**
 * Files to be attached to a folder, with their current name keys (rows may still have a legacy key:
 * db/rekey-names.ts) and whether those are taken there.
 */
export async function filesToReparent(
  db: Reader,
  ids: readonly string[],
  parentId: string,
): Promise<Map<string, FileRow & { nameTaken: boolean }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .select(fileColumns)
    // A subquery per row: a join could be planned as a scan of the whole folder.
    .select(
      sql<boolean>`(select c.id from file c where c.parent_id = ${parentId} and c.name_key = file.name_key) is not null`.as(
        'nameTaken',
      ),
    )
    .where('id', 'in', ids)
    .execute()
  const files = rows.map((row) => ({ ...row, ...storedName(row.name, row.isFolder), oldKey: row.nameKey }))
  const fresh = files.filter(({ nameKey, oldKey }) => nameKey !== oldKey).map(({ nameKey }) => nameKey)
  const taken = fresh.length > 0 ? await takenKeys(db, parentId, fresh) : new Set<string>()
  return new Map(
    files.map(({ nameTaken, oldKey, ...row }) => {
      const isTaken = row.nameKey === oldKey ? nameTaken : taken.has(row.nameKey)
      return [row.id, { ...toFileRow(row), nameTaken: isTaken }]
    }),
  )
}

/**
 * Sets the parent and name of files, applies `deltas` to the totals and runs `recording`, in one statement. No
 * file may lie above a folder in `deltas`.
 */
export async function reparentFiles(
  tx: Tx,
  files: readonly ({ id: string; parentId: string | null } & StoredName)[],
  deltas: readonly TotalsDelta[],
  recording: RawBuilder<unknown> = sql`select`,
): Promise<void> {
  if (files.length === 0) return
  await sql`
    with recursive ${addTotalsSql(deltas)}, recorded as (${recording})
    update file f set parent_id = t.parent_id, name = t.name, name_key = t.name_key, ext = t.ext, pinyin = t.pinyin
    from unnest(${files.map((f) => f.id)}::uuid[], ${files.map((f) => f.parentId)}::uuid[],
      ${files.map((f) => f.name)}::text[], ${files.map((f) => f.nameKey)}::text[], ${files.map((f) => f.ext)}::text[],
      ${files.map((f) => f.pinyin)}::text[]) as t(id, parent_id, name, name_key, ext, pinyin)
    where f.id = t.id`.execute(tx)
}

/** Appends all versions of a file to another file, renumbered, and deletes the file. */
export async function mergeVersions(tx: Tx, from: FileRow, into: FileRow): Promise<void> {
  await supersede(tx, into.id)
  await sql`
    update file_version set file_id = ${into.id}, no = no + ${into.versionNo},
      restored_from = restored_from + ${into.versionNo}
    where file_id = ${from.id}`.execute(tx)
  await sql`
    update file set version_id = ${from.versionId}, version_no = version_no + ${from.versionNo}, size = ${from.size},
      total_size = ${from.size}, total_charge = total_charge + ${from.totals.charge}::bigint, updated_at = now(),
      classification = greatest(classification, classification_of(${from.id}))
    where id = ${into.id}`.execute(tx)
  await sql`update hold set file_id = ${into.id} where file_id = ${from.id}`.execute(tx)
  await tx.deleteFrom('file').where('id', '=', from.id).execute()
}

/**
 * Extent of a folder: levels of folders below and characters of the longest path through them, itself
 * included. Nothing is read below the depth limit.
 */
export interface FolderExtent {
  readonly levels: number
  readonly length: number
}

export async function folderExtents(db: Reader, ids: readonly string[]): Promise<Map<string, FolderExtent>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ start: string } & FolderExtent>`
    with recursive down as (
      select id as start, id, 1 as level, length(name) + 1 as length from file where id = any(${ids}::uuid[])
      union all
      select down.start, f.id, down.level + 1, down.length + length(f.name) + 1
      from down join file f on f.parent_id = down.id and f.rank = 0
      where down.level <= ${LIMITS.depthMax}
    )
    select start, max(level)::int as levels, max(length)::int as length from down group by start`.execute(db)
  return new Map(rows.map(({ start, ...reach }) => [start, reach]))
}
