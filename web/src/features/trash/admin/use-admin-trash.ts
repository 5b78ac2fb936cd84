import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useCursorList } from '../../../lib/cursor-list.ts'
import { announce } from '../../../ui/announcer.tsx'
import { isSelected, selectedCount } from '../../../ui/selection.ts'
import type { TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { ADMIN_TRASH_LIST, adminTrashKey, fetchAdminTrash } from './admin-trash.ts'
import { readSearch } from './filter.ts'
import { t } from './strings.ts'

export const idOf = (item: SecondTrashItem): string => item.recycleId
const NO_ROWS: readonly SecondTrashItem[] = []

/** What the parts of the administrators' bin share. */
export function useAdminTrash({ address, change, sees }: AdminPageProps) {
  const shown = readSearch(address.search)
  const list = useCursorList({
    queryKey: adminTrashKey(shown),
    ask: (cursor, signal) => fetchAdminTrash(shown, cursor, signal),
    idOf,
    name: ADMIN_TRASH_LIST,
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
    if (count > 1) announce(t('selected', { count }))
  }, [count])
  const allChosen = async () =>
    state.inverse ? (await list.readAll()).filter((item) => isSelected(state, item.recycleId)) : chosen
  const atCursor = rows[state.cursorIndex]
  /** Who is to get things that go to somebody else. */
  const [giving, setGiving] = useState<readonly SecondTrashItem[]>()
  return {
    shown,
    change,
    /** Whether people and groups can be looked for. */
    finds: sees('people') && sees('groups'),
    list,
    rows,
    selection,
    count,
    choosing: change && count > 0,
    chosen,
    allChosen,
    /** What keys act on: what is chosen, else the row the keyboard is at. */
    targets: count > 0 ? allChosen : async () => (atCursor ? [atCursor] : []),
    narrow: address.narrow,
    giving,
    setGiving,
    table: useRef<TableHandle>(null),
    field: useRef<HTMLInputElement>(null),
  }
}

export type AdminTrash = ReturnType<typeof useAdminTrash>
