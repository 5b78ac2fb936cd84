import { useSyncExternalStore } from 'react'

/**
 * What the person has just done and the lists do not show yet. It lies over the rows the server gave, so that a
 * rename, a move or a delete shows at once, and taking it away again is an exact rollback however many overlap.
 */

/** Which list a row is hidden from: a folder's id, or one of these. */
export type ListName = string
export const TRASH_LIST: ListName = 'list:trash'
export const FAVORITES_LIST: ListName = 'list:favorites'

export interface PendingChange {
  /** Ids that are gone from a list. */
  readonly hides?: readonly { readonly list: ListName; readonly ids: Iterable<string> }[]
  /** Fields that differ, by id, wherever the row is shown. */
  readonly patches?: Iterable<readonly [id: string, fields: object]>
}

export interface PendingHandle {
  /** The server has done it: lists asked for after now show it by themselves. */
  settle(): void
  /** Some of it came to nothing, or all of it when no ids are given: those rows are as they were. */
  release(ids?: Iterable<string>): void
}

interface Entry {
  readonly hides: { readonly list: ListName; readonly ids: Set<string> }[]
  readonly patches: Map<string, object>
  /** `performance.now()` of the settlement; a list asked for later no longer needs it. */
  settledAt: number | undefined
}

/** Longer than any answer stays cached, so that an old list never shows what is gone. */
const FORGET_MS = 15 * 60_000

let entries: readonly Entry[] = []
let version = 0
const listeners = new Set<() => void>()

function changed(next: readonly Entry[] = entries): void {
  entries = next
  version++
  for (const listener of listeners) listener()
}

/** Lays a change over the lists until it is settled or released. */
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

/** Whether anything is hidden from a list that was asked for at `askedAt`; undefined where nothing is. */
export function hiddenKeys(list: ListName, askedAt: number): ((id: string) => boolean) | undefined {
  const sets = entries
    .filter((entry) => holds(entry, askedAt))
    .flatMap((entry) => entry.hides.filter((hide) => hide.list === list && hide.ids.size > 0))
  return sets.length === 0 ? undefined : (id) => sets.some(({ ids }) => ids.has(id))
}

const patched = new WeakMap<object, { version: number; askedAt: number; row: object }>()

/** The row with what is pending for it; the same object as long as nothing changed, so that it need not be drawn anew. */
export function withPending<T extends object>(id: string, row: T, askedAt: number): T {
  if (entries.length === 0) return row
  const known = patched.get(row)
  if (known?.version === version && known.askedAt === askedAt) return known.row as T
  const fields = entries
    .filter((entry) => holds(entry, askedAt))
    .flatMap((entry) => entry.patches.get(id) ?? [])
  if (fields.length === 0) return row
  const next = Object.assign({}, row, ...fields) as T
  const same = known && JSON.stringify(known.row) === JSON.stringify(next)
  patched.set(row, { version, askedAt, row: same ? known.row : next })
  return same ? (known.row as T) : next
}

/** A number that changes with what is pending. */
export const usePendingVersion = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => version,
  )
