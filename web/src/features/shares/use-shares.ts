import type { Share } from '@clouddisk/contract/shares'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { announce } from '../../ui/announcer.tsx'
import { isSelected, selectedCount } from '../../ui/selection.ts'
import type { Sort } from '../../ui/table/columns.ts'
import type { TableHandle } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { t } from './page-strings.ts'
import type { ShareTargets } from './share-actions.ts'
import { fetchShares, pendingName, type ShareList, type ShareOrder } from './shares.ts'

const ORDERS: readonly ShareOrder[] = ['instanceName', 'createTime']
const isOrder = (column: string): column is ShareOrder => ORDERS.some((one) => one === column)
export const idOf = (share: Share): string => share.shareId
export const nameOf = (share: Share): string => share.instance.instanceName
const NO_ROWS: readonly Share[] = []

/** What the parts of one list of shares share. */
export function useShares(type: ShareList) {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [sort, setSort] = useState<Sort & { column: ShareOrder }>({
    column: 'createTime',
    direction: 'desc',
  })
  const { column: orderBy, direction: orderType } = sort
  const list = useCursorList({
    queryKey: [...queryKeys.shares, type, orderBy, orderType, keyword],
    ask: (cursor, signal) => fetchShares(type, { orderBy, orderType, keyword }, cursor, signal),
    idOf,
    name: pendingName(type),
  })
  const rows = list.rows ?? NO_ROWS
  const keys = useMemo(() => rows.map((row) => row?.shareId), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  const count = selectedCount(state, keys.length)
  const chosen = useMemo(
    () => list.loaded.filter((share) => isSelected(state, share.shareId)),
    [list.loaded, state],
  )
  useEffect(() => {
    if (count > 0) announce(t('selected', { count }))
  }, [count])
  const all = async () =>
    state.inverse ? (await list.readAll()).filter((one) => isSelected(state, one.shareId)) : chosen
  const selected: ShareTargets = { items: chosen, count, all }
  const alone = (share: Share | undefined): ShareTargets => {
    const items = share ? [share] : []
    return { items, count: items.length, all: async () => items }
  }
  return {
    type,
    list,
    rows,
    selection,
    count,
    selected,
    alone,
    /** What keys act on: what is chosen, else the row the keyboard is at. */
    targets: count > 0 ? selected : alone(rows[state.cursorIndex]),
    keyword,
    search,
    setSearch,
    sort,
    setSort: ({ column, direction }: Sort) => {
      if (isOrder(column)) setSort({ column, direction })
    },
    table: useRef<TableHandle>(null),
    field: useRef<HTMLInputElement>(null),
  }
}

export type Shares = ReturnType<typeof useShares>
