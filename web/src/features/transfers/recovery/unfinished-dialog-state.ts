import { createStore } from '../../../lib/store.ts'
import { toast } from '../../../ui/toast.tsx'

const shown = createStore(false)
const count = createStore(0)
/** Opened by the toast, which is gone afterwards: the focus then returns to the header's button. */
let fromToast = false
let closeToast = (): void => undefined

function show(byToast: boolean): void {
  fromToast = byToast
  closeToast()
  shown.set(true)
}

/** State of the dialog that lists unfinished uploads of other browsers, its toast and their count. */
export const unfinishedDialog = {
  use: shown.use,
  useCount: count.use,
  setCount: (now: number) => now !== count.get() && count.set(now),
  close: () => shown.set(false),
  get fromToast(): boolean {
    return fromToast
  },
  open: () => show(false),
  showToast(text: string, label: string): void {
    closeToast = toast.info(text, { action: { label, run: () => show(true) } })
  },
}
