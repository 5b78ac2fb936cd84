import type { Share } from '@clouddisk/contract/shares'
import { useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { cursorRows } from '../../ui/list/list-rows.ts'
import { useLocalSort } from '../../ui/list/local-view.ts'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { t } from './page-strings.ts'
import { fetchShares, pendingName, type ShareList, type ShareOrder } from './shares.ts'

const ORDERS: readonly ShareOrder[] = ['instanceName', 'createTime']
const idOf = (share: Share) => share.shareId
export const nameOf = (share: Share) => share.instance.instanceName
export const selectedText = (count: number) => t('selected', { count })

/** What the parts of one list of shares share. */
export function useShares(type: ShareList) {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [sort, setSort] = useLocalSort(ORDERS, { column: 'createTime', direction: 'desc' })
  const { column: orderBy, direction: orderType } = sort
  const shares = useCursorList({
    queryKey: [...queryKeys.shares, type, orderBy, orderType, keyword],
    ask: (cursor, signal) => fetchShares(type, { orderBy, orderType, keyword }, cursor, signal),
    idOf,
    name: pendingName(type),
  })
  return {
    type,
    first: shares.first,
    list: useListPage(cursorRows(shares), { idOf, selectedText }),
    keyword,
    search,
    setSearch,
    sort,
    setSort,
  }
}

export type Shares = ReturnType<typeof useShares>
