import { type ReactNode, useMemo, useState } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

export interface Column<T> {
  readonly id: string
  readonly header: string
  /** A CSS grid track: `minmax(200px, 1fr)`, `120px`. */
  readonly width: string
  readonly align?: 'start' | 'end' | undefined
  readonly sortable?: boolean | undefined
  /** Direction of the first click; ascending unless said. */
  readonly firstSort?: SortDirection | undefined
  /** Shown from this viewport width on. */
  readonly from?: 768 | 1024 | 1280 | undefined
  /** Cannot be hidden: the name. */
  readonly fixed?: boolean | undefined
  readonly cell: (row: T) => ReactNode
}

export type SortDirection = 'asc' | 'desc'
export interface Sort {
  readonly column: string
  readonly direction: SortDirection
}

/** The sort after a click on a column's header. */
export function nextSort(column: Pick<Column<never>, 'id' | 'firstSort'>, sort: Sort | undefined): Sort {
  if (sort?.column !== column.id) return { column: column.id, direction: column.firstSort ?? 'asc' }
  return { column: column.id, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
}

/** The columns that have room and are not hidden. */
export function useShownColumns<T>(
  columns: readonly Column<T>[],
  hidden: ReadonlySet<string>,
): readonly Column<T>[] {
  const tablet = useMediaQuery('(width >= 768px)')
  const laptop = useMediaQuery('(width >= 1024px)')
  const desktop = useMediaQuery('(width >= 1280px)')
  return useMemo(() => {
    const room = { 768: tablet, 1024: laptop, 1280: desktop }
    return columns.filter((one) => (one.fixed || !hidden.has(one.id)) && (!one.from || room[one.from]))
  }, [columns, hidden, tablet, laptop, desktop])
}

/**
 * Which columns the person hid, kept in this browser, and the menu that changes it (R50 "configurable columns").
 * @param table name of the table, unique in the page.
 * @param atFirst ids of columns that are hidden until someone wants them.
 */
export function useHiddenColumns<T>(
  table: string,
  columns: readonly Column<T>[],
  atFirst: readonly string[] = [],
): { hidden: ReadonlySet<string>; menu: readonly ActionGroup[] } {
  const key = `clouddisk.columns.${table}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const stored = readStored(key)
    return new Set(stored === undefined ? atFirst : stored.split(',').filter(Boolean))
  })
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setHidden(next)
    writeStored(key, [...next].join(','))
  }
  const menu = columns
    .filter((column) => !column.fixed)
    .map((column) => ({
      name: column.id,
      label: column.header,
      kind: 'check' as const,
      checked: !hidden.has(column.id),
      run: () => toggle(column.id),
    }))
  return { hidden, menu: [menu] }
}
