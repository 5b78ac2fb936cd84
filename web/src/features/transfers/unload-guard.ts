import { hasOtherTab } from './tabs/leadership.ts'

/** Interval of checks for another tab, ms. */
const CHECK_MS = 3000

/**
 * Warns before the page is left during transfers that no other tab would continue.
 * @param isBusy whether this tab transfers or will.
 * @param hasFilesAlone whether only this tab has some of the files.
 * @param subscribe calls back when either may have changed.
 * @returns suppresses the next warning, after another confirmation.
 */
export function guardUnload(
  { isBusy, hasFilesAlone }: { isBusy: () => boolean; hasFilesAlone: () => boolean },
  subscribe: (changed: () => void) => void,
): () => void {
  let otherTab = false
  let suppressed = false
  let timer: ReturnType<typeof setInterval> | undefined
  const check = () => void hasOtherTab().then((found) => (otherTab = found))
  const warn = (event: BeforeUnloadEvent) => {
    if (isBusy() && (hasFilesAlone() || !otherTab) && !suppressed) event.preventDefault()
    suppressed = false
  }
  subscribe(() => {
    if (isBusy() === (timer !== undefined)) return
    if (timer === undefined) {
      check()
      timer = setInterval(check, CHECK_MS)
      addEventListener('beforeunload', warn)
    } else {
      clearInterval(timer)
      timer = undefined
      removeEventListener('beforeunload', warn)
    }
  })
  return () => {
    suppressed = true
  }
}
