import {
  type AccessorKeyColumnDef,
  type CellContext,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  type DisplayColumnDef,
  type RowData,
  rowSortingFeature,
  type Column as TableColumn,
  tableFeatures,
} from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { toggled } from '../selection.ts'

interface ColumnMeta {
  /** A CSS grid track: `minmax(200px, 1fr)`, `120px`. */
  readonly width: string
  readonly align?: 'start' | 'end' | undefined
  /** Shown from this viewport width on. */
  readonly from?: 768 | 1024 | 1280 | 1440 | undefined
}

/** The TanStack Table features in use; others are left out of the bundle. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as ColumnMeta,
})
export type Features = typeof features

/**
 * A column definition. With an `accessorKey` it is sortable (`sortDescFirst` for the first click);
 * `enableHiding: false` keeps it visible.
 */
export type ColumnDef<T extends RowData> = (
  | DisplayColumnDef<Features, T>
  | AccessorKeyColumnDef<Features, T>
) & {
  readonly id: string
  readonly header: string
  readonly meta: ColumnMeta
  readonly cell: (context: CellContext<Features, T>) => ReactNode
}

/** A column of a rendered table. */
export type Column<T extends RowData> = TableColumn<Features, T>

export type SortDirection = 'asc' | 'desc'
export interface Sort {
  readonly column: string
  readonly direction: SortDirection
}

/** The columns that fit the viewport and are not hidden. */
export function useColumnVisibility<T extends RowData>(
  columns: readonly ColumnDef<T>[],
  hidden: ReadonlySet<string>,
): ColumnVisibilityState {
  const tablet = useMediaQuery('(width >= 768px)')
  const laptop = useMediaQuery('(width >= 1024px)')
  const desktop = useMediaQuery('(width >= 1280px)')
  const wide = useMediaQuery('(width >= 1440px)')
  return useMemo(() => {
    const room = { 768: tablet, 1024: laptop, 1280: desktop, 1440: wide }
    const shown = ({ id, enableHiding, meta: { from } }: ColumnDef<T>) =>
      (enableHiding === false || !hidden.has(id)) && (!from || room[from])
    return Object.fromEntries(columns.map((column) => [column.id, shown(column)]))
  }, [columns, hidden, tablet, laptop, desktop, wide])
}

/**
 * Hidden columns, stored in the browser, and the menu that changes them (R50 "configurable columns").
 * @param table name of the table, unique in the page.
 * @param atFirst ids of columns hidden by default.
 */
export function useHiddenColumns<T extends RowData>(
  table: string,
  columns: readonly ColumnDef<T>[],
  atFirst: readonly string[] = [],
): { hidden: ReadonlySet<string>; menu: readonly ActionGroup[] } {
  const key = `clouddisk.columns.${table}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const stored = readStored(key)
    return new Set(stored === undefined ? atFirst : stored.split(',').filter(Boolean))
  })
  const toggle = (id: string) => {
    const next = toggled(hidden, id)
    setHidden(next)
    writeStored(key, [...next].join(','))
  }
  const menu = columns
    .filter(({ enableHiding }) => enableHiding !== false)
    .map(({ id, header }) => ({
      name: id,
      label: header,
      kind: 'check' as const,
      checked: !hidden.has(id),
      run: () => toggle(id),
    }))
  return { hidden, menu: [menu] }
}
