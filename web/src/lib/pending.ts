import { createStore } from './store.ts'

/**
 * Optimistic updates: changes laid over the server's rows, so that a rename, move or delete shows at once.
 * Removing a change is an exact rollback, however many overlap.
 */

/** The list a row is hidden from: a folder id or one of these. */
export type ListName = string
export const TRASH_LIST: ListName = 'list:trash'
export const FAVORITES_LIST: ListName = 'list:favorites'

export interface PendingChange {
  /** Ids hidden from a list. */
  readonly hides?: readonly { readonly list: ListName; readonly ids: Iterable<string> }[]
  /** Changed fields by id, wherever the row is shown. */
  readonly patches?: Iterable<readonly [id: string, fields: object]>
}

export interface PendingHandle {
  /** The server has committed: lists requested from now on include the change. */
  settle(): void
  /** Rolls back the rows with these ids, or all rows if none are given. */
  release(ids?: Iterable<string>): void
}

interface Entry {
  readonly hides: { readonly list: ListName; readonly ids: Set<string> }[]
  readonly patches: Map<string, object>
  /** `performance.now()` of the settlement; lists requested later do not need the change. */
  settledAt: number | undefined
}

/** Longer than any reply stays cached, so that an old list does not show removed rows. */
const FORGET_MS = 15 * 60_000

let entries: readonly Entry[] = []
const version = createStore(0)
/** A number that changes with every pending change. */
export const usePendingVersion = version.use

function changed(next: readonly Entry[] = entries): void {
  entries = next
  version.set(version.get() + 1)
}

/** Applies a change to the lists until it is settled or released. */
export function beginPending(change: PendingChange): PendingHandle {
  const entry: Entry = {
    hides: (change.hides ?? []).map(({ list, ids }) => ({ list, ids: new Set(ids) })),
    patches: new Map(change.patches ?? []),
    settledAt: undefined,
  }
  const drop = () => changed(entries.filter((one) => one !== entry))
  changed([...entries, entry])
  return {
    settle: () => {
      entry.settledAt = performance.now()
      setTimeout(drop, FORGET_MS)
      changed()
    },
    release: (ids) => {
      if (ids === undefined) return drop()
      for (const id of ids) {
        for (const hide of entry.hides) hide.ids.delete(id)
        entry.patches.delete(id)
      }
      changed()
    },
  }
}

const holds = (entry: Entry, askedAt: number): boolean =>
  entry.settledAt === undefined || askedAt < entry.settledAt

/** The ids hidden from a list that was requested at `askedAt`; undefined if none. */
export function hiddenKeys(list: ListName, askedAt: number): ((id: string) => boolean) | undefined {
  const sets = entries
    .filter((entry) => holds(entry, askedAt))
    .flatMap((entry) => entry.hides.filter((hide) => hide.list === list && hide.ids.size > 0))
  return sets.length === 0 ? undefined : (id) => sets.some(({ ids }) => ids.has(id))
}

const patched = new WeakMap<object, { version: number; askedAt: number; row: object }>()

/**
 * The row with its pending changes; the same object while nothing changes, so that it is not rendered again.
 */
export function withPending<T extends object>(id: string, row: T, askedAt: number): T {
  if (entries.length === 0) return row
  const known = patched.get(row)
  if (known?.version === version.get() && known.askedAt === askedAt) return known.row as T
  const fields = entries
    .filter((entry) => holds(entry, askedAt))
    .flatMap((entry) => entry.patches.get(id) ?? [])
  if (fields.length === 0) return row
  const next = Object.assign({}, row, ...fields) as T
  const same = known && JSON.stringify(known.row) === JSON.stringify(next)
  patched.set(row, { version: version.get(), askedAt, row: same ? known.row : next })
  return same ? (known.row as T) : next
}
