import type { Group } from '@clouddisk/contract/groups'
import { useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { SortBy } from '../../ui/list/address.ts'
import { useLocalSort } from '../../ui/list/local-view.ts'
import { fetchGroups, type GroupIdentity, type GroupOrder, type GroupsView } from './groups.ts'

const VIEW_KEY = 'clouddisk.groups.view'
export type GroupsLayout = 'cards' | 'rows'

const ORDERS: readonly GroupOrder[] = ['groupName', 'createTime']
export const orderOf = ({ column, direction }: SortBy<GroupOrder>) => ({
  orderBy: column,
  orderType: direction,
})

export const idOf = ({ groupId }: Group) => groupId

/** One list of groups as far as it is loaded. */
export function useGroupList(view: GroupsView) {
  return useCursorList({
    queryKey: [
      ...queryKeys.groups,
      'list',
      view.show,
      view.orderBy,
      view.orderType,
      view.identity,
      view.keyword,
    ],
    ask: (cursor, signal) => fetchGroups(view, cursor, signal),
    idOf,
    name: 'list:groups',
  })
}

export type GroupList = ReturnType<typeof useGroupList>

/** What the parts of the page of groups share. */
export function useGroups() {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [identity, setIdentity] = useState<GroupIdentity>()
  const [look, setLook] = useState<GroupsLayout>(() => (readStored(VIEW_KEY) === 'rows' ? 'rows' : 'cards'))
  const [sort, setSort] = useLocalSort(ORDERS, { column: 'groupName', direction: 'asc' })
  const list = useGroupList({ keyword, identity, show: 'shown', ...orderOf(sort) })
  return {
    list,
    search,
    setSearch,
    keyword,
    identity,
    setIdentity,
    sort,
    setSort,
    look,
    setLook: (next: GroupsLayout) => {
      setLook(next)
      writeStored(VIEW_KEY, next)
    },
    narrowed: keyword !== '' || identity !== undefined,
    clear: () => {
      setSearch('')
      setIdentity(undefined)
    },
  }
}

export type Groups = ReturnType<typeof useGroups>
