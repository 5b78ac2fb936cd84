import type { RouterHistory } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set while an overlay is open: the key of the page's own entry. */
    over?: string
  }
}

type State = RouterHistory['location']['state']

/** Key of the page's own history entry, also while an overlay is open. */
export const pageEntryKey = (state: State): string => state.over ?? state.__TSR_key ?? 'first'

/**
 * Pushes a history entry at the same address for an overlay, unless it has one; returns the page entry's key.
 */
export function pushOverlayEntry(history: RouterHistory): string {
  const { href, state } = history.location
  const over = pageEntryKey(state)
  if (!state.over) history.push(href, { over })
  return over
}
