import { type ReactElement, Suspense, useState } from 'react'
import { DialogWindow } from './overlay.ts'
import type { DialogProps } from './overlay-props.ts'

/**
 * A centred dialog of at most 92 vh with a scrolling body; full screen on phones. Traps and returns the
 * focus.
 */
export function Dialog(props: DialogProps): ReactElement | null {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  return used ? (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  ) : null
}
