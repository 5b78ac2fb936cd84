import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { ancestors } from '../db/file-tree.ts'
import type { FileRow } from './files.ts'
import { orphanUnused } from './orphan-unused.ts'
import { refund } from './quota.ts'
import { addTotals } from './totals.ts'

/** Removes versions of a file, and with them what their space is charged. */

export interface RemovedVersion {
  readonly id: string
  readonly no: number
  readonly size: number
}

/**
 * Removes these versions of a file, but never the current one, and returns those that are gone. The caller holds the space
 * lock; the file is in the space's tree, not in a recycle bin.
 */
export async function removeVersions(
  tx: Tx,
  file: Pick<FileRow, 'id' | 'parentId' | 'spaceId'>,
  versionIds: readonly string[],
): Promise<RemovedVersion[]> {
  if (versionIds.length === 0) return []
  // Serializes with uploads and purges of the same content.
  const { rows: blobs } = await sql<{ id: string }>`
    select id from blob where id in (
      select blob_id from file_version where file_id = ${file.id} and id = any(${versionIds}::uuid[])
    ) order by id for update`.execute(tx)
  const { rows: removed } = await sql<RemovedVersion>`
    delete from file_version v where v.file_id = ${file.id} and v.id = any(${versionIds}::uuid[])
      and not exists (select from file f where f.version_id = v.id)
    returning v.id, v.no, v.size`.execute(tx)
  if (removed.length === 0) return []
  const bytes = removed.reduce((sum, { size }) => sum + size, 0)
  await orphanUnused(
    tx,
    blobs.map(({ id }) => id),
  )
  await tx
    .updateTable('file')
    .set({ total_charge: sql`total_charge - ${bytes}::bigint` })
    .where('id', '=', file.id)
    .execute()
  if (file.parentId !== null)
    await addTotals(
      tx,
      file.parentId,
      { size: 0, charge: -bytes, files: 0, folders: 0 },
      { files: 0, folders: 0 },
    )
  await refund(tx, file.spaceId, bytes)
  return removed
}

/** Whether a file or a folder above it is on hold, which keeps all its versions. */
export async function isHeld(db: Reader, fileId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    with recursive ${ancestors(sql`f.id = ${fileId}`)}
    select exists (select from hold where released_at is null)
      and exists (select from hold h join up on up.id = h.file_id where h.released_at is null) as held`.execute(
    db,
  )
  return rows[0]?.held ?? false
}
