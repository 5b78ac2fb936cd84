import { MINUTE } from '@clouddisk/contract/time'

const INTERVAL_MS = MINUTE

/** Logs at most one line a minute; `log` gets the number of calls suppressed since the last line. */
export function throttled<A extends unknown[]>(
  log: (count: number, ...about: A) => void,
): (...about: A) => void {
  let nextAt = 0
  let suppressed = 0
  return (...about) => {
    const now = performance.now()
    if (now < nextAt) {
      suppressed++
      return
    }
    nextAt = now + INTERVAL_MS
    log(suppressed, ...about)
    suppressed = 0
  }
}
