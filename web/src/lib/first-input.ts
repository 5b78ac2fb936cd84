/** Work that can wait until somebody is there: the page is drawn and quiet before it begins. */

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'dragenter'] as const

/** Runs once at the first pointer or key of a person; the answer takes it back. */
export function onFirstInput(run: () => void): () => void {
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, seen, true)
  }
  const seen = (event: Event) => {
    if (isOfThePage(event)) return
    stop()
    run()
  }
  for (const sign of SIGNS) addEventListener(sign, seen, { capture: true, passive: true })
  return stop
}

/** Where the page is laid out under a pointer that rests, the browser tells of a move by nothing. */
const isOfThePage = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0
