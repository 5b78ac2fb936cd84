import { type ReactElement, Suspense, useEffect } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { conflictRequests } from './conflicts.ts'
import { folderPickerRequests } from './pick-folder.ts'

const loadFolderPicker = () => import('./folder-picker.tsx')
const loadConflict = () => import('./conflict-dialog.tsx')
const FolderPicker = lazyPart(loadFolderPicker, 'FolderPicker')
const ConflictDialog = lazyPart(loadConflict, 'ConflictDialog')

/** File dialogs that any page can open; mounted once. */
export function FilesDialogs(): ReactElement {
  useEffect(() => fetchWhenIdle(loadFolderPicker, loadConflict), [])
  const place = folderPickerRequests.useOpen()
  const conflict = conflictRequests.useOpen()
  return (
    <Suspense>
      {place && <FolderPicker key={place.id} question={place.question} onAnswer={place.answer} />}
      {conflict && (
        <ConflictDialog key={conflict.id} question={conflict.question} onAnswer={conflict.answer} />
      )}
    </Suspense>
  )
}
