import { MINUTE } from '@clouddisk/contract/time'

const INTERVAL_MS = MINUTE

/** Logs at most one line a minute; `say` gets the number of calls suppressed since the last line. */
export function throttled<A extends unknown[]>(
  say: (suppressed: number, ...about: A) => void,
): (...about: A) => void {
  let quietUntil = 0
  let silent = 0
  return (...about) => {
    const now = performance.now()
    if (now < quietUntil) {
      silent++
      return
    }
    quietUntil = now + INTERVAL_MS
    say(silent, ...about)
    silent = 0
  }
}
