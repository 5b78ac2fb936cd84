import { extensionFor } from '../../lib/extension-points.ts'
import { createStore } from '../../lib/store.ts'

/** Set until the search page has moved the focus into its field. */
export const fieldRequested = createStore(false)

/** Opens the search page for somebody who writes on there. */
export function openSearch(search: Readonly<Record<string, string>>): void {
  fieldRequested.set(true)
  extensionFor('navigation')?.openSearch(search)
}
