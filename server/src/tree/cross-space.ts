import { sql } from 'kysely'
import type { ResolvedItem } from '../access/resolve.ts'
import type { Reader, Tx } from '../db/database.ts'
import { descendants } from '../db/file-tree.ts'
import type { FileRow } from './files.ts'
import { charge, refund } from './quota.ts'
import { recordRevokedSql } from './revoke.ts'

/**
 * Transfer between spaces: quota, the rows' space and access. Permissions belong to files, but members'
 * entries and shares belong to the space that the files leave: they are revoked.
 */

/** Files and folders that may move to another space within the call; larger moves run as a job. */
export const CROSS_SPACE_SYNC_MAX = 5000

/** Number of rows including everything below. */
export const countSubtreeRows = (rows: readonly FileRow[]): number =>
  rows.reduce((sum, row) => sum + row.totals.files + row.totals.folders + (row.isFolder ? 1 : 0), 0)

/**
 * Settles quota and access of rows that were attached in another space. The caller holds the locks of all
 * spaces involved.
 */
export async function settleCrossSpaceMove(
  tx: Tx,
  target: Pick<ResolvedItem, 'spaceId'>,
  rows: readonly FileRow[],
  actorId: string,
): Promise<void> {
  // Before the rows are reassigned: the change is recorded in the space they leave.
  await revokeSubtreeAccess(
    tx,
    rows.map((row) => row.id),
    actorId,
  )
  await transferToSpace(tx, target, rows)
}

/** Moves charge and rows to another space and keeps all access: only the owner changes. */
export async function transferToSpace(
  tx: Tx,
  target: Pick<ResolvedItem, 'spaceId'>,
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

/** Assigns files and everything below to a space, without touching quota. */
export async function assignSpace(tx: Tx, spaceId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with recursive ${descendants(ids)}
    update file f set space_id = ${spaceId} from down where f.id = down.id`.execute(tx)
}

/** Revokes entries and shares on these files and everything below, and records it for the people affected. */
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

/** How many of these files and everything below have entries or are shared. */
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
