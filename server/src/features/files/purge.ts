import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

/** Removing rows for good, from the leaves up, in small transactions; content nobody names is marked for the reaper. */

const ROWS_A_BATCH = 1000

/** Removes whole subtrees whose tops hang nowhere; their rows are seen by nobody, so this may stop and go on later. */
export async function removeDetached(ctx: Context, topIds: readonly string[]): Promise<number> {
  let removed = 0
  for (const topId of topIds) {
    for (;;) {
      const count = await ctx.db.transact((tx) => removeBatch(tx, topId))
      removed += count
      if (count === 0) break
    }
  }
  return removed
}

/** The deepest rows first, so that no row is left without its parent; nothing where the top hangs in a tree. */
async function removeBatch(tx: Tx, topId: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with recursive down as (
      select id, 0 as depth from file where id = ${topId} and parent_id is null
        and not exists (select from space where root_id = ${topId})
      union all
      select f.id, down.depth + 1 from down join file f on f.parent_id = down.id
    )
    select id from down order by depth desc limit ${ROWS_A_BATCH}`.execute(tx)
  if (rows.length > 0)
    await removeRows(
      tx,
      rows.map((row) => row.id),
    )
  return rows.length
}

/**
 * Deletes rows and their versions, and marks content that nothing names any more. A hold that stands makes it fail,
 * whatever was looked at before; released ones go with what they held.
 */
export async function removeRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      select distinct blob_id from file_version where file_id = any(${ids}::uuid[])
    )
    update blob set unreachable_since = now()
    where id in (select blob_id from gone)
      and not exists (select from file_version v where v.blob_id = blob.id and v.file_id <> all(${ids}::uuid[]))`.execute(
    tx,
  )
  await sql`delete from hold where file_id = any(${ids}::uuid[]) and released_at is not null`.execute(tx)
  await sql`delete from file where id = any(${ids}::uuid[])`.execute(tx)
}
