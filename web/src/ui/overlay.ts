import { lazyPart, withinChunkTime } from '../lib/lazy-part.ts'

/** The doors to the overlays' part. */

const load = () => import('./overlays/index.ts')

export const DialogWindow = lazyPart(load, (part) => part.DialogWindow)
export const DrawerPanel = lazyPart(load, (part) => part.DrawerPanel)
export const BottomSheetPanel = lazyPart(load, (part) => part.BottomSheetPanel)
export const MenuPopup = lazyPart(load, (part) => part.MenuPopup)
export const ActionSheet = lazyPart(load, (part) => part.ActionSheet)
export const QuestionWindow = lazyPart(load, (part) => part.QuestionWindow)
export const ToastStack = lazyPart(load, (part) => part.ToastStack)
export const TooltipPopup = lazyPart(load, (part) => part.TooltipPopup)

/** Fetches the part ahead of its use; a failure shows where it is used. */
export const preloadOverlays = (): void => void withinChunkTime(load).catch(() => undefined)
