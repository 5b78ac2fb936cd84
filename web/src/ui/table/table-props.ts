import type { RowData } from '@tanstack/react-table'
import type { HTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react'
import type { Action } from '../../lib/action.ts'
import type { MenuAnchor } from '../overlay-props.ts'
import type { SelectionControl } from '../use-selection.ts'
import type { ColumnDef, Sort } from './columns.ts'

export interface MenuRequest<T> {
  /** The row under the pointer; undefined beside the rows. */
  readonly row: T | undefined
  /** The selection if it contains the row, else the row alone; empty beside the rows. */
  readonly keys: readonly string[]
  readonly anchor: MenuAnchor
}

export interface TableHandle {
  readonly element: HTMLElement | null
  readonly rowHeight: number
  /** Height of the sticky head; 0 on phones. */
  readonly headHeight: number
  /** Scrolls to a row; selects it if `select` is set. */
  show: (key: string, select?: boolean) => void
  /** The same for a place, also one whose row is not loaded yet. */
  showIndex: (index: number) => void
  focus: () => void
}

export interface TableProps<T extends RowData> {
  /** What the table lists, for assistive technology. */
  label: string
  columns: readonly ColumnDef<T>[]
  /** All rows there are; `undefined` for one that is not loaded yet, which shows as a skeleton. */
  rows: readonly (T | undefined)[]
  /** How a row is called, for its checkbox and menu. */
  rowLabel: (row: T) => string
  /** From `useSelection(rows.map(id))`; rows and its keys go together. */
  selection: SelectionControl
  /** False leaves the checkboxes out; the cursor stays. */
  selectable?: boolean | undefined
  hiddenColumns?: ReadonlySet<string> | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Enter, double click, a tap on a touch screen. */
  onOpen?: ((row: T) => void) | undefined
  /** Right click, Shift+F10, a phone row's ⋯: what to act on and where to open. */
  onMenu?: ((request: MenuRequest<T>) => void) | undefined
  /** Small buttons at the end of the row under the pointer or the cursor; one without `run` opens the row's menu. */
  operations?: ((row: T) => readonly Action[]) | undefined
  /** For dragging and dropping, and anything else that hangs on a row. */
  rowProps?: ((row: T, index: number) => HTMLAttributes<HTMLElement>) | undefined
  /** Two lines below 768 px instead of columns. */
  phoneRow?: ((row: T) => ReactNode) | undefined
  /** Called before the table's own keys; `preventDefault` keeps those out. */
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  /** Rows that came into view, to load what is missing. */
  onRange?: ((first: number, last: number) => void) | undefined
  rowHeight?: number | undefined
  /** The first rows are on their way. */
  loading?: boolean | undefined
  /** In the place of rows: empty, or failed. */
  empty?: ReactNode
  className?: string | undefined
  ref?: Ref<TableHandle>
}
