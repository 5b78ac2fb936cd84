import { nameKey } from '@clouddisk/contract/names'
import { type KeyboardEvent, useState } from 'react'
import { initials } from '../../lib/initials.ts'
import type { FolderArea } from './use-folder-area.ts'

/** Type-ahead search. Chinese names match by their characters or by the first letters of their pinyin. */

const begins = (name: string, typed: string): boolean => {
  const key = nameKey(name)
  return key.startsWith(typed) || initials(key).startsWith(typed)
}

/**
 * Index of the next row that begins with the typed text, searching cyclically from `from`; -1 if none. A
 * repeated letter moves from match to match.
 */
export function findByTyping(
  typed: string,
  from: number,
  rows: { total: number; nameAt: (index: number) => string | undefined },
): number {
  const key = nameKey(typed)
  const repeated = [...key].every((char) => char === [...key][0]) && [...key].length > 1
  const find = (prefix: string, start: number) => {
    for (let step = 0; step < rows.total; step++) {
      const index = (start + step) % rows.total
      const name = rows.nameAt(index)
      if (name !== undefined && begins(name, prefix)) return index
    }
    return -1
  }
  // The first letter searches after the cursor; further letters may match the current row.
  const whole = find(key, [...key].length === 1 ? from + 1 : Math.max(0, from))
  if (whole >= 0 || !repeated) return whole
  return find([...key][0] ?? '', from + 1)
}

/** Collects typed characters until a pause of `ms`. */
export function typeBuffer(ms = 800): (char: string, now: number) => string {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return (char, now) => {
    text = now - last > ms ? char : text + char
    last = now
    return text
  }
}

/**
 * Letters typed on the list move the cursor to the row that begins with them. A first plain S or L is the shortcut of
 * favorites or labels; Shift+S, or S after another letter, is typed.
 */
export function useTypeAhead(area: Pick<FolderArea, 'rows' | 'selection' | 'list'>) {
  const [buffer, setBuffer] = useState(() => typeBuffer())
  const [last, setLast] = useState(Number.NEGATIVE_INFINITY)
  return (event: KeyboardEvent): boolean => {
    // Moving by other keys ends the typed text.
    if (MOVES.test(event.key)) {
      setBuffer(() => typeBuffer())
      setLast(Number.NEGATIVE_INFINITY)
    }
    if (!isTyped(event)) return false
    const begun = event.timeStamp - last < 800
    if (!begun && 'sl'.includes(event.key)) return false
    const typed = buffer(event.key, event.timeStamp)
    setLast(event.timeStamp)
    const { rows, selection, list } = area
    const index = findByTyping(typed, selection.state.cursorIndex, {
      total: rows.length,
      nameAt: (place) => rows[place]?.instanceName,
    })
    if (index >= 0) {
      selection.send({ type: 'move', index })
      list.current?.showIndex(index)
    }
    return true
  }
}

const MOVES = /^(Arrow\w+|Home|End|Page\w+|Enter|Escape)$/

const isTyped = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !' /?'.includes(event.key)
