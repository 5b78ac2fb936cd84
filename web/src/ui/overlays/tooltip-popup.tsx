import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, useEffect } from 'react'
import { Kbd } from '../kbd.tsx'
import type { TooltipPopupProps } from '../overlay-props.ts'

export function TooltipPopup(props: TooltipPopupProps): ReactElement | null {
  const { label, keys, side = 'bottom', anchor, onHide } = props
  useEffect(() => {
    // The anchor may be removed without a pointerleave: a row scrolls away, a dialog closes.
    const watch = setInterval(() => !anchor.isConnected && onHide(), 500)
    addEventListener('scroll', onHide, true)
    return () => {
      clearInterval(watch)
      removeEventListener('scroll', onHide, true)
    }
  }, [anchor, onHide])
  if (!anchor.isConnected) return null
  return (
    <Base.Root open onOpenChange={(open) => !open && onHide()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="pointer-events-none z-[1800]">
          <Base.Popup
            role="tooltip"
            className="fade-in flex max-w-72 items-center gap-2 rounded-s bg-tip px-2 py-1 text-caption text-tip-fg shadow-2"
          >
            {label}
            {keys && <Kbd keys={keys} className="border-white/25 text-tip-fg opacity-80" />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
