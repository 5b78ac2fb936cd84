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
  /** The same for an index, whose row may not be loaded. */
  showIndex: (index: number) => void
  focus: () => void
}

export interface TableProps<T extends RowData> {
  /** What the table lists, for assistive technology. */
  label: string
  columns: readonly ColumnDef<T>[]
  /** All rows; `undefined` if not loaded, shown as a skeleton. */
  rows: readonly (T | undefined)[]
  /** A row's name, for its checkbox and menu. */
  rowLabel: (row: T) => string
  /** From `useSelection(rows.map(id))`; rows and its keys go together. */
  selection: SelectionControl
  /** False hides the checkboxes; the cursor stays. */
  selectable?: boolean | undefined
  /** On a phone the checkboxes show before a row is selected; otherwise a long press selects the first. */
  phoneCheckboxes?: boolean | undefined
  hiddenColumns?: ReadonlySet<string> | undefined
  /** Without `onSort` the order is fixed, and shown alone. */
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Enter, double click, a tap on a touch screen. */
  onOpen?: ((row: T) => void) | undefined
  /** Right click, Shift+F10, a phone row's ⋯: what to act on and where to open. */
  onMenu?: ((request: MenuRequest<T>) => void) | undefined
  /** Small buttons at the end of the row under the pointer or the cursor; one without `run` opens the row's menu. */
  operations?: ((row: T) => readonly Action[]) | undefined
  /** Attributes of a row, such as drop handlers. */
  rowProps?: ((row: T, index: number) => HTMLAttributes<HTMLElement>) | undefined
  /** Two lines below 768 px instead of columns. */
  phoneRow?: ((row: T) => ReactNode) | undefined
  /** Of `phoneRow`, if it has more than two lines. */
  phoneRowHeight?: number | undefined
  /** Called before the table's own keys; `preventDefault` keeps those out. */
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  /** Reports the rows in view, so that missing ones are loaded. */
  onRange?: ((first: number, last: number) => void) | undefined
  rowHeight?: number | undefined
  /** Columns keep their least widths: without room for all of them the table scrolls sideways. */
  sideways?: boolean | undefined
  /** The first rows are loading. */
  loading?: boolean | undefined
  /** Shown without rows: empty state or error. */
  empty?: ReactNode
  className?: string | undefined
  ref?: Ref<TableHandle>
}
