import { type ReactElement, useSyncExternalStore } from 'react'

/** What assistive technology is told besides what it sees: "3 items selected", "Sorted by size". */

let text = ''
let turn = 0
const listeners = new Set<() => void>()

/** Says it politely, once; the same words again are said again. */
export function announce(words: string): void {
  turn++
  // A region that does not change is not read; the invisible mark makes it change.
  text = words + (turn % 2 ? '\u200b' : '')
  for (const changed of listeners) changed()
}

/** Stands once in the page. */
export function Announcer(): ReactElement {
  const words = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => text,
  )
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {words}
    </div>
  )
}
