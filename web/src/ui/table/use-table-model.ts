import { type RowData, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type Column, type ColumnDef, features, type Sort, useColumnVisibility } from './columns.ts'
import type { Row } from './table-row.tsx'

interface Options<T extends RowData> {
  columns: readonly ColumnDef<T>[]
  hiddenColumns: ReadonlySet<string>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** All rows there are; `undefined` for one that is not loaded yet. */
  rows: readonly (T | undefined)[]
  /** Those that are drawn. */
  indexes: readonly number[]
}

/** What TanStack Table makes of columns and rows. */
export interface TableModel<T extends RowData> {
  /** Those that are shown, in order. */
  readonly columns: readonly Column<T>[]
  /** The engine's row for one that is drawn and loaded. */
  readonly rowOf: (item: T) => Row<T> | undefined
}

/**
 * The engine behind a table. Its data are the rows in view alone, because a folder of 100,000 must not cost more than
 * one of 50; what order they have is the server's, of whom the next order is asked through `onSort`.
 */
export function useTableModel<T extends RowData>(options: Options<T>): TableModel<T> {
  const { columns, hiddenColumns, sort, onSort, rows, indexes } = options
  const data = useMemo(
    () => indexes.map((index) => rows[index]).filter((item) => item !== undefined),
    [rows, indexes],
  )
  const columnVisibility = useColumnVisibility(columns, hiddenColumns)
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : []), [sort])
  const table = useTable({
    features,
    columns,
    data,
    state: { columnVisibility, sorting },
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    // Else it would be guessed from the rows that happen to be in view.
    sortDescFirst: false,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onSort?.({ column: next.id, direction: next.desc ? 'desc' : 'asc' })
    },
  })
  // The engine makes new rows of new data; an item keeps its first one, so that scrolling draws only what came into view.
  const [kept] = useState(() => new WeakMap<T, Row<T>>())
  for (const row of table.getRowModel().rows) if (!kept.has(row.original)) kept.set(row.original, row)
  return { columns: table.getVisibleLeafColumns(), rowOf: (item) => kept.get(item) }
}
