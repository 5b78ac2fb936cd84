import type { Group } from '@clouddisk/contract/groups'
import { createStore } from '../../lib/store.ts'

/** Which of the dialogs about groups is open. */
export type GroupDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly group: Group }
  | { readonly kind: 'members'; readonly group: Group }
  | { readonly kind: 'handover'; readonly group: Group }
  | { readonly kind: 'activity'; readonly group: Group }

interface DialogState {
  readonly dialog: GroupDialog | undefined
  /** False while it closes. */
  readonly open: boolean
}

export const dialogState = createStore<DialogState>({ dialog: undefined, open: false })

export const showDialog = (dialog: GroupDialog): void => dialogState.set({ dialog, open: true })
export const closeDialog = (): void => dialogState.set({ ...dialogState.get(), open: false })
