import { useSyncExternalStore } from 'react'

/** A value outside React that components subscribe to. */
export interface ExternalStore<T> {
  get(): T
  set(next: T): void
  /** Calls `changed` after each `set`; returns a function that unsubscribes. */
  subscribe(changed: () => void): () => void
  use(): T
}

export function createStore<T>(initial: T): ExternalStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (changed: () => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }
  return {
    get,
    subscribe,
    set: (next) => {
      value = next
      for (const changed of listeners) changed()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
