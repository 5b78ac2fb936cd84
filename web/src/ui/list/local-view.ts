import { useState } from 'react'
import { preferences } from '../../lib/preferences.ts'
import type { Sort } from '../table/columns.ts'
import type { Pages, SortBy } from './address.ts'

/** Order and page of a list that the address does not keep. */

export function useLocalPages(): Pages {
  const [page, toPage] = useState(1)
  const [pageSize, setSize] = useState(preferences().pageSize)
  const setPageSize = (size: number) => {
    setSize(size)
    toPage(1)
  }
  return { page, pageSize, toPage, setPageSize }
}

/** @param columns those that the server orders by; others are ignored. */
export function useLocalSort<C extends string>(
  columns: readonly C[],
  first: SortBy<C>,
): [sort: SortBy<C>, setSort: (sort: Sort) => void] {
  const [sort, setSort] = useState(first)
  const change = ({ column: name, direction }: Sort) => {
    const column = columns.find((one) => one === name)
    if (column) setSort({ column, direction })
  }
  return [sort, change]
}
