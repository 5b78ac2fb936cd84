/**
 * Everything that lies over the page, in one part that is fetched at the first sign of a person (pointer or key):
 * the first paint needs none of it, and the first click finds it there.
 */

export { ActionSheet } from './action-sheet.tsx'
export { DialogWindow } from './dialog-window.tsx'
export { BottomSheetPanel, DrawerPanel } from './drawer-panel.tsx'
export { showError, showFailures } from './failure-messages.ts'
export { MenuPopup } from './menu-popup.tsx'
export { QuestionWindow } from './question-window.tsx'
export { ToastStack } from './toast-stack.tsx'
export { TooltipPopup } from './tooltip-popup.tsx'
