import type { Group } from '@clouddisk/contract/groups'
import type { TrashItem } from '@clouddisk/contract/trash'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import type { FolderTreeRoot } from '../../lib/extension-points.ts'
import { groupQuery } from '../../lib/group.ts'
import { TRASH_LIST } from '../../lib/pending.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { cursorRows } from '../../ui/list/list-rows.ts'
import { useLocalSort } from '../../ui/list/local-view.ts'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { t } from './strings.ts'
import { fetchTrash, type TrashOrder, type TrashScope } from './trash.ts'

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

function useTrashContext(groupId: string | undefined): TrashContext {
  const { data: group } = useQuery({ ...groupQuery(groupId ?? ''), enabled: groupId !== undefined })
  return useMemo(() => (groupId === undefined ? OWN : groupTrashContext(groupId, group)), [groupId, group])
}

const groupTrashContext = (groupId: string, group: Group | undefined): TrashContext => ({
  bin: { groupId },
  title: group ? t('ofGroup', { name: group.groupName }) : t('title'),
  within: group && { id: group.rootId, name: group.groupName },
  mayRemove: group?.fileAuth.includes('members') ?? false,
})

const ORDERS: readonly TrashOrder[] = ['instanceName', 'fileSize', 'deleteTime']
const idOf = (item: TrashItem) => item.recycleId
export const selectedText = (count: number) => t('selected', { count })

/** What the parts of the recycle bin share. */
export function useTrash(
  groupId: string | undefined,
  deletionId: string | undefined,
  onDeletion: (deletionId: string | undefined) => void,
) {
  const place = useTrashContext(groupId)
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [sort, setSort] = useLocalSort(ORDERS, { column: 'deleteTime', direction: 'desc' })
  const { column: orderBy, direction: orderType } = sort
  const items = useCursorList({
    queryKey: [...queryKeys.trash, groupId, deletionId, orderBy, orderType, keyword],
    ask: (cursor, signal) =>
      fetchTrash(
        { orderBy, orderType, keyword },
        { ...(groupId && { groupId }), ...(deletionId && { deletionId }) },
        cursor,
        signal,
      ),
    idOf,
    name: TRASH_LIST,
  })
  return {
    groupId,
    /** What alone is shown, and how something else is. */
    deletionId,
    onDeletion,
    place,
    first: items.first,
    list: useListPage(cursorRows(items), { idOf, selectedText }),
    keyword,
    search,
    setSearch,
    sort,
    setSort,
  }
}

export type Trash = ReturnType<typeof useTrash>
