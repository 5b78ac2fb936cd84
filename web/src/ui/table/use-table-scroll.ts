import type { RowData } from '@tanstack/react-table'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import { indexesOf, useRowWindow } from '../use-row-window.ts'
import type { SelectionControl } from '../use-selection.ts'
import type { TableHandle, TableProps } from './table-props.ts'

export const HEAD_HEIGHT = 36

export interface TableScroll {
  readonly ref: RefObject<HTMLDivElement | null>
  /** Rows to draw: those in view, a few around, and always the cursor's. */
  readonly indexes: readonly number[]
  readonly showIndex: (index: number) => void
  /** Rows that fit. */
  readonly page: () => number
}

interface Options<T extends RowData> extends TableProps<T> {
  height: number
  headHeight: number
  cursorIndex: number
}

/** Which rows are in view. The place survives the page being put away and shown again. */
export function useTableScroll<T extends RowData>(options: Options<T>): TableScroll {
  const { rows, height, headHeight, cursorIndex, onRange, selection } = options
  const ref = useRef<HTMLDivElement>(null)
  useKeptScroll(ref)
  const view = useRowWindow({
    element: ref,
    count: rows.length,
    rowHeight: height,
    before: headHeight,
    sticky: true,
  })
  const { first, last, showIndex, page } = view
  useEffect(() => {
    if (last >= 0) onRange?.(first, last)
  }, [first, last, onRange])
  useImperativeHandle(options.ref, () =>
    tableHandle(ref, selection, { rowHeight: height, headHeight, showIndex }),
  )
  const inView = cursorIndex >= first && cursorIndex <= last
  const apart = cursorIndex >= 0 && cursorIndex < rows.length && !inView ? cursorIndex : undefined
  const indexes = useMemo(() => {
    const shown = indexesOf({ first, last })
    return apart === undefined ? shown : [...shown, apart]
  }, [first, last, apart])
  return { ref, indexes, showIndex, page }
}

/** The handle of a table or of tiles. */
export const tableHandle = (
  ref: RefObject<HTMLElement | null>,
  selection: SelectionControl,
  sizes: Pick<TableHandle, 'rowHeight' | 'headHeight' | 'showIndex'>,
): TableHandle => ({
  ...sizes,
  get element() {
    return ref.current
  },
  focus: () => ref.current?.focus(),
  show: (key, select = false) => {
    const index = selection.keys.indexOf(key)
    if (index < 0) return
    sizes.showIndex(index)
    if (select) selection.send({ type: 'only', key })
  },
})

/** A hidden page loses its scroll place in some browsers; effects run again when it is shown. */
function useKeptScroll(ref: RefObject<HTMLElement | null>): void {
  const top = useRef(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    element.scrollTop = top.current
    // Asked when it is put away: asking on every scroll would lay the page out once more a frame.
    return () => {
      top.current = element.scrollTop
    }
  }, [ref])
}
