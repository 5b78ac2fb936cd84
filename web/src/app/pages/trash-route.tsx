import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { TrashPage } from '../../features/trash/trash-page.tsx'

/** The person's own bin, or the one of the group that the address names. */
export function TrashRoute(): ReactElement {
  const { group } = useSearch({ from: '/signed-in/recycleBin' })
  return <TrashPage key={group ?? ''} groupId={group} />
}
