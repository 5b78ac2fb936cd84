import type { Favorite } from '@clouddisk/contract/favorites'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { FAVORITES_LIST } from '../../lib/pending.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { announce } from '../../ui/announcer.tsx'
import { isSelected, selectedCount } from '../../ui/selection.ts'
import type { TableHandle } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import type { FavoriteTargets } from './actions.ts'
import { fetchFavorites } from './favorites.ts'
import { t } from './strings.ts'

export const idOf = (favorite: Favorite): string => favorite.instanceId
const NO_ROWS: readonly Favorite[] = []

/** What the parts of the favorites share. */
export function useFavorites() {
  const [filter, setFilter] = useState('')
  const keyword = useDebounced(filter.trim())
  const list = useCursorList({
    queryKey: [...queryKeys.favorites, keyword],
    ask: (cursor, signal) => fetchFavorites(keyword, cursor, signal),
    idOf,
    name: FAVORITES_LIST,
  })
  const rows = list.rows ?? NO_ROWS
  const keys = useMemo(() => rows.map((row) => row?.instanceId), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  const count = selectedCount(state, keys.length)
  const chosen = useMemo(
    () => list.loaded.filter((favorite) => isSelected(state, favorite.instanceId)),
    [list.loaded, state],
  )
  useEffect(() => {
    if (count > 0) announce(t('selected', { count }))
  }, [count])
  const all = async () =>
    state.inverse ? (await list.readAll()).filter((one) => isSelected(state, one.instanceId)) : chosen
  const selected: FavoriteTargets = { items: chosen, count, all }
  const atCursor = rows[state.cursorIndex]
  const alone = (favorite: Favorite | undefined): FavoriteTargets => {
    const items = favorite ? [favorite] : []
    return { items, count: items.length, all: async () => items }
  }
  return {
    list,
    rows,
    selection,
    count,
    selected,
    alone,
    /** What keys act on: what is chosen, else the row the keyboard is at. */
    targets: count > 0 ? selected : alone(atCursor),
    keyword,
    filter,
    setFilter,
    table: useRef<TableHandle>(null),
    field: useRef<HTMLInputElement>(null),
  }
}

export type Favorites = ReturnType<typeof useFavorites>
