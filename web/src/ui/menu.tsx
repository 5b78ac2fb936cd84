import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react'
import type { ActionGroup } from '../lib/action.ts'
import { MenuPopup, preloadOverlays } from './overlay.ts'
import type { MenuPopupProps } from './overlay-props.ts'

export interface MenuTriggerProps {
  ref?: React.Ref<HTMLButtonElement>
  onClick?: React.MouseEventHandler<HTMLButtonElement> | undefined
  onKeyDown?: React.KeyboardEventHandler<HTMLButtonElement> | undefined
  onPointerEnter?: React.PointerEventHandler<HTMLButtonElement> | undefined
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

export interface MenuProps {
  /** One button; it gets the menu's ARIA attributes and opens it. */
  trigger: ReactElement<MenuTriggerProps>
  groups?: readonly ActionGroup[] | undefined
  /** Replaces `groups`: a lazily loaded popup with its own content. */
  children?: ((popup: AnchoredPopup) => ReactElement) | undefined
  /** Accessible name, if the button's is not enough. */
  label?: string | undefined
  /** Shown above the actions, such as the signed-in person. */
  header?: ReactNode | undefined
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
  className?: string | undefined
}

/** Props that anchor a popup to the menu's button. */
export type AnchoredPopup = Pick<MenuPopupProps, 'open' | 'onOpenChange' | 'anchor' | 'align' | 'returnTo'>

/** A menu anchored to a button. */
export function Menu({ trigger, align = 'end', groups = [], children, ...popup }: MenuProps): ReactElement {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const show = (next: boolean) => {
    setUsed(true)
    setOpen(next)
  }
  const hung: AnchoredPopup = {
    open,
    onOpenChange: setOpen,
    anchor: button.current,
    align,
    returnTo: button,
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowDown' || event.currentTarget.getAttribute('aria-disabled') === 'true') return
    event.preventDefault()
    show(true)
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => show(!open),
        onKeyDown,
        onPointerEnter: preloadOverlays,
      })}
      {used && (
        <Suspense>{children ? children(hung) : <MenuPopup {...popup} {...hung} groups={groups} />}</Suspense>
      )}
    </>
  )
}
