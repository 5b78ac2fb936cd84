import { Drawer as Base } from '@base-ui/react/drawer'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { CloseGuardContext } from '../close-guard.ts'
import { t as formText } from '../form-strings.ts'
import { IconButton } from '../icon-button.tsx'
import type { BottomSheetProps, DrawerProps } from '../overlay-props.ts'
import { useOverlayTheme } from '../overlay-theme.ts'
import { t } from '../strings.ts'
import { returnFocus } from './return-focus.ts'
import { useCloseGuard } from './use-close-guard.ts'

const backdrop = 'fade-in fixed inset-0 bg-scrim'

export function BottomSheetPanel(props: BottomSheetProps): ReactElement {
  const { open, onOpenChange, label, header, returnTo, children } = props
  const theme = useOverlayTheme()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection="down">
      <Base.Portal>
        <Base.Backdrop className={clsx(backdrop, 'z-[1200]')} />
        <Base.Viewport className="fixed inset-0 z-[1200] flex items-end" {...theme}>
          <Base.Popup
            ref={popup}
            aria-label={label}
            finalFocus={returnFocus(popup, returnTo)}
            className="flex max-h-[85dvh] w-full translate-y-(--drawer-swipe-movement-y) flex-col rounded-t-xl bg-pop text-fg pb-[env(safe-area-inset-bottom)] shadow-3 outline-none transition-transform duration-(--t-slow) ease-(--ease) data-ending-style:translate-y-full data-starting-style:translate-y-full data-swiping:duration-0"
          >
            <span aria-hidden className="mx-auto my-2.5 h-1 w-9 shrink-0 rounded-full bg-line-2" />
            {header && <div className="border-b border-line px-5 pt-1 pb-3.5">{header}</div>}
            <Base.Content className="overflow-y-auto py-2">{children}</Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

export function DrawerPanel(props: DrawerProps): ReactElement {
  const { open, side, title, width = 440, bare, busy, footer, className, children } = props
  const { closing, change } = useCloseGuard(props)
  const gone =
    side === 'left'
      ? 'max-w-[calc(100vw-48px)] data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
      : 'ml-auto max-w-[calc(100vw-48px)] max-md:w-full! max-md:max-w-none data-ending-style:translate-x-full data-starting-style:translate-x-full'
  return (
    <Base.Root open={open} onOpenChange={change} swipeDirection={side}>
      <CloseGuardContext value={closing}>
        <Base.Portal>
          <Base.Backdrop className={clsx(backdrop, 'z-[1000]')} />
          <Base.Viewport className="fixed inset-0 z-[1000] flex items-stretch">
            <Base.Popup
              style={{ width }}
              className={clsx(
                'flex translate-x-(--drawer-swipe-movement-x) flex-col bg-pop shadow-3 outline-none',
                'transition-transform duration-(--t-slow) ease-(--ease) data-swiping:duration-0',
                gone,
                className,
              )}
            >
              {bare ? (
                <Base.Title className="sr-only">{title}</Base.Title>
              ) : (
                <div className="flex h-15 shrink-0 items-center justify-between border-b border-line pr-3 pl-6">
                  <Base.Title className="text-page font-semibold">{title}</Base.Title>
                  <Base.Close
                    render={
                      <IconButton
                        icon={X}
                        label={t('close')}
                        disabledReason={busy ? formText('saving') : undefined}
                      />
                    }
                  />
                </div>
              )}
              <Base.Content className={clsx('min-h-0 flex-1 overflow-y-auto', !bare && 'p-6')}>
                {children}
              </Base.Content>
              {footer && (
                <div className="flex justify-end gap-2 border-t border-line px-6 py-4">{footer}</div>
              )}
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </CloseGuardContext>
    </Base.Root>
  )
}
