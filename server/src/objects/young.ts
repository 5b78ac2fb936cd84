import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Chunks from a socket lie beside V8's heap, with next to nothing in it. V8 takes their sum for a full heap and
 * collects everything every few dozen MiB, which costs more than receiving them does. They die young: a look at the
 * young objects alone frees them, a hundred times as cheap. What lives through two looks counts as old and is freed by
 * the dear kind alone, so they are farther apart than what some thirty bodies have in flight is large; but not so far that
 * V8 comes first, at 64 MiB.
 */
const EVERY = 24 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void
let collect: Collect | undefined
let received = 0

/** Told of every chunk, it lets go of those before in time. Bytes. */
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
