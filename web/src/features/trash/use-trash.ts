import type { TrashItem } from '@clouddisk/contract/trash'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { TRASH_LIST } from '../../lib/pending.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { announce } from '../../ui/announcer.tsx'
import { isSelected, selectedCount } from '../../ui/selection.ts'
import type { Sort } from '../../ui/table/columns.ts'
import type { TableHandle } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { trashActions } from './actions.ts'
import { t } from './strings.ts'
import { fetchTrash, type TrashOrder } from './trash.ts'
import { useTrashContext } from './use-trash-context.ts'

const ORDERS: readonly TrashOrder[] = ['instanceName', 'fileSize', 'deleteTime']
const isOrder = (column: string): column is TrashOrder => ORDERS.some((one) => one === column)
export const idOf = (item: TrashItem): string => item.recycleId
const NO_ROWS: readonly TrashItem[] = []

/** What the parts of the recycle bin share. */
export function useTrash(
  groupId: string | undefined,
  deletionId: string | undefined,
  onDeletion: (deletionId: string | undefined) => void,
) {
  const place = useTrashContext(groupId)
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [sort, setSort] = useState<Sort & { column: TrashOrder }>({
    column: 'deleteTime',
    direction: 'desc',
  })
  const { column: orderBy, direction: orderType } = sort
  const list = useCursorList({
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
  const rows = list.rows ?? NO_ROWS
  const keys = useMemo(() => rows.map((row) => row?.recycleId), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  const count = selectedCount(state, keys.length)
  const chosen = useMemo(
    () => list.loaded.filter((item) => isSelected(state, item.recycleId)),
    [list.loaded, state],
  )
  useEffect(() => {
    if (count > 0) announce(t('selected', { count }))
  }, [count])
  const allChosen = async () =>
    state.inverse ? (await list.readAll()).filter((item) => isSelected(state, item.recycleId)) : chosen
  const atCursor = rows[state.cursorIndex]
  return {
    groupId,
    /** What alone is shown, and how something else is. */
    deletionId,
    onDeletion,
    place,
    list,
    rows,
    selection,
    count,
    chosen,
    allChosen,
    /** What keys act on: what is chosen, else the row the keyboard is at. */
    targets: count > 0 ? allChosen : async () => (atCursor ? [atCursor] : []),
    keyword,
    search,
    setSearch,
    sort,
    setSort: ({ column, direction }: Sort) => {
      if (isOrder(column)) setSort({ column, direction })
    },
    table: useRef<TableHandle>(null),
  }
}

export type Trash = ReturnType<typeof useTrash>

export function useTrashKeys({ targets, place }: Trash, focusSearch: () => void): void {
  const { restore, remove } = trashActions(targets, place)
  useShortcuts(t('title'), [
    restore,
    remove,
    { name: 'trash.search', label: t('search'), keys: '/', run: focusSearch },
    { name: 'trash.select-all', label: t('selectAll'), keys: 'Mod+A' },
    { name: 'trash.clear', label: t('clearSelection'), keys: 'Esc' },
    { name: 'trash.menu', label: t('more'), keys: 'Shift+F10' },
  ])
}
