import { type ReactElement, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { DialogWindow } from './overlay.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One line under the title: how many, how large. */
  description?: ReactNode | undefined
  width?: 480 | 600 | 640 | 860 | undefined
  /** Under the body, always in view; buttons to the right, cancel left of the action. */
  footer?: ReactNode | undefined
  /** At the left end of the footer. */
  footerStart?: ReactNode | undefined
  /** Without a cross and not closed by Esc or a click beside it: something must be decided first. */
  required?: boolean | undefined
  /** Something was entered that is not saved: Esc, a click beside it and the cross ask whether it may go. */
  dirty?: boolean | undefined
  /** A save is on its way: it stays open until the answer is here, since that may be a refusal. */
  busy?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Where focus goes afterwards, when it should not go back to what opened it. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /** After the closing movement; the place to forget what it showed. */
  onClosed?: (() => void) | undefined
  /** Body without padding, for lists and trees that reach the edges. */
  flush?: boolean | undefined
  children?: ReactNode
}

/** A dialog in the middle, at most 92 vh, its body scrolls; on phones the whole screen. Traps focus and gives it back. */
export function Dialog(props: DialogProps): ReactElement | null {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  return used ? (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  ) : null
}
