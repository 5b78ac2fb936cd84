// biome-ignore-all lint/a11y/useSemanticElements: rows are drawn as they come into view, which a table element cannot do
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { type ReactElement, type ReactNode, useId, useMemo, useRef } from 'react'
import type { ActionGroup } from '../../../lib/action.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { isSelected } from '../../../ui/selection.ts'
import type { SelectionControl } from '../../../ui/use-selection.ts'
import { RowFrame, type TransferRowView } from './row-frame.tsx'
import { useGridInput } from './use-grid-input.ts'

interface TransferGridProps<T> {
  label: string
  rows: readonly T[]
  /** From `useSelection` over the rows' keys, in the same order. */
  selection: SelectionControl
  /** Called for the rows in view only, once per row while the function stays the same. */
  view: (row: T) => TransferRowView
  /** Estimated height before the row is measured, px. */
  heightOf: (row: T) => number
  /** The context menu of these rows. */
  menu: (keys: readonly string[]) => readonly ActionGroup[]
  /** Enter on a row. */
  onOpen: (key: string) => void
  /** Delete on the selection, else on the cursor's row. */
  onDelete: (keys: readonly string[]) => void
}

/**
 * Row heights by number of lines, with or without a progress bar, px. They must be exact: a row whose measured
 * height equals its estimate is not measured again when its state changes.
 */
export const ROW_HEIGHT = { plain: 57, bar: 73, error: 73, errorBar: 89 } as const

/** A virtual list of rows of different heights: one tab stop, arrows move the cursor, → and ← open and close folders. */
export function TransferGrid<T extends object>(
  props: TransferGridProps<T> & { /** Shown without rows. */ empty: ReactNode },
): ReactElement {
  return props.rows.length > 0 ? (
    <Grid {...props} />
  ) : (
    <div className="min-h-0 flex-1 overflow-y-auto">{props.empty}</div>
  )
}

function Grid<T extends object>(props: TransferGridProps<T>): ReactElement {
  const { label, rows, selection, heightOf, menu, onOpen, onDelete } = props
  const view = useRemembered(props.view)
  const phone = usePhone()
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const context = useContextMenu()
  const { state, keys } = selection
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => ref.current,
    estimateSize: (index) => rowHeight(rows[index], heightOf),
    getItemKey: (index) => keys[index] ?? index,
    overscan: 6,
    useFlushSync: false,
  })
  const { cursorIndex } = state
  const input = useGridInput({
    id,
    rows,
    selection,
    view,
    onOpen,
    onDelete,
    onMenu: (chosen, anchor, name) => context.open({ anchor, groups: menu(chosen), label: name }),
    show: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    page: () => Math.max(1, Math.floor((ref.current?.clientHeight ?? 0) / ROW_HEIGHT.bar)),
  })

  return (
    <>
      <div
        ref={ref}
        role="treegrid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows.length}
        aria-activedescendant={input.focused && cursorIndex >= 0 ? `${id}-${cursorIndex}` : undefined}
        {...input.handlers}
        className={clsx(
          'relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain select-none',
          cursorIndex < 0 ? 'focus-visible:-outline-offset-2' : 'outline-none',
        )}
      >
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]
            const rowKey = keys[index]
            if (row === undefined || rowKey === undefined) return null
            return (
              <RowFrame
                key={key}
                view={view(row)}
                phone={phone}
                ref={virtualizer.measureElement}
                id={`${id}-${index}`}
                index={index}
                count={rows.length}
                start={start}
                selected={isSelected(state, rowKey)}
                cursor={input.ring && index === cursorIndex}
              />
            )
          })}
        </div>
      </div>
      {context.element}
    </>
  )
}

const rowHeight = <T,>(row: T | undefined, heightOf: (row: T) => number): number =>
  row === undefined ? ROW_HEIGHT.plain : heightOf(row)

/** Caches the views, which scrolling requests repeatedly. */
function useRemembered<T extends object>(view: (row: T) => TransferRowView): (row: T) => TransferRowView {
  return useMemo(() => {
    const known = new WeakMap<T, TransferRowView>()
    return (row) => {
      const shown = known.get(row) ?? view(row)
      known.set(row, shown)
      return shown
    }
  }, [view])
}
