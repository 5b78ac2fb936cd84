import { type ReactElement, Suspense, useState } from 'react'
import { BottomSheetPanel, DrawerPanel } from './overlay.ts'
import type { BottomSheetProps, DrawerProps } from './overlay-props.ts'

/** A bottom sheet for phones; closed by a swipe down, Esc or a tap beside it. */
export function BottomSheet(props: BottomSheetProps): ReactElement | null {
  return useEverOpen(props.open) ? (
    <Suspense>
      <BottomSheetPanel {...props} />
    </Suspense>
  ) : null
}

/** A panel that slides in from the side over the page. */
export function Drawer(props: DrawerProps): ReactElement | null {
  return useEverOpen(props.open) ? (
    <Suspense>
      <DrawerPanel {...props} />
    </Suspense>
  ) : null
}

/** Loaded with the first opening, and kept mounted for the closing animation. */
function useEverOpen(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
