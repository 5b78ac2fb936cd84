import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, useEffect } from 'react'
import { groupInFront } from './groups.ts'

interface InGroup {
  folder: Instance
}

/** In the head of a group's folders: what concerns the group as a whole. */
export function GroupTools({ folder: { groupId } }: InGroup): ReactElement | null {
  useEffect(() => {
    groupInFront.set(groupId ?? undefined)
    return () => groupInFront.set(undefined)
  }, [groupId])
  return null
}

/** Above the rows of a group that is about to end. */
export function GroupNotice(_: InGroup): ReactElement | null {
  return null
}
