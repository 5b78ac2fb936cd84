import type { Located } from '../access/access.ts'
import { type NewChange, recording } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type * as store from './files.ts'
import { type StoredName, storedName } from './names.ts'
import { hangFiles } from './reparent.ts'
import { addTotals, type Gain, minus, NOTHING, plus, type Totals } from './totals.ts'

/** Taking subtrees out of the tree and hanging them in: one row each, with the kept sums above them. */

export type { FileRow } from './files.ts'
export { childByKey, fileById, filesById } from './files.ts'
export { folderReaches, type Reach } from './reparent.ts'

export interface Hung {
  readonly row: store.FileRow
  readonly name: StoredName
}

/** Takes subtrees out: they hang below nothing and are reached by nobody. The caller holds the space's lock. */
export const takeOut = (tx: Tx, rows: readonly store.FileRow[]): Promise<void> =>
  hangFiles(
    tx,
    rows.map((row) => ({ ...row, ...storedName(row.name, row.isFolder), parentId: null })),
    lossesOf(rows),
  )

/** Hangs subtrees below a folder, wherever they hang now, and tells the feed `changes`. The caller holds the lock and has found free names. */
export const hangIn = (
  tx: Tx,
  target: Pick<Located, 'id'>,
  hung: readonly Hung[],
  changes: readonly NewChange[] = [],
): Promise<void> =>
  hangAll(
    tx,
    hung.map((one) => ({ ...one, target })),
    changes,
  )

/** The same, each below a folder of its own; none of these is hung with it, nor lies below one that is. */
export async function hangAll(
  tx: Tx,
  hung: readonly (Hung & { readonly target: Pick<Located, 'id'> })[],
  changes: readonly NewChange[] = [],
): Promise<void> {
  const gains = [...Map.groupBy(hung, ({ target }) => target.id)].map(([folderId, group]) => {
    const rows = group.map(({ row }) => row)
    return { folderId, totals: sumOf(rows), children: childrenOf(rows, 1) }
  })
  const named = hung.map(({ row: { id }, name: { name, nameKey, ext }, target }) => ({
    id,
    parentId: target.id,
    name,
    nameKey,
    ext,
  }))
  const losses = lossesOf(hung.map(({ row }) => row))
  await hangFiles(tx, named, [...gains, ...losses], recording(tx, changes))
}

/** Takes subtrees' sums off the folders that they hang in. */
export async function subtract(tx: Tx, rows: readonly store.FileRow[]): Promise<void> {
  for (const { folderId, totals, children } of lossesOf(rows)) await addTotals(tx, folderId, totals, children)
}

const lossesOf = (rows: readonly store.FileRow[]): Gain[] =>
  [...Map.groupBy(rows, (row) => row.parentId)].flatMap(([folderId, group]) =>
    folderId ? [{ folderId, totals: minus(sumOf(group)), children: childrenOf(group, -1) }] : [],
  )

/** What subtrees add to a folder: each folder counts itself too. */
const sumOf = (rows: readonly store.FileRow[]): Totals =>
  rows.reduce((sum, row) => plus(sum, ownTotals(row)), NOTHING)

export const ownTotals = (row: store.FileRow): Totals =>
  row.isFolder ? { ...row.totals, folders: row.totals.folders + 1 } : row.totals

const childrenOf = (rows: readonly store.FileRow[], sign: 1 | -1) => {
  const folders = rows.filter((row) => row.isFolder).length
  return { folders: sign * folders, files: sign * (rows.length - folders) }
}
