import { Toast as Base } from '@base-ui/react/toast'
import { LIMITS } from '@clouddisk/contract/limits'
import { CircleAlert, CircleCheck, Info, type LucideIcon, Wifi, WifiOff, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { ToastKind, ToastRequest, ToastStackProps } from '../overlay-props.ts'
import { t } from '../strings.ts'

/** Maximum number of visible toasts; the newest are shown. */
const SHOWN = 2

const PLACE = {
  bottom: LIMITS.toastOffsetPx,
  gap: LIMITS.toastGapPx,
  zIndex: LIMITS.toastLayer,
} as const

/** Stacked toasts, 16 px apart, the first 20 px from the bottom; on phones above the bars. */
export function ToastStack(props: ToastStackProps): ReactElement {
  return (
    <Base.Provider timeout={LIMITS.toastMs} limit={SHOWN}>
      <Follow {...props} />
      <Base.Portal>
        <Base.Viewport
          aria-label={t('notifications')}
          className="pointer-events-none fixed left-1/2 flex w-[440px] max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col outline-none max-md:mb-14"
          style={PLACE}
        >
          <Messages />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

/** Mirrors the requests into Base UI's toast manager. */
function Follow({ requests, onGone }: ToastStackProps): null {
  const { add, close } = Base.useToastManager()
  const added = useRef(new Map<number, string>())
  useEffect(() => {
    for (const request of requests) {
      if (!added.current.has(request.id)) added.current.set(request.id, add(optionsOf(request, onGone)))
    }
    const requested = new Set(requests.map(({ id }) => id))
    for (const [id, base] of added.current) {
      if (requested.has(id)) continue
      added.current.delete(id)
      close(base)
    }
  }, [requests, onGone, add, close])
  return null
}

const optionsOf = ({ id, kind, text, action }: ToastRequest, onGone: (id: number) => void) => ({
  title: text,
  type: kind,
  priority: kind === 'error' ? ('high' as const) : ('low' as const),
  onClose: () => onGone(id),
  ...(action && {
    actionProps: {
      children: action.label,
      onClick: () => {
        onGone(id)
        action.run()
      },
    },
  }),
})

// Toasts are dark in light and dark mode.
const ICONS: Record<ToastKind, { icon: LucideIcon; color: string }> = {
  ok: { icon: CircleCheck, color: '#6bd09a' },
  error: { icon: CircleAlert, color: '#ff8f86' },
  info: { icon: Info, color: '#8db4ff' },
  online: { icon: Wifi, color: '#8db4ff' },
  offline: { icon: WifiOff, color: '#f2b65a' },
}

function Messages(): ReactElement {
  const { toasts, close } = Base.useToastManager()
  const newest = toasts[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close(newest)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [newest, close])
  // Newest on top, so that older toasts do not move.
  return (
    <>
      {toasts.map((one) => (
        <Message key={one.id} toast={one} onClose={() => close(one.id)} />
      ))}
    </>
  )
}

function Message(props: { toast: Base.Root.ToastObject; onClose: () => void }): ReactElement {
  const { toast: one, onClose } = props
  const { icon: Icon, color } = ICONS[one.type as ToastKind] ?? ICONS.info
  return (
    <Base.Root
      toast={one}
      swipeDirection={['down', 'right']}
      // The library reads errors out of a copy and hides the message, but its buttons can be focused.
      aria-hidden={false}
      aria-live={one.priority === 'high' ? 'off' : undefined}
      onClick={onClose}
      className="pop-in pointer-events-auto cursor-default rounded-l bg-tip text-tip-fg shadow-2 data-limited:hidden"
    >
      <Base.Content className="flex min-h-10 items-center gap-2.5 py-2 pr-2 pl-3">
        <Icon size={17} aria-hidden style={{ color }} />
        <Base.Title className="min-w-0 flex-1 text-secondary break-words" />
        {one.actionProps && (
          <Base.Action
            onClick={(event) => event.stopPropagation()}
            className="finger rounded-s px-2 py-1 text-secondary font-semibold underline underline-offset-4 outline-white hover:bg-white/10"
          />
        )}
        <Base.Close
          aria-label={t('close')}
          aria-hidden={false}
          className="finger flex size-7 items-center justify-center rounded-s opacity-70 outline-white hover:bg-white/10 hover:opacity-100"
        >
          <X size={15} aria-hidden />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  )
}
