import { useSyncExternalStore } from 'react'

/** One value outside React that components follow: four methods and a hook. */
export interface ExternalStore<T> {
  get(): T
  set(next: T): void
  /** Calls back after each `set`; answers how to stop that. */
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
