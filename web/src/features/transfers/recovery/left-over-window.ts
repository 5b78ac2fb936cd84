import { createStore } from '../../../ui/external-store.ts'
import { type ToastOptions, toast } from '../../../ui/toast.tsx'

const shown = createStore(false)
const count = createStore(0)
let untell = (): void => undefined

/** The window that lists what other browsers have left, and what tells of it; how many there are. */
export const leftOverWindow = {
  use: shown.use,
  useCount: count.use,
  setCount: (now: number) => now !== count.get() && count.set(now),
  close: () => shown.set(false),
  /** What told of it has done its part. */
  open(): void {
    untell()
    shown.set(true)
  },
  tell(text: string, label: string): void {
    const action: ToastOptions['action'] = { label, run: leftOverWindow.open }
    untell = toast.info(text, { action })
  },
}
