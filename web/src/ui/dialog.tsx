import { type ReactElement, Suspense, useState } from 'react'
import { DialogWindow } from './overlay.ts'
import type { DialogProps } from './overlay-props.ts'

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
