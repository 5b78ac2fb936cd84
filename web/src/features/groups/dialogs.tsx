import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { closeDialog, dialogState } from './dialog-state.ts'

const EditDialog = lazyPart(() => import('./edit-dialog.tsx'), 'EditDialog')
const MembersDialog = lazyPart(() => import('./members/members-dialog.tsx'), 'MembersDialog')
const HandoverDialog = lazyPart(() => import('./handover-dialog.tsx'), 'HandoverDialog')

const ActivityDrawer = lazyPart(() => import('./activity-drawer.tsx'), 'ActivityDrawer')

/** Stands once on every page of groups. */
export function GroupDialogs(): ReactElement {
  const { dialog, open } = dialogState.use()
  const props: DialogControl = {
    open,
    onOpenChange: (next) => !next && closeDialog(),
    onClosed: () => dialogState.set({ dialog: undefined, open: false }),
  }
  return (
    <Suspense>
      {dialog?.kind === 'create' && <EditDialog {...props} />}
      {dialog?.kind === 'edit' && <EditDialog {...props} group={dialog.group} />}
      {dialog?.kind === 'members' && <MembersDialog {...props} group={dialog.group} />}
      {dialog?.kind === 'activity' && <ActivityDrawer {...props} group={dialog.group} />}
      {dialog?.kind === 'handover' && <HandoverDialog {...props} group={dialog.group} />}
    </Suspense>
  )
}
