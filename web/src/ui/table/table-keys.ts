import type { SelectionEvent } from '../selection.ts'

/** Keyboard handling of a grid of rows (DESIGN.md section 6). Pure. */

export interface GridPosition {
  /** Total number of rows. */
  readonly count: number
  /** Index of the cursor; -1 without one. */
  readonly index: number
  /** Rows per screen. */
  readonly page: number
  /** Items per row; 1 in a list. */
  readonly across?: number | undefined
}

type TableKeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The new cursor index; undefined if the key does not move the cursor. */
export function movedIndex(event: TableKeyPress, place: GridPosition): number | undefined {
  const { count, index, page, across = 1 } = place
  if (count === 0 || event.altKey) return undefined
  const clamp = (to: number) => Math.min(count - 1, Math.max(0, to))
  // The first key press only shows the cursor.
  const from = (step: number) => (index < 0 ? (step > 0 ? 0 : count - 1) : clamp(index + step))
  switch (event.key) {
    case 'ArrowDown':
      return index >= 0 && index + across > count - 1 && across > 1 ? clamp(index) : from(across)
    case 'ArrowUp':
      return index >= 0 && index - across < 0 && across > 1 ? clamp(index) : from(-across)
    case 'ArrowRight':
      return across > 1 ? from(1) : undefined
    case 'ArrowLeft':
      return across > 1 ? from(-1) : undefined
    case 'PageDown':
      return from(Math.max(1, page - 1) * across)
    case 'PageUp':
      return from(-Math.max(1, page - 1) * across)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** The selection event of a move: Shift extends the selection, otherwise only the cursor moves. */
export const moveEvent = (event: TableKeyPress, index: number): SelectionEvent =>
  event.shiftKey ? { type: 'range', index, keep: event.ctrlKey || event.metaKey } : { type: 'move', index }

/** The selection event of a click on a row. */
export const clickEvent = (
  event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  index: number,
  key: string,
): SelectionEvent => {
  const mod = event.ctrlKey || event.metaKey
  if (event.shiftKey) return { type: 'range', index, keep: mod }
  return mod ? { type: 'toggle', key } : { type: 'only', key }
}
