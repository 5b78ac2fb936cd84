import { type ReactElement, Suspense } from 'react'
import { PeopleDialogs } from '../features/people/people-dialog.tsx'

/** What people do together and stands beside every page: the dialogs that may be opened from anywhere. */
export function Together(): ReactElement {
  return (
    <Suspense>
      <PeopleDialogs />
    </Suspense>
  )
}

export { choosePeople } from '../features/people/people.ts'
export { PeoplePicker } from '../features/people/people-picker.tsx'
