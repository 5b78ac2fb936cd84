import { type ReactElement, useSyncExternalStore } from 'react'

/** Announcements for assistive technology: "3 items selected", "Sorted by size". */

let text = ''
let turn = 0
const listeners = new Set<() => void>()

/** Announces the text politely; a repeated text is announced again. */
export function announce(words: string): void {
  turn++
  // An unchanged region is not read; the invisible character changes it.
  text = words + (turn % 2 ? '\u200b' : '')
  for (const changed of listeners) changed()
}

/** Mounted once in the page. */
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
