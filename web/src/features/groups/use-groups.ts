import type { Group } from '@clouddisk/contract/groups'
import { useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { askForGroups, type GroupsView, type Identity } from './groups.ts'

const VIEW_KEY = 'clouddisk.groups.view'
export type Look = 'cards' | 'rows'

const idOf = ({ groupId }: Group) => groupId

/** One list of groups as far as it is loaded. */
export function useGroupList(view: GroupsView) {
  return useCursorList({
    queryKey: [...queryKeys.groups, 'list', view.show, view.identity, view.keyword],
    ask: (cursor, signal) => askForGroups(view, cursor, signal),
    idOf,
    name: 'list:groups',
  })
}

export type GroupList = ReturnType<typeof useGroupList>

/** What the parts of the page of groups share. */
export function useGroups() {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [identity, setIdentity] = useState<Identity>()
  const [look, setLook] = useState<Look>(() => (readStored(VIEW_KEY) === 'rows' ? 'rows' : 'cards'))
  const list = useGroupList({ keyword, identity, show: 'shown' })
  return {
    list,
    search,
    setSearch,
    keyword,
    identity,
    setIdentity,
    look,
    setLook: (next: Look) => {
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
