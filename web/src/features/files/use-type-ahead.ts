import { type KeyboardEvent, useState } from 'react'
import { findByTyping, typeBuffer } from './type-ahead.ts'
import type { FolderArea } from './use-folder-area.ts'

/**
 * Letters typed on the list go to the row that begins with them. A first plain S is the star's key and is left to it;
 * Shift+S, or S after another letter, is typed.
 */
export function useTypeAhead(area: Pick<FolderArea, 'rows' | 'selection' | 'list'>) {
  const [buffer, setBuffer] = useState(() => typeBuffer())
  const [last, setLast] = useState(Number.NEGATIVE_INFINITY)
  return (event: KeyboardEvent): boolean => {
    // Where one goes by other keys, another word begins.
    if (MOVES.test(event.key)) {
      setBuffer(() => typeBuffer())
      setLast(Number.NEGATIVE_INFINITY)
    }
    if (!isTyped(event)) return false
    const begun = event.timeStamp - last < 800
    if (!begun && event.key === 's') return false
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
