/** Defers work until the first user input, so that the first paint is not delayed. */

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'dragenter'] as const

/** Runs once at the first pointer or key event; the returned function cancels it. */
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

/** Browsers send a pointermove without movement when the page is laid out under a resting pointer. */
const isOfThePage = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0
