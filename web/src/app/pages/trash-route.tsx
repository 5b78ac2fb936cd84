import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useCallback } from 'react'
import { TrashPage } from '../../features/trash/trash-page.tsx'

/** The recycle bin: the person's or a group's, optionally filtered to one deletion, as the address says. */
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
  return (
    <TrashPage
      key={`${group} ${deletion}`}
      groupId={group || undefined}
      deletionId={deletion || undefined}
      onDeletion={show}
    />
  )
}
