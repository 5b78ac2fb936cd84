import { type ReactElement, Suspense, useEffect } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { conflictRequests } from './conflicts.ts'
import { folderPickerRequests } from './pick-folder.ts'

const loadPlace = () => import('./folder-picker.tsx')
const loadConflict = () => import('./conflict-dialog.tsx')
const PlaceDialog = lazyPart(loadPlace, (part) => part.PlaceDialog)
const ConflictDialog = lazyPart(loadConflict, (part) => part.ConflictDialog)

/** Questions about files that may be asked from anywhere; stands once in the page. */
export function FilesDialogs(): ReactElement {
  useEffect(() => fetchWhenIdle(loadPlace, loadConflict), [])
  const place = folderPickerRequests.useOpen()
  const conflict = conflictRequests.useOpen()
  return (
    <Suspense>
      {place && <PlaceDialog key={place.id} question={place.question} onAnswer={place.answer} />}
      {conflict && (
        <ConflictDialog key={conflict.id} question={conflict.question} onAnswer={conflict.answer} />
      )}
    </Suspense>
  )
}
