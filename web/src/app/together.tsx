import { type ReactElement, Suspense, useEffect } from 'react'
import { PeopleDialogs } from '../features/people/people-dialog.tsx'
import { useNewShares } from '../features/sharing/new-shares.ts'
import { ShareDialogs } from '../features/sharing/share-dialog.tsx'

/** What people do together and stands beside every page: the dialogs that may be opened from anywhere. */
export function Together({ onNewShares }: { onNewShares: (are: boolean) => void }): ReactElement {
  const are = useNewShares()
  useEffect(() => onNewShares(are), [are, onNewShares])
  return (
    <Suspense>
      <ShareDialogs />
      <PeopleDialogs />
    </Suspense>
  )
}

export { choosePeople } from '../features/people/people.ts'
export { PeoplePicker } from '../features/people/people-picker.tsx'
export { shareRequests } from '../features/sharing/sharing.ts'
