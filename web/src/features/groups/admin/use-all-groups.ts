import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { announce } from '../../../ui/announcer.tsx'
import { isSelected, selectedCount } from '../../../ui/selection.ts'
import type { TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { adminGroupsQuery } from './data.ts'
import { pageOf, readSearch } from './filter.ts'
import { t } from './strings.ts'

const NONE: readonly AdminGroup[] = []

/** What the parts of the list of all groups share. */
export function useAllGroups({ change, sees, address }: AdminPageProps) {
  const shown = readSearch(address.search)
  const query = useQuery(adminGroupsQuery(pageOf(shown)))
  const rows = query.data?.list ?? NONE
  const keys = useMemo(() => rows.map(({ groupId }) => groupId), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  const count = selectedCount(state, keys.length)
  const chosen = useMemo(() => rows.filter(({ groupId }) => isSelected(state, groupId)), [rows, state])
  useEffect(() => {
    if (count > 1) announce(t('selected', { count }))
  }, [count])
  const total = query.data?.total ?? 0
  // The last page may have become empty.
  const last = Math.max(1, Math.ceil(total / shown.pageSize))
  const beyond = query.data !== undefined && !query.isPlaceholderData && shown.page > last
  const { narrow, visit } = address
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is made anew each time
  useEffect(() => {
    if (beyond) narrow({ page: last === 1 ? undefined : String(last) })
  }, [beyond, last])
  return {
    change,
    onFiles: sees('files') ? ({ groupId }: AdminGroup) => visit('files', { space: groupId }) : undefined,
    shown,
    query,
    rows,
    total,
    selection,
    choosing: change && count > 0,
    chosen,
    /** Narrows the list anew, from its first page. */
    narrow: (search: Readonly<Record<string, string | undefined>>) => narrow({ page: undefined, ...search }),
    table: useRef<TableHandle>(null),
    field: useRef<HTMLInputElement>(null),
  }
}

export type AllGroups = ReturnType<typeof useAllGroups>
