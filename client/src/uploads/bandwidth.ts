import type { Clock } from './ports.ts'
import { grantedSpeed } from './state.ts'

/** A transfer: bytes, granted bytes per second, and start time in ms. */
interface SentBytes {
  readonly rate: number
  readonly bytes: number
  readonly startedAt: number
  readonly signal: AbortSignal
}

/** More parts than are ever sent at a time. */
const DEBT_PARTS_MAX = 8

/**
 * Delays the caller after a transfer until the granted rate allows the next one (A§9 sync speed), since external stores
 * do not limit rates. A user's own limit is shared by all parts in flight: each waits for those before it. The general
 * limit applies to each part separately.
 */
export function createBandwidthLimiter(clock: Clock): (sent: SentBytes) => Promise<void> {
  /** When the transfers so far end at the granted rate. */
  let busyUntil = 0
  let largestBytes = 0
  return async ({ rate, bytes, startedAt: began, signal }) => {
    if (rate <= 0) return
    const isShared = grantedSpeed({ syncSpeed: rate }) !== null
    largestBytes = Math.max(largestBytes, bytes)
    // The clock may have been set back, or the rate raised: caps the delay at what can be in flight.
    const queuedUntil = Math.min(busyUntil, clock.now() + (largestBytes / rate) * 1000 * DEBT_PARTS_MAX)
    const sentUntil = (isShared ? Math.max(queuedUntil, began) : began) + (bytes / rate) * 1000
    if (isShared) busyUntil = sentUntil
    const ms = sentUntil - clock.now()
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
