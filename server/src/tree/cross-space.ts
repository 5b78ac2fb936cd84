import { sql } from 'kysely'
import type { Located } from '../access/access.ts'
import type { Reader, Tx } from '../db/database.ts'
import { descendants } from '../db/file-tree.ts'
import type { FileRow } from './files.ts'
import { charge, refund } from './quota.ts'
import { recordRevokedSql } from './revoke.ts'

/**
 * From one space to another: what is charged where, whose space the rows name, and who had been given what. Rights hang
 * on files, but entries of a group's members and shares with colleagues belong to the space that is left: they end.
 */

/** Files and folders that cross within the call's transaction; more go by a job. */
export const CROSS_SPACE_SYNC_MAX = 5000

/** How many rows these are with all below them, themselves included. */
export const countSubtreeRows = (rows: readonly FileRow[]): number =>
  rows.reduce((sum, row) => sum + row.totals.files + row.totals.folders + (row.isFolder ? 1 : 0), 0)

/** Settles rows that were hung into another space; the caller holds the locks of all spaces. */
export async function settleCrossSpaceMove(
  tx: Tx,
  target: Pick<Located, 'spaceId'>,
  rows: readonly FileRow[],
  actorId: string,
): Promise<void> {
  // As long as the rows name the space that is left: it is told there.
  await revokeSubtreeAccess(
    tx,
    rows.map((row) => row.id),
    actorId,
  )
  await transferToSpace(tx, target, rows)
}

/** The same, but who had been given something keeps it: only the owner changes. */
export async function transferToSpace(
  tx: Tx,
  target: Pick<Located, 'spaceId'>,
  rows: readonly FileRow[],
): Promise<void> {
  const total = rows.reduce((sum, row) => sum + row.totals.charge, 0)
  await charge(tx, target.spaceId, total)
  for (const [spaceId, group] of Map.groupBy(rows, (row) => row.spaceId)) {
    await refund(
      tx,
      spaceId,
      group.reduce((sum, row) => sum + row.totals.charge, 0),
    )
  }
  await assignSpace(
    tx,
    target.spaceId,
    rows.map((row) => row.id),
  )
}

/** Makes files and all below them a space's own, whatever is charged for them. */
export async function assignSpace(tx: Tx, spaceId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with recursive ${descendants(ids)}
    update file f set space_id = ${spaceId} from down where f.id = down.id`.execute(tx)
}

/** Entries and shares on these files and all below them; who had them hears of it. */
export async function revokeSubtreeAccess(
  tx: Tx,
  ids: readonly string[],
  actorId: string | null,
): Promise<void> {
  await sql`
    with recursive ${descendants(ids)}, ended as (
      delete from share using down where share.file_id = down.id
    ), gone as (
      delete from file_grant g using down where g.file_id = down.id and g.source in ('entry', 'share')
      returning g.file_id, g.principal_id, g.source
    )
    ${recordRevokedSql(tx, 'gone', actorId)}`.execute(tx)
}

/** How many files bear entries or are shared, of these and all below them. */
export async function countSubtreeAccess(
  db: Reader,
  ids: readonly string[],
): Promise<{ entries: number; shares: number }> {
  const { rows } = await sql<{ entries: number; shares: number }>`
    with recursive ${descendants(ids)}
    select (select count(*)::int from share join down on down.id = share.file_id) as shares,
      (select count(distinct g.file_id)::int from file_grant g join down on down.id = g.file_id
        where g.source = 'entry') as entries`.execute(db)
  return rows[0] ?? { entries: 0, shares: 0 }
}
