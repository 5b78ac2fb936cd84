import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { announce } from '../announcer.tsx'
import { isSelected, selectedCount } from '../selection.ts'
import type { TableHandle } from '../table/table.tsx'
import { type SelectionControl, useSelection } from '../use-selection.ts'
import type { ListRows } from './list-rows.ts'

/** What an action works on. */
export interface Targets<T> {
  /** Those that are loaded. */
  readonly items: readonly T[]
  readonly count: number
  /** All of them; loads what is missing. */
  readonly all: () => Promise<readonly T[]>
}

export function targetsOf<T>(...items: readonly T[]): Targets<T> {
  return { items, count: items.length, all: async () => items }
}

export interface ListPageOptions<T> {
  /** Must not change from one render to the next. */
  readonly idOf: (row: T) => string
  /** Announced when the selection changes; lists without checkboxes have none. */
  readonly selectedText?: ((count: number) => string) | undefined
  /** The smallest selection that is announced. */
  readonly announceFrom?: number | undefined
}

export interface ListModel<T> extends ListRows<T> {
  readonly selection: SelectionControl
  /** Selected rows, loaded or not. */
  readonly count: number
  readonly selected: Targets<T>
  /** What keys act on: the selection, else the row at the cursor. */
  readonly targets: Targets<T>
  /** What the menu of a row acts on: the selection if the row belongs to it, else the row. */
  readonly menuTargets: (row: T | undefined) => Targets<T>
  readonly clearSelection: () => void
  readonly table: RefObject<TableHandle | null>
  readonly focusTable: () => void
  /** Where the words that narrow the list are written. */
  readonly field: RefObject<HTMLInputElement | null>
}

/** Rows, selection and focus of a list page. */
export function useListPage<T extends object>(
  source: ListRows<T>,
  options: ListPageOptions<T>,
): ListModel<T> {
  const { rows, loaded, readAll } = source
  const { idOf, selectedText, announceFrom = 1 } = options
  const keys = useMemo(() => rows.map((row) => row && idOf(row)), [rows, idOf])
  const selection = useSelection(keys)
  const { state, send } = selection
  const count = selectedCount(state, keys.length)
  const items = useMemo(() => loaded.filter((row) => isSelected(state, idOf(row))), [loaded, state, idOf])
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces a new count only, not a new text for the same count
  useEffect(() => {
    if (selectedText && count >= announceFrom) announce(selectedText(count))
  }, [count])
  const all = async () =>
    state.inverse && readAll ? (await readAll()).filter((row) => isSelected(state, idOf(row))) : items
  const selected = { items, count, all }
  const alone = (row: T | undefined) => (row ? targetsOf(row) : targetsOf<T>())
  const table = useRef<TableHandle>(null)
  const focusTable = () => table.current?.focus()
  return {
    ...source,
    selection,
    count,
    selected,
    targets: count > 0 ? selected : alone(rows[state.cursorIndex]),
    menuTargets: (row) => (row && isSelected(state, idOf(row)) ? selected : alone(row)),
    clearSelection: () => {
      send({ type: 'clear' })
      focusTable()
    },
    table,
    focusTable,
    field: useRef<HTMLInputElement>(null),
  }
}
