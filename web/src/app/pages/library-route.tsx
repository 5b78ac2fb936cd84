import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useCallback } from 'react'
import { LibrariesList } from '../../features/libraries/libraries-list.tsx'
import { LibraryPage } from '../../features/libraries/library-page.tsx'

/** A library and its open category, as the address says; without an id the list of libraries. */
export function LibraryRoute(): ReactElement {
  const { id, folder } = useSearch({ from: '/signed-in/library' })
  const navigate = useNavigate()
  const open = useCallback(
    (next: string, nextFolder?: string) =>
      void navigate({ to: '/library', search: { id: next, ...(nextFolder && { folder: nextFolder }) } }),
    [navigate],
  )
  if (!id) return <LibrariesList onOpen={open} />
  return (
    <LibraryPage key={id} libraryId={id} folderId={folder || undefined} onFolder={(next) => open(id, next)} />
  )
}
