/**
 * Whether the server answers. One call that failed proves nothing: the server is asked for a sign of life, and only when
 * that does not come either is it said to be away; then it is asked again and again until it is back.
 */

const AGAIN_MS = 3000

let away = false
let asking = false
const listeners = new Set<() => void>()

export const isServerAway = (): boolean => away

/** Calls `changed` when the server goes away or is back; answers what stops that. */
export function onReachability(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

function set(next: boolean): void {
  if (away === next) return
  away = next
  for (const changed of listeners) changed()
}

/** Takes what a request came to. @param alive asks for a sign of life. */
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

/** What a proxy answers while nobody is behind it. */
const NOBODY_THERE = new Set([502, 504])

/** The page's fetch, watched. @param alive asks for a sign of life, by another way. */
export const watchedFetch =
  (alive: () => Promise<boolean>): typeof fetch =>
  async (...request) => {
    try {
      const response = await fetch(...request)
      note(!NOBODY_THERE.has(response.status), alive)
      return response
    } catch (error) {
      // A call that was given up says nothing of the server; one that took too long may.
      if (!(request[1]?.signal?.aborted && error instanceof DOMException)) note(false, alive)
      throw error
    }
  }
