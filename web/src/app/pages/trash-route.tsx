import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useCallback } from 'react'
import { TrashPage } from '../../features/trash/trash-page.tsx'

/** The person's own bin, or the one of the group that the address names; of one deletion alone where it names that. */
export function TrashRoute(): ReactElement {
  const { group, deletion } = useSearch({ from: '/signed-in/recycleBin' })
  const navigate = useNavigate()
  const show = useCallback(
    (next: string | undefined) =>
      void navigate({
        to: '/recycleBin',
        search: { ...(group && { group }), ...(next && { deletion: next }) },
      }),
    [navigate, group],
  )
  return <TrashPage key={`${group} ${deletion}`} groupId={group} deletionId={deletion} onDeletion={show} />
}
