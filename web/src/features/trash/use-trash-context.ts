import type { Group } from '@clouddisk/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FolderTreeRoot } from '../../lib/extension-points.ts'
import { groupQuery } from '../../lib/group.ts'
import { t } from './strings.ts'
import type { TrashScope } from './trash.ts'

/** Whose bin is shown, and what one may do in it. */
export interface TrashContext {
  readonly bin: TrashScope
  readonly title: string
  /** Where things can be put back to; anywhere of one's own where it is not said. */
  readonly within: FolderTreeRoot | undefined
  /** Deleting for good: in one's own bin, and of a group for its managers. */
  readonly mayRemove: boolean
}

const OWN: TrashContext = { bin: {}, title: t('title'), within: undefined, mayRemove: true }

export function useTrashContext(groupId: string | undefined): TrashContext {
  const { data: group } = useQuery({ ...groupQuery(groupId ?? ''), enabled: groupId !== undefined })
  return useMemo(() => (groupId === undefined ? OWN : groupTrashContext(groupId, group)), [groupId, group])
}

const groupTrashContext = (groupId: string, group: Group | undefined): TrashContext => ({
  bin: { groupId },
  title: group ? t('ofGroup', { name: group.groupName }) : t('title'),
  within: group && { id: group.rootId, name: group.groupName },
  mayRemove: group?.fileAuth.includes('members') ?? false,
})
