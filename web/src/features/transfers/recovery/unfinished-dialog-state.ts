import { createStore } from '../../../lib/store.ts'
import type { ToastOptions } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'

const shown = createStore(false)
const count = createStore(0)
/** Behind a message, which goes with its button: focus comes back to the door of the list instead. */
let isTold = false

function show(told: boolean): void {
  isTold = told
  untell()
  shown.set(true)
}
let untell = (): void => undefined

/** State of the dialog that lists unfinished uploads of other browsers, its toast and their count. */
export const unfinishedDialog = {
  use: shown.use,
  useCount: count.use,
  setCount: (now: number) => now !== count.get() && count.set(now),
  close: () => shown.set(false),
  get isTold(): boolean {
    return isTold
  },
  /** What told of it has done its part. */
  open: () => show(false),
  tell(text: string, label: string): void {
    const action: ToastOptions['action'] = { label, run: () => show(true) }
    untell = toast.info(text, { action })
  },
}
