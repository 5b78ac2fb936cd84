import { type ReactElement, Suspense } from 'react'
import { PeopleDialogs } from '../features/people/people-dialog.tsx'
import { ShareDialogs } from '../features/sharing/share-dialog.tsx'

/** What people do together and stands beside every page: the dialogs that may be opened from anywhere. */
export function Together(): ReactElement {
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
