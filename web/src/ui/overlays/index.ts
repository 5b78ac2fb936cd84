/**
 * All overlays, as one part that is loaded at the first pointer or key event: not needed for the first paint,
 * and loaded before the first click.
 */

export { ActionSheet } from './action-sheet.tsx'
export { DialogWindow } from './dialog-window.tsx'
export { BottomSheetPanel, DrawerPanel } from './drawer-panel.tsx'
export { showError, showFailures } from './failure-messages.ts'
export { MenuPopup } from './menu-popup.tsx'
export { QuestionWindow } from './question-window.tsx'
export { ToastStack } from './toast-stack.tsx'
export { TooltipPopup } from './tooltip-popup.tsx'
