import { type ReactElement, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { BottomSheetPanel, DrawerPanel } from './overlay.ts'

export interface BottomSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  header?: ReactNode | undefined
  returnTo?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** A sheet from below for phones; a swipe down, Esc or a tap beside it closes it. */
export function BottomSheet(props: BottomSheetProps): ReactElement | null {
  return useEverOpen(props.open) ? (
    <Suspense>
      <BottomSheetPanel {...props} />
    </Suspense>
  ) : null
}

export interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  side: 'left' | 'right'
  title: ReactNode
  /** CSS width; 440 for editing. Never wider than the screen less 48 px; at the right, a phone's whole screen. */
  width?: number | undefined
  /** The side menu draws its own head. */
  bare?: boolean | undefined
  /** Something was entered that is not saved: Esc, a click beside it and the cross ask whether it may go. */
  dirty?: boolean | undefined
  /** A save is on its way: it stays open until the answer is here, since that may be a refusal. */
  busy?: boolean | undefined
  footer?: ReactNode | undefined
  className?: string | undefined
  children: ReactNode
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
