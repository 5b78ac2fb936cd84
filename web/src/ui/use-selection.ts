import { useMemo, useState } from 'react'
import {
  type Keys,
  keepExisting,
  NO_SELECTION,
  nextSelection,
  type Selection,
  type SelectionEvent,
} from './selection.ts'

export interface SelectionControl {
  readonly state: Selection
  readonly keys: Keys
  readonly send: (event: SelectionEvent) => void
}

/**
 * A selection over these rows. What is no longer among them leaves it.
 * @param initial what was chosen when the list was last shown.
 */
export function useSelection(keys: Keys, initial: Selection = NO_SELECTION): SelectionControl {
  const [known, setKnown] = useState(keys)
  const [state, setState] = useState(initial)
  if (known !== keys && !sameKeys(known, keys)) {
    setKnown(keys)
    setState(keepExisting(state, keys))
  }
  return useMemo(
    () => ({
      state,
      keys: known,
      send: (event) => setState((now) => nextSelection(now, event, known)),
    }),
    [state, known],
  )
}

const sameKeys = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index])
