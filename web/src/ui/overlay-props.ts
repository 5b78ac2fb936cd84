import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { ActionGroup } from '../lib/action.ts'

/** Props of the overlays, shared by the controls that open them and by the part that draws them. */

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One line under the title: how many, how large. */
  description?: ReactNode | undefined
  width?: 480 | 600 | 640 | 860 | undefined
  /** Under the body, always in view; buttons to the right, cancel left of the action. */
  footer?: ReactNode | undefined
  /** At the left end of the footer. */
  footerStart?: ReactNode | undefined
  /** Without a cross and not closed by Esc or a click beside it: something must be decided first. */
  required?: boolean | undefined
  /** Something was entered that is not saved: Esc, a click beside it and the cross ask whether it may go. */
  dirty?: boolean | undefined
  /** A save is on its way: it stays open until the answer is here, since that may be a refusal. */
  busy?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Where focus goes afterwards, when it should not go back to what opened it. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /** After the closing movement; the place to forget what it showed. */
  onClosed?: (() => void) | undefined
  /** Body without padding, for lists and trees that reach the edges. */
  flush?: boolean | undefined
  children?: ReactNode
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
  /** What is concerned: a name, and at the right why or how many. */
  list?: readonly { label: ReactNode; value?: ReactNode | undefined }[] | undefined
  /** Anything more, below the list. */
  details?: ReactNode | undefined
  confirmText?: string | undefined
  /** `null` leaves one button: there is nothing to choose. */
  cancelText?: string | null | undefined
  /** The action destroys: dark red, with its icon. */
  danger?: boolean | undefined
  confirmIcon?: LucideIcon | undefined
  /** Which button Enter presses at once; the cancelling one where something is destroyed, unless said otherwise. */
  focus?: 'confirm' | 'cancel' | undefined
}

/** `confirm` the action, `cancel` the other button, `dismiss` Esc: a person who only looked. */
export type ConfirmAnswer = 'confirm' | 'cancel' | 'dismiss'

export interface ConfirmQuestion extends ConfirmOptions {
  readonly id: number
  readonly answer: (answer: ConfirmAnswer) => void
}

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
  /** Keys that do the same, as actions write them. */
  keys?: string | undefined
  side?: TooltipSide | undefined
}

export interface TooltipPopupProps extends TooltipContent {
  anchor: Element
  onHide: () => void
}

/** Where it opens: at the pointer, or at an element. */
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
