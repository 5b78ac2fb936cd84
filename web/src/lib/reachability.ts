import { createStore } from './store.ts'

/**
 * Server reachability. After a failed call a health check is sent; only if that fails too is the server
 * reported as away, and then polled until it answers.
 */

const POLL_MS = 3000

let polling = false

/** Whether the server is known to be unreachable. */
export const serverUnreachable = createStore(false)

const set = (next: boolean) => next !== serverUnreachable.get() && serverUnreachable.set(next)

/** Records the outcome of a request. @param alive sends the health check. */
function note(answered: boolean, alive: () => Promise<boolean>): void {
  if (answered) set(false)
  else if (!polling) void watch(alive)
}

async function watch(alive: () => Promise<boolean>): Promise<void> {
  polling = true
  while (!(await alive())) {
    set(true)
    await new Promise<void>((resolve) => setTimeout(resolve, POLL_MS))
  }
  polling = false
  set(false)
}

/** Status codes of a proxy without a backend. */
const NOBODY_THERE = new Set([502, 504])

/** `send`, recording reachability. @param alive sends the health check without it. */
export const watchedFetch =
  (alive: () => Promise<boolean>, send: typeof fetch): typeof fetch =>
  async (...request) => {
    try {
      const response = await send(...request)
      note(!NOBODY_THERE.has(response.status), alive)
      return response
    } catch (error) {
      // An aborted call says nothing about the server; a timeout may.
      if (!(request[1]?.signal?.aborted && error instanceof DOMException)) note(false, alive)
      throw error
    }
  }
