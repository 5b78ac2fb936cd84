import type { ResolvedItem } from '../access/resolve.ts'
import { insertChangesSql, type NewChange } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { FileRow } from './files.ts'
import { type StoredName, storedName } from './names.ts'
import { reparentFiles } from './reparent.ts'
import { addTotals, negate, sumOfTotals, type Totals, type TotalsDelta, ZERO_TOTALS } from './totals.ts'

/**
 * Detaches subtrees from the tree and attaches them to folders: one row each, plus the totals of the folders
 * above.
 */

export interface AttachedRow {
  readonly row: FileRow
  readonly name: StoredName
}

/** Detaches subtrees: they have no parent and nobody can reach them. The caller holds the space lock. */
export const detach = (tx: Tx, rows: readonly FileRow[]): Promise<void> =>
  reparentFiles(
    tx,
    rows.map((row) => ({ ...row, ...storedName(row.name, row.isFolder), parentId: null })),
    negativeDeltas(rows),
  )

/**
 * Attaches subtrees to a folder, wherever they are now, and records `changes`. The caller holds the space
 * lock and has found free names.
 */
export const attach = (
  tx: Tx,
  target: Pick<ResolvedItem, 'id'>,
  items: readonly AttachedRow[],
  changes: readonly NewChange[] = [],
): Promise<void> =>
  attachAll(
    tx,
    items.map((one) => ({ ...one, target })),
    changes,
  )

/** Attaches each subtree to its own folder. No target may be one of the subtrees or lie below one. */
export async function attachAll(
  tx: Tx,
  items: readonly (AttachedRow & { readonly target: Pick<ResolvedItem, 'id'> })[],
  changes: readonly NewChange[] = [],
): Promise<void> {
  const deltas = [...Map.groupBy(items, ({ target }) => target.id)].map(([folderId, group]) => {
    const rows = group.map(({ row }) => row)
    return { folderId, totals: sumTotals(rows), children: childDelta(rows, 1) }
  })
  const named = items.map(({ row: { id }, name: { name, nameKey, ext, pinyin }, target }) => ({
    id,
    parentId: target.id,
    name,
    nameKey,
    ext,
    pinyin,
  }))
  const losses = negativeDeltas(items.map(({ row }) => row))
  await reparentFiles(tx, named, [...deltas, ...losses], insertChangesSql(tx, changes))
}

/** Subtracts the subtrees' totals from the folders that contain them. */
export async function subtractTotals(tx: Tx, rows: readonly FileRow[]): Promise<void> {
  for (const { folderId, totals, children } of negativeDeltas(rows))
    await addTotals(tx, folderId, totals, children)
}

const negativeDeltas = (rows: readonly FileRow[]): TotalsDelta[] =>
  [...Map.groupBy(rows, (row) => row.parentId)].flatMap(([folderId, group]) =>
    folderId ? [{ folderId, totals: negate(sumTotals(group)), children: childDelta(group, -1) }] : [],
  )

/** What subtrees add to a folder's totals; each folder also counts itself. */
const sumTotals = (rows: readonly FileRow[]): Totals =>
  rows.reduce((sum, row) => sumOfTotals(sum, totalsWithSelf(row)), ZERO_TOTALS)

export const totalsWithSelf = (row: FileRow): Totals =>
  row.isFolder ? { ...row.totals, folders: row.totals.folders + 1 } : row.totals

const childDelta = (rows: readonly FileRow[], sign: 1 | -1) => {
  const folders = rows.filter((row) => row.isFolder).length
  return { folders: sign * folders, files: sign * (rows.length - folders) }
}
