import type { Group } from '@clouddisk/contract/groups'
import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { createStore } from '../../lib/store.ts'

/** Which of the dialogs about groups is open. */
export type GroupDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly group: Group }
  | { readonly kind: 'members'; readonly group: Group }
  | { readonly kind: 'handover'; readonly group: Group }

interface Shown {
  readonly dialog: GroupDialog | undefined
  /** False while it closes. */
  readonly open: boolean
}

const shown = createStore<Shown>({ dialog: undefined, open: false })

export const showDialog = (dialog: GroupDialog): void => shown.set({ dialog, open: true })
export const closeDialog = (): void => shown.set({ ...shown.get(), open: false })

export interface GroupDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onClosed: () => void
}

const EditDialog = lazyPart(
  () => import('./edit-dialog.tsx'),
  (part) => part.EditDialog,
)
const MembersDialog = lazyPart(
  () => import('./members/members-dialog.tsx'),
  (part) => part.MembersDialog,
)
const HandoverDialog = lazyPart(
  () => import('./handover-dialog.tsx'),
  (part) => part.HandoverDialog,
)

/** Stands once on every page of groups. */
export function GroupDialogs(): ReactElement {
  const { dialog, open } = shown.use()
  const props: GroupDialogProps = {
    open,
    onOpenChange: (next) => !next && closeDialog(),
    onClosed: () => shown.set({ dialog: undefined, open: false }),
  }
  return (
    <Suspense>
      {dialog?.kind === 'create' && <EditDialog {...props} />}
      {dialog?.kind === 'edit' && <EditDialog {...props} group={dialog.group} />}
      {dialog?.kind === 'members' && <MembersDialog {...props} group={dialog.group} />}
      {dialog?.kind === 'handover' && <HandoverDialog {...props} group={dialog.group} />}
    </Suspense>
  )
}
