import { type RowData, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type Column, type ColumnDef, features, type Sort, useColumnVisibility } from './columns.ts'
import type { Row } from './table-row.tsx'

interface Options<T extends RowData> {
  columns: readonly ColumnDef<T>[]
  hiddenColumns: ReadonlySet<string>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** All rows; `undefined` if not loaded. */
  rows: readonly (T | undefined)[]
  /** Indexes of the rendered rows. */
  indexes: readonly number[]
}

export interface TableModel<T extends RowData> {
  /** Visible columns in order. */
  readonly columns: readonly Column<T>[]
  /** The row model of a rendered and loaded item. */
  readonly rowOf: (item: T) => Row<T> | undefined
}

/**
 * TanStack Table with only the rows in view, so that a folder of 100,000 costs no more than one of 50. The server
 * sorts; `onSort` requests another order.
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
    // Otherwise guessed from the rows in view.
    sortDescFirst: false,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onSort?.({ column: next.id, direction: next.desc ? 'desc' : 'asc' })
    },
  })
  // Each data change creates new row models; keeping an item's first one avoids rendering it again on scroll.
  const [kept] = useState(() => new WeakMap<T, Row<T>>())
  for (const row of table.getRowModel().rows) if (!kept.has(row.original)) kept.set(row.original, row)
  return { columns: table.getVisibleLeafColumns(), rowOf: (item) => kept.get(item) }
}
