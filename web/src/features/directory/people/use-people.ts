import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { announce } from '../../../ui/announcer.tsx'
import { isSelected, selectedCount } from '../../../ui/selection.ts'
import type { TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { peopleQuery } from '../data.ts'
import { t } from '../strings.ts'
import { pageOf, readSearch } from './filter.ts'

const NOBODY: readonly AdminPerson[] = []

/** What the parts of the list of people share. */
export function usePeople({ change, address }: AdminPageProps) {
  const shown = readSearch(address.search)
  const query = useQuery(peopleQuery(pageOf(shown)))
  const rows = query.data?.list ?? NOBODY
  const keys = useMemo(() => rows.map(({ userId }) => userId), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  const count = selectedCount(state, keys.length)
  const chosen = useMemo(() => rows.filter(({ userId }) => isSelected(state, userId)), [rows, state])
  useEffect(() => {
    if (count > 1) announce(t('selected', { count }))
  }, [count])
  const total = query.data?.total ?? 0
  const { narrow } = address
  useLastPage({ ...shown, total: query.isPlaceholderData ? undefined : query.data?.total }, (page) =>
    narrow({ page: page === 1 ? undefined : String(page) }),
  )
  return {
    change,
    shown,
    query,
    rows,
    total,
    selection,
    /** More than a plain click chose. */
    choosing: change && count > 0,
    chosen,
    /** Narrows the list anew, from its first page. */
    narrow: (search: Readonly<Record<string, string | undefined>>) => narrow({ page: undefined, ...search }),
    table: useRef<TableHandle>(null),
    field: useRef<HTMLInputElement>(null),
  }
}

export type People = ReturnType<typeof usePeople>
