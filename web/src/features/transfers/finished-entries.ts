import type { FinishedFolder } from '@clouddisk/client/uploads/ports'
import type { FinishedRow } from './ports/database.ts'

/** Entries of the finished list: single files, and folder uploads with their files. Pure. */

export interface FinishedFile {
  readonly kind: 'file'
  readonly id: string
  readonly row: FinishedRow
  /** Listed below its folder. */
  readonly inside: boolean
}

export interface FinishedFolderEntry {
  readonly kind: 'folder'
  readonly id: string
  readonly folder: FinishedFolder
  /** Newest first. */
  readonly rows: readonly FinishedRow[]
  readonly open: boolean
}

export type FinishedEntry = FinishedFile | FinishedFolderEntry

/** @param rows newest first. A folder is at the position of its newest file. */
export function groupFinished(rows: readonly FinishedRow[]): FinishedEntry[] {
  const folders = Map.groupBy(
    rows.filter(({ folder }) => folder),
    ({ folder }) => folder?.id,
  )
  const listed = new Set<string>()
  return rows.flatMap((row): FinishedEntry[] => {
    const { folder } = row
    if (!folder) return [fileEntry(row, false)]
    if (listed.has(folder.id)) return []
    listed.add(folder.id)
    return [
      { kind: 'folder', id: `folder ${folder.id}`, folder, rows: folders.get(folder.id) ?? [], open: false },
    ]
  })
}

/** The entries with the files of open folders. */
export const withOpenFolders = (
  entries: readonly FinishedEntry[],
  open: ReadonlySet<string>,
): FinishedEntry[] =>
  entries.flatMap((entry) =>
    entry.kind === 'folder' && open.has(entry.id)
      ? [{ ...entry, open: true }, ...entry.rows.map((row) => fileEntry(row, true))]
      : [entry],
  )

const fileEntry = (row: FinishedRow, inside: boolean): FinishedFile => ({
  kind: 'file',
  id: row.id,
  row,
  inside,
})

export const entryRows = (entry: FinishedEntry): readonly FinishedRow[] =>
  entry.kind === 'file' ? [entry.row] : entry.rows
