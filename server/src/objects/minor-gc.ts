import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Bytes between two minor collections. Buffers of transfers lie outside V8's heap, so V8 by itself starts only full
 * collections for them. A minor collection frees those that are not in use any more; those that survive two are freed
 * by a full collection only, so the distance is larger than what about thirty transfers have in flight. Why this is
 * worth it: docs/performance.md, "Measured without".
 */
const EVERY = 24 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void
let collect: Collect | undefined
let received = 0

/** Counts the bytes of a new buffer, and runs a minor collection when enough have come together. */
export function countReceived(bytes: number): void {
  received += bytes
  if (received < EVERY) return
  received = 0
  collect ??= collector()
  collect({ type: 'minor' })
}

function collector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
