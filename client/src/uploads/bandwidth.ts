import type { Clock } from './ports.ts'
import { grantedSpeed } from './state.ts'

/** What was sent: bytes a second that are granted, and when it began, ms. */
interface SentBytes {
  readonly rate: number
  readonly bytes: number
  readonly startedAt: number
  readonly signal: AbortSignal
}

/** More than go up at one time. */
const DEBT_PARTS_MAX = 8

/**
 * Holds whoever has sent something until the rate allows it (A§9 sync speed), for a store beside the server slows nobody. A
 * person's own limit is for all parts under way together: each takes its turn behind those that have gone. The usual rate,
 * where there is no limit, is each part's by itself.
 */
export function createBandwidthLimiter(clock: Clock): (sent: SentBytes) => Promise<void> {
  /** Until when what has gone takes at the granted rate. */
  let busyUntil = 0
  let largestBytes = 0
  return async ({ rate, bytes, startedAt: began, signal }) => {
    if (rate <= 0) return
    const isShared = grantedSpeed({ syncSpeed: rate }) !== null
    largestBytes = Math.max(largestBytes, bytes)
    // No more is owed than is under way: the clock may have been set back, or the rate raised.
    const queuedUntil = Math.min(busyUntil, clock.now() + (largestBytes / rate) * 1000 * DEBT_PARTS_MAX)
    const due = (isShared ? Math.max(queuedUntil, began) : began) + (bytes / rate) * 1000
    if (isShared) busyUntil = due
    const ms = due - clock.now()
    if (ms >= 1) await delay(clock, ms, signal)
  }
}

async function delay(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const cancelTimer = clock.after(ms, resolve)
    signal.addEventListener('abort', () => {
      cancelTimer()
      resolve()
    })
  })
}
