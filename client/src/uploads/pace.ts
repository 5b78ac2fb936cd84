import type { Clock } from './ports.ts'
import { grantedSpeed } from './state.ts'

/** What was sent: bytes a second that are granted, and when it began, ms. */
interface SentBytes {
  readonly rate: number
  readonly bytes: number
  readonly began: number
  readonly signal: AbortSignal
}

/** More than go up at one time. */
const PARTS_OWED = 8

/**
 * Holds whoever has sent something until the rate allows it (A§9 sync speed), for a store beside the server slows nobody. A
 * person's own limit is for all parts under way together: each takes its turn behind those that have gone. The usual rate,
 * where there is no limit, is each part's by itself.
 */
export function createPace(clock: Clock): (sent: SentBytes) => Promise<void> {
  /** Until when what has gone takes at the granted rate. */
  let taken = 0
  let largest = 0
  return async ({ rate, bytes, began, signal }) => {
    if (rate <= 0) return
    const isShared = grantedSpeed({ syncSpeed: rate }) !== null
    largest = Math.max(largest, bytes)
    // No more is owed than is under way: the clock may have been set back, or the rate raised.
    const owed = Math.min(taken, clock.now() + (largest / rate) * 1000 * PARTS_OWED)
    const due = (isShared ? Math.max(owed, began) : began) + (bytes / rate) * 1000
    if (isShared) taken = due
    const ms = due - clock.now()
    if (ms >= 1) await passed(clock, ms, signal)
  }
}

async function passed(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const forget = clock.after(ms, resolve)
    signal.addEventListener('abort', () => {
      forget()
      resolve()
    })
  })
}
