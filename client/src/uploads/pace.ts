import type { Clock } from './ports.ts'
import { grantedSpeed } from './state.ts'

/** What was sent: bytes a second that are granted, and when it began, ms. */
interface SentBytes {
  readonly rate: number
  readonly bytes: number
  readonly began: number
  readonly signal: AbortSignal
}

/**
 * Holds whoever has sent something until the rate allows it (A§9 sync speed), for a store beside the server slows nobody. A
 * person's own limit is for all parts under way together: each takes its turn behind those that have gone. The usual rate,
 * where there is no limit, is each part's by itself.
 */
export function createPace(clock: Clock): (sent: SentBytes) => Promise<void> {
  /** Until when what has gone takes at the granted rate. */
  let taken = 0
  return async ({ rate, bytes, began, signal }) => {
    if (rate <= 0) return
    const isShared = grantedSpeed({ syncSpeed: rate }) !== null
    const due = (isShared ? Math.max(taken, began) : began) + (bytes / rate) * 1000
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
