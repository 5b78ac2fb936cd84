import { Popover as Base } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { useOverlayTheme } from './overlay-theme.ts'

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens it. */
  trigger: ReactElement
  /** Anchor, if not the button. */
  anchor?: RefObject<Element | null> | undefined
  label: string
  align?: 'start' | 'end' | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  className?: string | undefined
  children: ReactNode
}

/** A small panel anchored to a button. Esc and a press beside it close it. */
export function Popover(props: PopoverProps): ReactElement {
  const { open, onOpenChange, trigger, anchor, label, align = 'start', className, children } = props
  const theme = useOverlayTheme()
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          {...(anchor ? { anchor } : {})}
          align={align}
          sideOffset={4}
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
          className="z-[1500]"
          {...theme}
        >
          <Base.Popup
            aria-label={label}
            {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
            className={clsx(
              'pop-in max-h-(--available-height) rounded-l border border-line bg-pop text-fg shadow-2 outline-none',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
