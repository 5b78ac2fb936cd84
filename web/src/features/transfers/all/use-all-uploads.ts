import type { AdminUpload } from '@clouddisk/contract/admin-uploads'
import { useEffect, useMemo, useRef } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useCursorList } from '../../../lib/cursor-list.ts'
import { announce } from '../../../ui/announcer.tsx'
import { isSelected, selectedCount } from '../../../ui/selection.ts'
import type { TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { allUploadsKey, fetchAllUploads, UPLOADS_LIST } from './all-uploads.ts'
import { readSearch } from './filter.ts'
import { t } from './strings.ts'

export const idOf = (upload: AdminUpload): string => upload.objectKey
const REFRESH_MS = 30_000
const NO_ROWS: readonly AdminUpload[] = []

/** What the parts of the page share. */
export function useAllUploads({ address, change }: AdminPageProps) {
  const shown = readSearch(address.search)
  const list = useCursorList({
    queryKey: allUploadsKey(shown),
    ask: (cursor, signal) => fetchAllUploads(shown, cursor, signal),
    idOf,
    name: UPLOADS_LIST,
    every: REFRESH_MS,
  })
  const rows = list.rows ?? NO_ROWS
  const keys = useMemo(() => rows.map((row) => row?.objectKey), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  const count = selectedCount(state, keys.length)
  const chosen = useMemo(
    () => list.loaded.filter((upload) => isSelected(state, upload.objectKey)),
    [list.loaded, state],
  )
  useEffect(() => {
    if (count > 1) announce(t('selected', { count }))
  }, [count])
  const allChosen = async () =>
    state.inverse ? (await list.readAll()).filter((upload) => isSelected(state, upload.objectKey)) : chosen
  const atCursor = rows[state.cursorIndex]
  return {
    shown,
    change,
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
    table: useRef<TableHandle>(null),
    field: useRef<HTMLInputElement>(null),
  }
}

export type AllUploads = ReturnType<typeof useAllUploads>
