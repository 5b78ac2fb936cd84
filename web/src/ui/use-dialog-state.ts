import { useCallback, useState } from 'react'
import type { DialogControl } from './overlay-props.ts'

export interface DialogState<T> {
  /** What a dialog is open for, also while it closes. */
  readonly shown: T | undefined
  /** Changes with each opening; as the key of the dialog it resets the dialog's state. */
  readonly key: number
  readonly show: (next: T) => void
  readonly control: DialogControl
}

/** Which of a page's dialogs and drawers is open, and for what. */
export function useDialogState<T>(): DialogState<T> {
  const [shown, setShown] = useState<T>()
  const [key, setKey] = useState(0)
  const [open, setOpen] = useState(false)
  const show = useCallback((next: T) => {
    setShown(() => next)
    setKey((now) => now + 1)
    setOpen(true)
  }, [])
  return { shown, key, show, control: { open, onOpenChange: setOpen, onClosed: () => setShown(undefined) } }
}
