import type { RouterHistory } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Something lies over the page: the key of the page's own entry. */
    over?: string
  }
}

type State = RouterHistory['location']['state']

/** The page's own entry of the history, whatever lies over it. */
export const pageEntryKey = (state: State): string => state.over ?? state.__TSR_key ?? 'first'

/** An entry at the same address for what lies over the page, unless it has one; answers the entry beneath. */
export function pushOverlayEntry(history: RouterHistory): string {
  const { href, state } = history.location
  const over = pageEntryKey(state)
  if (!state.over) history.push(href, { over })
  return over
}
