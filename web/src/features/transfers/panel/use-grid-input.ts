import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { MenuAnchor } from '../../../ui/overlay-props.ts'
import { isSelected } from '../../../ui/selection.ts'
import { clickEvent, movedIndex, moveEvent } from '../../../ui/table/table-keys.ts'
import type { SelectionControl } from '../../../ui/use-selection.ts'
import type { TransferRowView } from './row-frame.tsx'

interface Options<T> {
  /** The grid's id; rows append their index. */
  id: string
  rows: readonly T[]
  selection: SelectionControl
  view: (row: T) => TransferRowView
  onOpen: (key: string) => void
  onDelete: (keys: readonly string[]) => void
  /** Opens the context menu of these rows. @param name of the row it was opened on. */
  onMenu: (keys: readonly string[], anchor: MenuAnchor, name: string) => void
  show: (index: number) => void
  /** Rows per screen. */
  page: () => number
}

/** Pointer and keyboard input of the transfer list, with one listener for all rows (DESIGN.md section 6). */
export function useGridInput<T>(options: Options<T>) {
  const [focused, setFocused] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const { onKeyDown, ...pointer } = inputOf(options)
  return {
    focused,
    /** Whether the cursor's focus ring is shown. */
    ring: focused && byKeyboard,
    handlers: {
      ...pointer,
      onKeyDown: (event: KeyboardEvent) => {
        setByKeyboard(true)
        onKeyDown(event)
      },
      onPointerDown: () => setByKeyboard(false),
      onFocus: (event: FocusEvent) => {
        setFocused(true)
        if (event.target.matches(':focus-visible')) setByKeyboard(true)
      },
      onBlur: () => setFocused(false),
    },
  }
}

function inputOf<T>(options: Options<T>) {
  const { id, rows, selection, view, onOpen, onDelete, show, page } = options
  const { state, keys, send } = selection
  const { cursorIndex } = state

  const rowAt = (target: EventTarget | null): { index: number; key: string | undefined } => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    const index = row ? Number(row.dataset.index) : -1
    return { index, key: keys[index] }
  }

  const menuAt = (index: number, key: string, anchor: MenuAnchor) => {
    const chosen = isSelected(state, key) ? [...state.selected] : [key]
    if (!isSelected(state, key)) send({ type: 'only', key })
    const row = rows[index]
    if (row !== undefined) options.onMenu(chosen, anchor, view(row).name)
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const { index, key } = rowAt(target)
    if (key === undefined) return send({ type: 'clear' })
    if (target.closest('[data-select]')) {
      return send(event.shiftKey ? { type: 'range', index, keep: true } : { type: 'toggle', key })
    }
    if (!target.closest('button')) send(clickEvent(event, index, key))
  }

  const onContextMenu = (event: MouseEvent) => {
    const { index, key } = rowAt(event.target)
    if (key === undefined) return
    event.preventDefault()
    menuAt(index, key, { x: event.clientX, y: event.clientY })
  }

  /** Handles a key on the cursor's row; returns whether it did. */
  const onRowKey = (event: KeyboardEvent, key: string): boolean => {
    const row = rows[cursorIndex]
    const { onToggle, open } = row === undefined ? {} : view(row)
    if (event.key === 'Enter') onOpen(key)
    else if (event.key === ' ') send({ type: 'toggle', key })
    else if (event.key === 'Delete') onDelete(state.selected.size > 0 ? [...state.selected] : [key])
    else if (event.key === 'ArrowRight' && onToggle && !open) onToggle()
    else if (event.key === 'ArrowLeft' && onToggle && open) onToggle()
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      menuAt(cursorIndex, key, document.getElementById(`${id}-${cursorIndex}`) ?? event.currentTarget)
    } else return false
    return true
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const to = movedIndex(event, { count: rows.length, index: cursorIndex, page: page() })
    const cursor = keys[cursorIndex]
    if (to !== undefined) {
      send(moveEvent(event, to))
      show(to)
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) send({ type: 'all' })
    else if (event.key === 'Escape' && state.selected.size > 0) send({ type: 'clear' })
    else if (cursor === undefined || !onRowKey(event, cursor)) return
    event.preventDefault()
    // Escape that cleared the selection must not close the panel as well.
    event.stopPropagation()
  }

  return { onClick, onContextMenu, onKeyDown }
}
