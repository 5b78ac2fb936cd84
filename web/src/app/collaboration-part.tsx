import { type ReactElement, Suspense, useEffect } from 'react'
import { ImportDialogs } from '../features/imports/import-dialogs.tsx'
import { LabelDialogs } from '../features/labels/labels-dialog.tsx'
import { LinkDialogs } from '../features/links/link-dialog.tsx'
import { SyncDialogs } from '../features/node-sync/sync-dialogs.tsx'
import { PeopleDialogs } from '../features/people/people-dialog.tsx'
import { ExplainDialogs } from '../features/privileges/explain-dialog.tsx'
import { PermissionDialogs } from '../features/privileges/permissions-dialog.tsx'
import { useNewShares } from '../features/shares/new-shares.ts'
import { ShareDialogs } from '../features/shares/share-dialog.tsx'
import { SizeDialogs } from '../features/usage/size-dialog.tsx'
import { VersionDialogs } from '../features/versions/versions-dialog.tsx'

/** Collaboration dialogs, which any page can open. */
export function CollaborationDialogs({ onNewShares }: { onNewShares: (are: boolean) => void }): ReactElement {
  const are = useNewShares()
  useEffect(() => onNewShares(are), [are, onNewShares])
  return (
    <Suspense>
      <ShareDialogs />
      <LinkDialogs />
      <ImportDialogs />
      <PermissionDialogs />
      <ExplainDialogs />
      <PeopleDialogs />
      <VersionDialogs />
      <SizeDialogs />
      <LabelDialogs />
      <SyncDialogs />
    </Suspense>
  )
}

export { importRequests } from '../features/imports/import-requests.ts'
export { labelRequests } from '../features/labels/label-requests.ts'
export { LabelSection } from '../features/labels/label-section.tsx'
export { LinkSection } from '../features/links/link-section.tsx'
export { linkRequests } from '../features/links/links.ts'
export { syncRequests } from '../features/node-sync/node-sync.ts'
export { choosePeople } from '../features/people/people.ts'
export { PeoplePicker } from '../features/people/people-picker.tsx'
export { AccessSection } from '../features/privileges/access-section.tsx'
export { explainRequests, permissionRequests } from '../features/privileges/privileges.ts'
export { shareRequests } from '../features/shares/mutations.ts'
export { sizeRequests } from '../features/usage/size-requests.ts'
export { versionRequests } from '../features/versions/versions.ts'
