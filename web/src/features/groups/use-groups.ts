import type { Group } from '@clouddisk/contract/groups'
import { useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { Sort } from '../../ui/table/columns.ts'
import { fetchGroups, type GroupIdentity, type GroupOrder, type GroupsView } from './groups.ts'

const VIEW_KEY = 'clouddisk.groups.view'
export type GroupsLayout = 'cards' | 'rows'

const ORDERS: readonly GroupOrder[] = ['groupName', 'createTime']
const isOrder = (column: string): column is GroupOrder => ORDERS.some((one) => one === column)

export interface GroupSort extends Sort {
  readonly column: GroupOrder
}
const FIRST_SORT: GroupSort = { column: 'groupName', direction: 'asc' }
export const orderOf = ({ column, direction }: GroupSort) => ({ orderBy: column, orderType: direction })

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
  const [sort, setSort] = useState(FIRST_SORT)
  const list = useGroupList({ keyword, identity, show: 'shown', ...orderOf(sort) })
  return {
    list,
    search,
    setSearch,
    keyword,
    identity,
    setIdentity,
    sort,
    setSort: ({ column, direction }: Sort) => {
      if (isOrder(column)) setSort({ column, direction })
    },
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
