import type { ReactElement } from 'react'
import { createStore } from '../lib/store.ts'

/** Announcements for assistive technology: "3 items selected", "Sorted by size". */

const announced = createStore('')
let count = 0

/** Announces the text politely; a repeated text is announced again. */
export function announce(text: string): void {
  // An unchanged region is not read; the invisible character changes it.
  announced.set(text + (++count % 2 ? '\u200b' : ''))
}

/** Mounted once in the page. */
export const Announcer = (): ReactElement => (
  <div role="status" aria-live="polite" className="sr-only">
    {announced.use()}
  </div>
)
