import type { ReactElement } from 'react'
import { GroupSyncDialog } from './group-sync-dialog.tsx'
import { type SyncSubject, saveSync, syncRequests } from './node-sync.ts'
import { t } from './strings.ts'
import { SyncDialog } from './sync-dialog.tsx'

/** Asks where items are synced to; stands once in the page. */
export function SyncDialogs(): ReactElement | null {
  const request = syncRequests.useOpen()
  return request ? (
    <OpenDialog key={request.id} subject={request.question} onClose={() => request.answer()} />
  ) : null
}

function OpenDialog({ subject, onClose }: { subject: SyncSubject; onClose: () => void }): ReactElement {
  return 'group' in subject ? (
    <GroupSyncDialog group={subject.group} onClose={onClose} />
  ) : (
    <ItemsDialog subject={subject} onClose={onClose} />
  )
}

type ItemSubject = Exclude<SyncSubject, { group: unknown }>

function ItemsDialog({ subject, onClose }: { subject: ItemSubject; onClose: () => void }): ReactElement {
  const items = 'items' in subject ? subject.items : [subject.synced]
  const [first] = items
  const title =
    items.length === 1 && first
      ? t('dialogTitle', { name: first.instanceName })
      : t('dialogTitleMany', { count: items.length })
  return (
    <SyncDialog
      title={title}
      synced={'synced' in subject ? subject.synced : undefined}
      save={(choice) => saveSync(items, choice)}
      onClose={onClose}
    />
  )
}
