/**
 * Server reachability. After a failed call a health check is sent; only if that fails too is the server
 * reported as away, and then polled until it answers.
 */

const AGAIN_MS = 3000

let away = false
let asking = false
const listeners = new Set<() => void>()

export const isServerAway = (): boolean => away

/** Calls `changed` when the reachability changes; returns a function that unsubscribes. */
export function onReachability(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

function set(next: boolean): void {
  if (away === next) return
  away = next
  for (const changed of listeners) changed()
}

/** Records the outcome of a request. @param alive sends the health check. */
function note(answered: boolean, alive: () => Promise<boolean>): void {
  if (answered) set(false)
  else if (!asking) void watch(alive)
}

async function watch(alive: () => Promise<boolean>): Promise<void> {
  asking = true
  while (!(await alive())) {
    set(true)
    await new Promise<void>((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  asking = false
  set(false)
}

/** Status codes of a proxy without a backend. */
const NOBODY_THERE = new Set([502, 504])

/** A fetch that records reachability. @param alive sends the health check without this fetch. */
export const watchedFetch =
  (alive: () => Promise<boolean>): typeof fetch =>
  async (...request) => {
    try {
      const response = await fetch(...request)
      note(!NOBODY_THERE.has(response.status), alive)
      return response
    } catch (error) {
      // An aborted call says nothing about the server; a timeout may.
      if (!(request[1]?.signal?.aborted && error instanceof DOMException)) note(false, alive)
      throw error
    }
  }
