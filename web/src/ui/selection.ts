/**
 * Selection and cursor of a list (DESIGN.md section 6). Pure; keys are row ids.
 * A row selected by a plain click is deselected when the cursor moves on; rows selected by checkbox, range or
 * marquee stay selected.
 */

/** Row ids in order; `undefined` if a row is not loaded. */
export type Keys = readonly (string | undefined)[]

export interface Selection {
  /** The selected rows. With `inverse`, the deselected ones: all were selected while not all were loaded. */
  readonly selected: ReadonlySet<string>
  readonly inverse: boolean
  /** The row with the cursor; need not be selected. Undefined while that row is not loaded. */
  readonly cursor: string | undefined
  /** Index of the cursor, -1 without one. */
  readonly cursorIndex: number
  /** The cursor's row was removed, and the cursor is at the row now in its place. */
  readonly fallen: boolean
  /** Index where a range began, -1 without one. */
  readonly anchorIndex: number
  /** Key of that row. */
  readonly anchor: string | undefined
  /** Selected by a plain click. */
  readonly lone: boolean
}

export const NO_SELECTION: Selection = {
  selected: new Set(),
  inverse: false,
  cursor: undefined,
  cursorIndex: -1,
  fallen: false,
  anchor: undefined,
  anchorIndex: -1,
  lone: false,
}

export type SelectionEvent =
  /** Plain click: selects only this row. */
  | { type: 'only'; key: string }
  /** Ctrl+click, Space or the row's checkbox. */
  | { type: 'toggle'; key: string }
  /** Shift+click or Shift+move: from the anchor to here. `keep` adds to the selection (Ctrl+Shift). */
  | { type: 'range'; index: number; keep?: boolean }
  /** Moves only the cursor, also to a row that is not loaded. */
  | { type: 'move'; index: number }
  | { type: 'all' }
  | { type: 'clear' }
  /** Marquee: these rows, plus those of `base`. */
  | { type: 'set'; keys: Iterable<string>; base?: Selection | undefined }

/** The next selection. */
export function nextSelection(state: Selection, event: SelectionEvent, keys: Keys): Selection {
  switch (event.type) {
    case 'only':
      return { ...at(state, keys.indexOf(event.key), keys), ...chosen([event.key]), lone: true }
    case 'toggle':
      return {
        ...at(state, keys.indexOf(event.key), keys),
        selected: toggled(state.selected, event.key),
        lone: false,
      }
    case 'range':
      return ranged(state, event, keys)
    case 'move':
      return {
        ...at(state, event.index, keys),
        selected: state.lone ? new Set() : state.selected,
        lone: false,
      }
    case 'all': {
      const complete = keys.every((key) => key !== undefined)
      return complete
        ? { ...state, ...chosen(loaded(keys)) }
        : { ...state, selected: new Set(), inverse: true, lone: false }
    }
    case 'clear':
      return { ...at(state, state.cursorIndex, keys), ...chosen([]) }
    case 'set':
      return event.base ? added(state, event.base, event.keys) : { ...state, ...chosen(event.keys) }
  }
}

const chosen = (keys: Iterable<string>) => ({ selected: new Set(keys), inverse: false, lone: false })
const loaded = (keys: Keys): string[] => keys.filter((key) => key !== undefined)

/** Cursor and anchor at a row. */
function at(state: Selection, index: number, keys: Keys): Selection {
  if (index < 0) return state
  return {
    ...state,
    cursor: keys[index],
    cursorIndex: index,
    fallen: false,
    anchor: keys[index],
    anchorIndex: index,
  }
}

function ranged(state: Selection, event: Extract<SelectionEvent, { type: 'range' }>, keys: Keys): Selection {
  const from = [state.anchorIndex, state.cursorIndex, event.index].find((index) => index >= 0) ?? 0
  const [start, end] = from < event.index ? [from, event.index] : [event.index, from]
  const between = loaded(keys.slice(start, end + 1))
  const moved = {
    ...state,
    cursor: keys[event.index],
    cursorIndex: event.index,
    fallen: false,
    anchor: keys[from],
    anchorIndex: from,
  }
  return event.keep ? added(moved, state, between) : { ...moved, ...chosen(between) }
}

/** The rows of `base` and these. */
function added(state: Selection, base: Selection, keys: Iterable<string>): Selection {
  const selected = base.inverse ? without(base.selected, keys) : new Set([...base.selected, ...keys])
  return { ...state, selected, inverse: base.inverse, lone: false }
}

/** The set with the key added, or without it if it was there. */
export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

function without(selected: ReadonlySet<string>, keys: Iterable<string>): ReadonlySet<string> {
  const next = new Set(selected)
  for (const key of keys) next.delete(key)
  return next
}

export const isSelected = (state: Selection, key: string): boolean =>
  state.inverse !== state.selected.has(key)

/** @param total rows in the list, loaded or not. */
export const selectedCount = (state: Selection, total: number): number =>
  state.inverse ? Math.max(0, total - state.selected.size) : state.selected.size

/**
 * The selection after the rows changed: removed rows leave it; the cursor follows its row, or stays at its
 * index if the row was removed. While rows are not loaded, none counts as removed.
 */
export function keepExisting(state: Selection, now: Keys): Selection {
  const complete = now.every((key) => key !== undefined)
  const there = complete && state.selected.size > 0 ? new Set(now) : undefined
  const gone = there ? [...state.selected].filter((key) => !there.has(key)) : []
  const cursorIndex = placeOf(state.cursor, state.cursorIndex, now)
  const anchorIndex = placeOf(state.anchor, state.anchorIndex, now)
  return {
    ...state,
    selected: gone.length === 0 ? state.selected : without(state.selected, gone),
    cursorIndex,
    cursor: now[cursorIndex],
    // Until the cursor is moved, also where the removed row comes back. A row that is not loaded may be the cursor's row.
    fallen:
      state.fallen ||
      (state.cursor !== undefined && now[cursorIndex] !== undefined && now[cursorIndex] !== state.cursor),
    anchorIndex,
    anchor: now[anchorIndex],
  }
}

function placeOf(key: string | undefined, index: number, now: Keys): number {
  if (index < 0) return -1
  const found = key === undefined || now[index] === key ? index : now.indexOf(key)
  return Math.min(found < 0 ? index : found, now.length - 1)
}
