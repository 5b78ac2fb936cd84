import { type KeyboardEvent, type MouseEvent, type PointerEvent, type SyntheticEvent, useRef } from 'react'
import { isSelected, selectedCount } from '../ui/selection.ts'
import { useLongPress } from '../ui/use-long-press.ts'
import type { SelectionControl } from '../ui/use-selection.ts'

/** Handlers of a list of rows or tiles: each has `data-index` and a button `data-select`, those that open one `data-open`. */

/** The row or tile of an event, and where it is in the list. */
const placeOf = ({ target }: SyntheticEvent) => {
  const row = (target as Element).closest<HTMLElement>('[data-index]')
  return { row, index: Number(row?.dataset.index ?? -1) }
}

export function useListInput({ state, keys, send }: SelectionControl) {
  const press = useLongPress()
  /** A key that is handled presses no button when it is released. */
  const handledKey = useRef('')
  const isSelecting = selectedCount(state, keys.length) > 0

  const onClickCapture = (event: MouseEvent) => {
    const { index } = placeOf(event)
    const key = keys[index]
    const target = event.target as Element
    const isBox = target.closest('[data-select]') !== null
    const isLongPress = press.consume()
    if (key === undefined) return
    const isTap = press.isTouch() && isSelecting
    const isChoice = isBox || isTap || event.shiftKey || event.ctrlKey || event.metaKey
    if (!isLongPress && !isChoice) return
    event.preventDefault()
    event.stopPropagation()
    if (isLongPress) return
    send(event.shiftKey ? { type: 'range', index, keep: true } : { type: 'toggle', key })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    handledKey.current = ''
    const { row, index } = placeOf(event)
    const key = keys[index]
    if (!row || event.altKey) return
    const target = event.target as Element
    const to = targetOf(event, row, index)
    if (event.key === ' ' && key !== undefined && target.closest('[data-open]')) send({ type: 'toggle', key })
    else if (to) {
      const part = target.closest('[data-open]') ? '[data-open]' : '[data-select]'
      const next = to.querySelector<HTMLElement>(part) ?? to.querySelector<HTMLElement>('[data-select]')
      next?.focus()
      if (event.shiftKey && key !== undefined) {
        if (!isSelected(state, key)) send({ type: 'toggle', key })
        send({ type: 'range', index: Number(to.dataset.index), keep: true })
      }
    } else return
    handledKey.current = event.key
    event.preventDefault()
  }

  return {
    onClickCapture,
    onKeyDown,
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === handledKey.current) event.preventDefault()
    },
    onPointerDown: (event: PointerEvent) => {
      const key = keys[placeOf(event).index]
      press.start(event, () => key !== undefined && send({ type: 'toggle', key }))
    },
    onPointerMove: press.move,
    onPointerUp: press.end,
    onPointerCancel: press.end,
    // A long press chooses; the browser's own menu would cover that.
    onContextMenu: (event: MouseEvent) => press.isTouch() && event.preventDefault(),
  }
}

/** Where an arrow key, Home or End leads. */
function targetOf({ key }: KeyboardEvent, row: HTMLElement, index: number): HTMLElement | undefined {
  const rows = [...(row.parentElement?.children ?? [])] as HTMLElement[]
  const across = rows.filter((one) => one.offsetTop === row.offsetTop).length
  switch (key) {
    case 'ArrowDown':
      return rows[index + across]
    case 'ArrowUp':
      return rows[index - across]
    case 'ArrowRight':
      return across > 1 ? rows[index + 1] : undefined
    case 'ArrowLeft':
      return across > 1 ? rows[index - 1] : undefined
    case 'Home':
      return rows[0]
    case 'End':
      return rows.at(-1)
    default:
      return undefined
  }
}
