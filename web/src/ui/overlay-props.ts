import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { ActionGroup } from '../lib/action.ts'

/** Props of the overlays, shared by the controls that open them and by the part that draws them. */

/** What the opener of a dialog or drawer passes to it. */
export interface OverlayControl {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export interface DialogControl extends OverlayControl {
  /** Called after the closing animation, to reset the content. */
  onClosed?: (() => void) | undefined
}

export interface DialogProps extends DialogControl {
  title: ReactNode
  /** One line under the title: how many, how large. */
  description?: ReactNode | undefined
  width?: 480 | 600 | 640 | 860 | undefined
  /** Under the body, always in view; buttons to the right, cancel left of the action. */
  footer?: ReactNode | undefined
  /** At the left end of the footer. */
  footerStart?: ReactNode | undefined
  /** No cross; not closed by Esc or a click beside it. */
  required?: boolean | undefined
  /** Over all that is open, menus and sheets too; for what comes unasked and must be answered first. */
  aboveAll?: boolean | undefined
  /** There is unsaved input: Esc, a click beside it and the cross ask before discarding it. */
  dirty?: boolean | undefined
  /** A save is running: stays open until the reply, which may be a refusal. */
  busy?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Focused after closing, instead of the opener. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /** Body without padding, for lists and trees that reach the edges. */
  flush?: boolean | undefined
  children?: ReactNode
}

export interface DrawerProps extends OverlayControl {
  side: 'left' | 'right'
  title: ReactNode
  /** CSS width; default 440. At most the screen less 48 px; at the right, full screen on phones. */
  width?: number | undefined
  /** Without a head, for the side menu. */
  bare?: boolean | undefined
  /** There is unsaved input: Esc, a click beside it and the cross ask before discarding it. */
  dirty?: boolean | undefined
  /** A save is running: stays open until the reply, which may be a refusal. */
  busy?: boolean | undefined
  footer?: ReactNode | undefined
  className?: string | undefined
  children: ReactNode
}

export interface BottomSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  header?: ReactNode | undefined
  returnTo?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

export interface ConfirmOptions {
  type?: 'success' | 'info' | 'warning' | 'error' | undefined
  /** The question, or what happened. */
  title: string
  /** The consequence. */
  text?: ReactNode | undefined
  /** Affected items: a name, and at the right a reason or count. */
  list?: readonly { label: ReactNode; value?: ReactNode | undefined }[] | undefined
  /** Further content below the list. */
  details?: ReactNode | undefined
  confirmText?: string | undefined
  /** `null` shows a single button. */
  cancelText?: string | null | undefined
  /** A further answer between the two: the action done differently. */
  otherText?: string | undefined
  /** Destructive action: dark red button. */
  danger?: boolean | undefined
  confirmIcon?: LucideIcon | undefined
  /** The initially focused button; default: `cancel` for destructive actions, otherwise `confirm`. */
  focus?: 'confirm' | 'cancel' | undefined
}

/** `confirm`: the action's button; `other`: the one of `otherText`; `cancel`: the cancel button; `dismiss`: Esc. */
export type ConfirmAnswer = 'confirm' | 'other' | 'cancel' | 'dismiss'

export type ToastKind = 'ok' | 'error' | 'info' | 'online' | 'offline'

export interface ToastOptions {
  /** Such as Undo; pressing it closes the toast. */
  action?: { label: string; run: () => void } | undefined
}

export interface ToastRequest extends ToastOptions {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
}

export interface ToastStackProps {
  requests: readonly ToastRequest[]
  onGone: (id: number) => void
}

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

export interface TooltipContent {
  label: ReactNode
  /** The shortcut, in the notation of actions. */
  keys?: string | undefined
  side?: TooltipSide | undefined
}

export interface TooltipPopupProps extends TooltipContent {
  anchor: Element
  onHide: () => void
}

/** The position: at the pointer or at an element. */
export type MenuAnchor = { x: number; y: number } | Element

export interface MenuPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: MenuAnchor | null
  groups: readonly ActionGroup[]
  label?: string | undefined
  header?: ReactNode | undefined
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
  returnTo: RefObject<HTMLElement | null>
  className?: string | undefined
}

export interface ActionSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ActionGroup[]
  label: string
  header?: ReactNode | undefined
  returnTo?: RefObject<HTMLElement | null> | undefined
}
