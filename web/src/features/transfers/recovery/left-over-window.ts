import { createStore } from '../../../ui/external-store.ts'
import { type ToastOptions, toast } from '../../../ui/toast.tsx'

const shown = createStore(false)
let untell = (): void => undefined

/** The window that lists what other browsers have left, and the message that tells of it. */
export const leftOverWindow = {
  use: shown.use,
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
