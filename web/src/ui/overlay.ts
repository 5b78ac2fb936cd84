import type { ComponentType } from 'react'
import type { ItemFailure } from '../lib/batches.ts'
import { lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import type { OpenRequest } from '../lib/requests.ts'
import type {
  ActionSheetProps,
  BottomSheetProps,
  ConfirmAnswer,
  ConfirmOptions,
  DialogProps,
  DrawerProps,
  MenuPopupProps,
  ToastStackProps,
  TooltipPopupProps,
} from './overlay-props.ts'

/**
 * Lazy access to the overlays. Overlays use ui's controls, which open overlays; to break this import cycle,
 * app provides the load function.
 */
export interface Overlays {
  readonly DialogWindow: ComponentType<DialogProps>
  readonly DrawerPanel: ComponentType<DrawerProps>
  readonly BottomSheetPanel: ComponentType<BottomSheetProps>
  readonly MenuPopup: ComponentType<MenuPopupProps>
  readonly ActionSheet: ComponentType<ActionSheetProps>
  readonly QuestionWindow: ComponentType<OpenRequest<ConfirmOptions, ConfirmAnswer>>
  readonly ToastStack: ComponentType<ToastStackProps>
  readonly TooltipPopup: ComponentType<TooltipPopupProps>
  readonly showFailures: (what: string, failures: readonly ItemFailure[]) => void
  readonly showError: (what: string, error: unknown) => void
}

let fetchOverlays: () => Promise<Overlays>
const load = () => fetchOverlays()

/** Called once at start, before the first render. */
export const provideOverlays = (fetch: () => Promise<Overlays>): void => {
  fetchOverlays = fetch
}

export const DialogWindow = lazyPart(load, 'DialogWindow')
export const DrawerPanel = lazyPart(load, 'DrawerPanel')
export const BottomSheetPanel = lazyPart(load, 'BottomSheetPanel')
export const MenuPopup = lazyPart(load, 'MenuPopup')
export const ActionSheet = lazyPart(load, 'ActionSheet')
export const QuestionWindow = lazyPart(load, 'QuestionWindow')
export const ToastStack = lazyPart(load, 'ToastStack')
export const TooltipPopup = lazyPart(load, 'TooltipPopup')

export const loadOverlays = (): Promise<Overlays> => loadWithTimeout(load)

/** Loads the part ahead of its use; errors are reported by the use. */
export const preloadOverlays = (): void => void loadOverlays().catch(() => undefined)
