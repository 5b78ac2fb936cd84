import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { type ReactElement, useEffect, useRef } from 'react'
import type { MenuPopupProps } from '../overlay-props.ts'
import { useOverlayTheme } from '../overlay-theme.ts'
import { t } from '../strings.ts'
import { MenuItems, popupClass } from './menu-items.tsx'
import { returnFocus } from './return-focus.ts'

export function MenuPopup(props: MenuPopupProps): ReactElement {
  useNoNativeMenu(props.open)
  const theme = useOverlayTheme()
  const popup = useRef<HTMLDivElement>(null)
  const {
    open,
    onOpenChange,
    anchor,
    groups,
    label,
    header,
    align = 'start',
    side,
    returnTo,
    className,
  } = props
  return (
    <Base.Root
      open={open}
      modal
      onOpenChange={(next, details) => {
        // A press on the anchor button is left to the button, whose click closes the menu.
        const own =
          details.event.target instanceof Node &&
          anchor instanceof Element &&
          anchor.contains(details.event.target)
        if (!next && own && details.reason === 'outside-press') details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner
          {...(anchor instanceof Element || anchor === null
            ? { anchor, align, side, sideOffset: 6, collisionAvoidance: AROUND }
            : {
                anchor: pointAt(anchor),
                side: 'right',
                align: 'start',
                sideOffset: 2,
                collisionAvoidance: ALONG,
              })}
          className="z-[1500]"
          {...theme}
          // A landmark, as all content must be inside one.
          role="region"
          aria-label={label ?? t('menu')}
        >
          <Base.Popup
            ref={popup}
            aria-label={label}
            finalFocus={returnFocus(popup, returnTo)}
            className={clsx(popupClass, className)}
          >
            {header}
            <MenuItems groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Opens above if there is no space below, beside if there is neither. */
const AROUND = { fallbackAxisSide: 'end' } as const
/** Beside the pointer, shifted up to fit the window. */
const ALONG = { align: 'shift', fallbackAxisSide: 'none' } as const

const pointAt = ({ x, y }: { x: number; y: number }) => ({
  getBoundingClientRect: () => new DOMRect(x, y, 0, 0),
})

/** Suppresses the browser's context menu while the menu is open. */
function useNoNativeMenu(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const prevent = (event: Event) => event.preventDefault()
    document.addEventListener('contextmenu', prevent)
    return () => document.removeEventListener('contextmenu', prevent)
  }, [open])
}
