import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type CSSProperties, type ReactElement, useRef } from 'react'
import { CloseGuardContext } from '../close-guard.ts'
import { t as formText } from '../form-strings.ts'
import { IconButton } from '../icon-button.tsx'
import type { DialogProps } from '../overlay-props.ts'
import { t } from '../strings.ts'
import { useCloseGuard } from './use-close-guard.ts'

export function DialogWindow(props: DialogProps): ReactElement {
  const {
    open,
    title,
    description,
    width = 480,
    footer,
    footerStart,
    required,
    aboveAll,
    busy,
    flush,
    children,
  } = props
  const popup = useRef<HTMLDivElement>(null)
  const { closing, change } = useCloseGuard(props)
  const layer = aboveAll ? 'z-[1650]' : 'z-[1100]'
  return (
    <Base.Root
      open={open}
      onOpenChange={change}
      onOpenChangeComplete={(next) => !next && props.onClosed?.()}
      disablePointerDismissal={required ?? false}
    >
      <CloseGuardContext value={closing}>
        <Base.Portal>
          {/* Over another dialog too. */}
          <Base.Backdrop forceRender className={clsx('fade-in fixed inset-0 bg-scrim', layer)} />
          <Base.Viewport
            data-above-all={aboveAll || undefined}
            className={clsx('fixed inset-0 flex items-center justify-center max-md:items-stretch', layer)}
          >
            <Base.Popup
              ref={popup}
              initialFocus={props.initialFocus ?? ((openType) => firstFocus(popup.current, openType))}
              {...(props.finalFocus ? { finalFocus: props.finalFocus } : {})}
              style={{ '--dialog-width': `${width}px` } as CSSProperties}
              className="rise-in flex max-h-[92vh] w-(--dialog-width) max-w-[calc(100vw-32px)] flex-col rounded-xl bg-pop shadow-3 outline-none max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-none"
            >
              <div className="flex shrink-0 items-start justify-between gap-4 pt-5 pr-4 pb-3 pl-6">
                <div className="min-w-0">
                  <Base.Title className="text-page font-semibold break-words">{title}</Base.Title>
                  {description && (
                    <Base.Description className="text-caption text-mut">{description}</Base.Description>
                  )}
                </div>
                {!required && (
                  <Base.Close
                    render={
                      <IconButton
                        icon={X}
                        label={t('close')}
                        disabledReason={busy ? formText('saving') : undefined}
                        className="-mt-1"
                      />
                    }
                  />
                )}
              </div>
              <div className={clsx('min-h-0 flex-1 overflow-y-auto', flush ? '' : 'px-6 pt-1 pb-5')}>
                {children}
              </div>
              {(footer || footerStart) && (
                <div className="flex shrink-0 flex-wrap items-center justify-between gap-3 border-t border-line px-6 py-3.5 pb-[max(14px,env(safe-area-inset-bottom))]">
                  {footerStart && <div className="min-w-0">{footerStart}</div>}
                  {/* By themselves they are as wide as a phone. */}
                  <div className="ml-auto flex gap-2 max-md:only:grow max-md:only:*:grow max-md:only:[&>.contents>*]:grow">
                    {footer}
                  </div>
                </div>
              )}
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </CloseGuardContext>
    </Base.Root>
  )
}

/**
 * Focuses the first field, else the dialog, never a button. On touch screens always the dialog, so that no
 * keyboard opens.
 */
function firstFocus(popup: HTMLElement | null, openType: string): HTMLElement | null {
  const field =
    openType === 'touch' || matchMedia('(pointer: coarse)').matches
      ? null
      : popup?.querySelector<HTMLElement>('input, textarea, [data-autofocus]')
  return field ?? popup
}
