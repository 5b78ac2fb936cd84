import type { RowData } from '@tanstack/react-table'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { preferences } from '../../lib/preferences.ts'
import type { MenuAnchor } from '../overlay-props.ts'
import { isSelected, selectedCount } from '../selection.ts'
import { useLongPress } from '../use-long-press.ts'
import type { Column } from './columns.ts'
import { clickEvent, movedIndex, moveEvent } from './table-keys.ts'
import type { TableProps } from './table-props.ts'
import type { TableScroll } from './use-table-scroll.ts'

interface Options<T extends RowData>
  extends Pick<TableProps<T>, 'rows' | 'selection' | 'onOpen' | 'onMenu' | 'onKeyDown'> {
  selectable: boolean
  columns: readonly Column<T>[]
  cursorIndex: number
  /** A tap opens a row; a long press starts selecting. */
  touchOpens: boolean
  scroll: Pick<TableScroll, 'showIndex' | 'page'>
  /** Items side by side; 1 in a list. */
  across?: number | undefined
}

const CONTROLS = 'button, a, input, textarea, select, [data-no-select]'

/** Pointer and keyboard input of a table or tiles, with one listener for all rows, which have `data-index`. */
export function useTableInput<T extends RowData>(options: Options<T>) {
  const { rows, selection, selectable, columns, cursorIndex, scroll, onOpen, onMenu } = options
  const [hovered, setHovered] = useState(-1)
  const [byKeyboard, setByKeyboard] = useState(false)
  const [focused, setFocused] = useState(false)
  const [headCursor, setHeadCursor] = useState<number>()
  const [menuRow, setMenuRow] = useState<{ key: string; button: HTMLElement }>()
  const press = useLongPress()
  const { keys, state, send } = selection
  const count = selectedCount(state, rows.length)

  const rowAt = (target: EventTarget | null) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    const index = element ? Number(element.dataset.index) : -1
    return { element, index, key: keys[index], row: rows[index] }
  }

  const menuOn = (index: number, anchor: MenuAnchor) => {
    const key = keys[index]
    const inside = key !== undefined && isSelected(state, key)
    // On phones a selection changes the effect of a tap, so the menu does not select its row.
    if (key !== undefined && !inside && selectable && !options.touchOpens) send({ type: 'only', key })
    onMenu?.({
      row: rows[index],
      keys:
        key === undefined
          ? []
          : inside
            ? keys.filter((one): one is string => one !== undefined && isSelected(state, one))
            : [key],
      anchor,
    })
  }

  const onClick = (event: MouseEvent) => {
    if (press.consume()) return
    const target = event.target as Element
    const { key, row, index } = rowAt(target)
    if (key === undefined || row === undefined) {
      if (!target.closest('[role=columnheader]')) send({ type: 'clear' })
      return
    }
    if (target.closest('[data-select]')) {
      send(event.shiftKey ? { type: 'range', index, keep: true } : { type: 'toggle', key })
      return
    }
    const menuButton = target.closest<HTMLElement>('[data-menu]')
    if (menuButton) {
      // Not every browser focuses a pressed button, to which the menu returns the focus.
      menuButton.focus({ preventScroll: true })
      setMenuRow({ key, button: menuButton })
      return menuOn(index, menuButton)
    }
    if (target.closest(CONTROLS)) return
    if (press.isTouch() && selectable && count > 0) send({ type: 'toggle', key })
    else if (press.isTouch() && options.touchOpens) onOpen?.(row)
    else if (opensByClick(event)) {
      // The second of two clicks is not for what the first one opened.
      if (event.detail <= 1) onOpen?.(row)
    } else send(selectable ? clickEvent(event, index, key) : { type: 'move', index })
  }

  /** A click with a key held down selects. */
  const opensByClick = (event: MouseEvent) =>
    onOpen !== undefined &&
    preferences().openBy === 'single' &&
    !(event.shiftKey || event.ctrlKey || event.metaKey)

  const onDoubleClick = (event: MouseEvent) => {
    const { row } = rowAt(event.target)
    if (row === undefined || (event.target as Element).closest(CONTROLS)) return
    if (!(press.isTouch() && options.touchOpens) && preferences().openBy === 'double') onOpen?.(row)
  }

  const onContextMenu = (event: MouseEvent) => {
    if ((event.target as Element).closest('input, textarea')) return
    if (!onMenu) return
    event.preventDefault()
    if (press.isTouch()) return
    menuOn(rowAt(event.target).index, { x: event.clientX, y: event.clientY })
  }

  /** Clears the row of an open menu once pointer and focus have left it. */
  const clearMenuRow = (now: Element | null) => {
    if (menuRow && now !== menuRow.button && !now?.closest('[role=menu]')) setMenuRow(undefined)
  }

  const onPointerDown = (event: PointerEvent) => {
    setByKeyboard(false)
    setHeadCursor(undefined)
    const { key } = rowAt(event.target)
    press.start(event, () => key !== undefined && selectable && send({ type: 'toggle', key }))
  }

  const headCells = columns.length + (selectable ? 1 : 0)
  /** The head is reached like a row above the first. */
  const keyInHead = (event: KeyboardEvent): boolean => {
    if (headCursor === undefined) {
      const enters =
        event.key === 'ArrowUp' &&
        cursorIndex <= 0 &&
        !event.shiftKey &&
        columns.some((column) => column.getCanSort())
      if (enters) setHeadCursor(selectable ? 1 : 0)
      return enters
    }
    if (event.key === 'ArrowLeft') setHeadCursor(Math.max(0, headCursor - 1))
    else if (event.key === 'ArrowRight') setHeadCursor(Math.min(headCells - 1, headCursor + 1))
    else if (event.key === 'Enter' || event.key === ' ') {
      const column = columns[headCursor - (selectable ? 1 : 0)]
      if (column?.getCanSort()) column.toggleSorting()
      else if (!column) send({ type: count === rows.length ? 'clear' : 'all' })
    } else {
      setHeadCursor(undefined)
      return event.key === 'ArrowDown'
    }
    return true
  }

  const keyOnRow = (event: KeyboardEvent): boolean => {
    // Enter on a focused menu button presses it instead of opening the row.
    if ((event.key === 'Enter' || event.key === ' ') && (event.target as Element).closest('[data-menu]'))
      return false
    const cursor = keys[cursorIndex]
    const row = rows[cursorIndex]
    if (event.key === 'Enter' && row !== undefined && !event.altKey && !event.ctrlKey) onOpen?.(row)
    else if (event.key === ' ' && cursor !== undefined && selectable) send({ type: 'toggle', key: cursor })
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && selectable)
      send({ type: 'all' })
    else if (event.key === 'Escape' && count > 0) send({ type: 'clear' })
    else if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu') {
      const element = document.getElementById(event.currentTarget.getAttribute('aria-activedescendant') ?? '')
      menuOn(element ? cursorIndex : -1, element ? besideName(element) : event.currentTarget)
    } else return false
    return true
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget && (event.target as Element).closest('input, textarea')) return
    options.onKeyDown?.(event)
    if (event.defaultPrevented) return
    setByKeyboard(true)
    const place = { count: rows.length, index: cursorIndex, page: scroll.page(), across: options.across }
    const to = movedIndex(event, place)
    if (keyInHead(event) || keyOnRow(event)) event.preventDefault()
    else if (to !== undefined) {
      event.preventDefault()
      send(selectable ? moveEvent(event, to) : { type: 'move', index: to })
      scroll.showIndex(to)
    }
  }

  return {
    hovered,
    /** The row whose button has an open menu; its buttons stay visible. */
    held: menuRow ? keys.indexOf(menuRow.key) : -1,
    headCursor: focused ? headCursor : undefined,
    ring: focused && byKeyboard && headCursor === undefined,
    activeId: (id: string) => {
      if (headCursor !== undefined) return `${id}-head-${headCursor}`
      return cursorIndex >= 0 ? `${id}-row-${cursorIndex}` : undefined
    },
    handlers: {
      onClick,
      onDoubleClick,
      onContextMenu,
      onPointerDown,
      onKeyDown,
      onPointerMove: press.move,
      onPointerUp: press.end,
      onPointerCancel: press.end,
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return
        setHovered(rowAt(event.target).index)
        clearMenuRow(document.activeElement)
      },
      onPointerLeave: () => {
        setHovered(-1)
        clearMenuRow(document.activeElement)
      },
      onFocus: (event: React.FocusEvent) => {
        // A field inside has its own focus ring.
        setFocused(event.target === event.currentTarget)
        if (event.target.matches(':focus-visible')) setByKeyboard(true)
        clearMenuRow(event.target)
      },
      onBlur: (event: React.FocusEvent) => {
        setFocused(false)
        // Without a related target the window itself may have lost the focus.
        if (event.relatedTarget instanceof Element) clearMenuRow(event.relatedTarget)
      },
    },
  }
}

/** Position of a menu opened by keyboard: beside the row's name, which stays visible. */
function besideName(element: Element): MenuAnchor {
  const { right, bottom } = (element.querySelector('[title]') ?? element).getBoundingClientRect()
  return { x: right, y: bottom }
}
