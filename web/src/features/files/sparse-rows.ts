import type { Instance } from '@clouddisk/contract/files'
import { hiddenKeys, withPending } from '../../lib/pending.ts'
import type { FolderPage } from './folder-query.ts'
import { PAGE_SIZE } from './page-input.ts'

export type Row = Instance
/** All rows by index; `undefined` if not loaded. */
export type Rows = readonly (Row | undefined)[]

/**
 * Merges loaded pages into the whole list and applies pending changes.
 * @param pages oldest first: if a row moved between pages, the later page wins.
 */
export function sparseRows(
  pages: readonly { pageNo: number; page: FolderPage }[],
  total: number,
  listId: string,
): Rows {
  const rows = new Array<Row | undefined>(total).fill(undefined)
  const places = new Map<string, number>()
  const hidden = new Set<number>()
  for (const { pageNo, page } of pages) {
    const isHidden = hiddenKeys(listId, page.askedAt)
    page.list.forEach((row, offset) => {
      const index = (pageNo - 1) * PAGE_SIZE + offset
      if (index >= total) return
      const before = places.get(row.instanceId)
      if (before !== undefined && rows[before]?.instanceId === row.instanceId) rows[before] = undefined
      places.set(row.instanceId, index)
      rows[index] = withPending(row.instanceId, row, page.askedAt)
      if (isHidden?.(row.instanceId)) hidden.add(index)
      else hidden.delete(index)
    })
  }
  return hidden.size === 0 ? rows : rows.filter((_, index) => !hidden.has(index))
}

/** Whether a row in this inclusive range is not loaded. */
export const hasHoles = (rows: Rows, from: number, to: number): boolean =>
  rows.slice(Math.min(from, to), Math.max(from, to) + 1).includes(undefined)

/** The numbers of the pages with these rows. */
export function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(Math.max(0, from) / PAGE_SIZE) + 1
  const last = Math.floor(Math.max(0, to) / PAGE_SIZE) + 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
