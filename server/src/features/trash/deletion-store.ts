import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import type { TrashBin } from './trash-bin.ts'

/** SQL for deletions: what was deleted together. */

/** Whether the deletion is the person's and has entries in the trash. */
export async function deletionExists(tx: Tx, personId: string, deletionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from trash where deletion_id = ${deletionId} and deleted_by = ${personId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Number of files and folders that the deletion removed from each shared root. */
export async function deletedInDeletion(
  tx: Tx,
  personId: string,
  deletionId: string,
  sharedRootIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select place.id, sum(f.total_files + f.total_folders + f.is_folder::int)::bigint as count
    from trash t join file f on f.id = t.file_id join space s on s.id = t.space_id
    join unnest(${sharedRootIds}::uuid[]) place (id) on place.id in (s.root_id, t.parent_id)
      or t.original_path @> jsonb_build_array(jsonb_build_object('id', place.id))
    where t.deletion_id = ${deletionId} and t.deleted_by = ${personId}
    group by place.id`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** An entry with its sort position. */
export interface DeletionEntry {
  readonly id: string
  readonly name: string
  readonly deletedAt: Date
}

/**
 * Entries of a deletion in a trash bin, latest first, after `last`; with `own` also those that this person
 * deleted in other spaces.
 */
export async function entriesOfDeletion(
  db: Reader,
  { id: spaceId, deletedBy }: Pick<TrashBin, 'id' | 'deletedBy'>,
  deletionId: string,
  own: string | undefined,
  limit: number,
  last?: DeletionEntry,
): Promise<DeletionEntry[]> {
  const inBin = deletedBy === undefined ? sql`true` : sql`t.deleted_by = ${deletedBy}`
  const elsewhere = own === undefined ? sql`false` : sql`t.deleted_by = ${own}`
  const behind = last
    ? sql`and (t.deleted_at, t.id) < (${last.deletedAt}::timestamptz, ${last.id}::uuid)`
    : sql``
  const { rows } = await sql<DeletionEntry>`
    select t.id, t.name, t.deleted_at as "deletedAt" from trash t
    where t.deletion_id = ${deletionId} and t.stage = 'person'
      and ((t.space_id = ${spaceId} and ${inBin}) or ${elsewhere}) ${behind}
    order by t.deleted_at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}
