import { type ReactElement, Suspense, useState } from 'react'
import { BottomSheetPanel, DrawerPanel } from './overlay.ts'
import type { BottomSheetProps, DrawerProps } from './overlay-props.ts'

/** A sheet from below for phones; a swipe down, Esc or a tap beside it closes it. */
export function BottomSheet(props: BottomSheetProps): ReactElement | null {
  return useEverOpen(props.open) ? (
    <Suspense>
      <BottomSheetPanel {...props} />
    </Suspense>
  ) : null
}

/** A panel that comes in from the side and keeps the page behind it. */
export function Drawer(props: DrawerProps): ReactElement | null {
  return useEverOpen(props.open) ? (
    <Suspense>
      <DrawerPanel {...props} />
    </Suspense>
  ) : null
}

/** Its part is fetched with the first opening, and stays for the closing movement. */
function useEverOpen(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
