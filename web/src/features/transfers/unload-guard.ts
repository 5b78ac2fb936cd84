import { hasOtherTab } from './tabs/leadership.ts'

/** How often it is looked whether another tab would go on, ms. */
const LOOK_MS = 3000

/**
 * Warns before the page is left while something is transferred that no other tab would go on with.
 * @param isBusy whether this tab transfers now, or will.
 * @param hasFilesAlone whether files are known to this tab only, so that no other tab can go on.
 * @param subscribe tells when that may have changed.
 * @returns lets the page be left once without: whoever leaves it was asked otherwise.
 */
export function guardUnload(
  { isBusy, hasFilesAlone }: { isBusy: () => boolean; hasFilesAlone: () => boolean },
  subscribe: (changed: () => void) => void,
): () => void {
  let heir = false
  let asked = false
  let timer: ReturnType<typeof setInterval> | undefined
  const look = () => void hasOtherTab().then((found) => (heir = found))
  const warn = (event: BeforeUnloadEvent) => {
    if (isBusy() && (hasFilesAlone() || !heir) && !asked) event.preventDefault()
    asked = false
  }
  subscribe(() => {
    if (isBusy() === (timer !== undefined)) return
    if (timer === undefined) {
      look()
      timer = setInterval(look, LOOK_MS)
      addEventListener('beforeunload', warn)
    } else {
      clearInterval(timer)
      timer = undefined
      removeEventListener('beforeunload', warn)
    }
  })
  return () => {
    asked = true
  }
}
