import { LIMITS } from '@clouddisk/contract/limits'
import type { AdminAddress } from '../../lib/admin.ts'
import { useLastPage } from '../../lib/last-page.ts'
import { preferences } from '../../lib/preferences.ts'
import { parseDay } from '../date-field.tsx'
import type { Sort } from '../table/columns.ts'

/** Filter, order and page of a list as the address of an administration page keeps them. */

export type Search = Readonly<Record<string, string | undefined>>

export interface PageNumber {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

export function readPageNumber({ page, size }: Search): PageNumber {
  const pageSize = Number(size)
  return {
    page: Math.max(1, Math.trunc(Number(page)) || 1),
    pageSize: LIMITS.pageSizes.includes(pageSize) ? pageSize : preferences().pageSize,
  }
}

/** A choice of a filter; '' for all. */
export const readChoice = <T extends string>(values: readonly T[], text: string | undefined): T | '' =>
  values.find((one) => one === text) ?? ''

/** A local day; '' where there is no bound. */
export const readDay = (text: string | undefined): string => (text && parseDay(text) ? text : '')

export type SortBy<C extends string> = Sort & { readonly column: C }

/** The order of rows, ascending unless the address says otherwise; undefined for the server's own. */
export function readSort<C extends string>({ sort }: Search, columns: readonly C[]): SortBy<C> | undefined {
  const [name, direction] = (sort ?? '').split('.')
  const column = columns.find((one) => one === name)
  return column && { column, direction: direction === 'desc' ? 'desc' : 'asc' }
}

/** The same for a list that is ordered by time, latest first, unless the address says otherwise. */
export function readSortLatestFirst<C extends string>(
  { sort }: Search,
  columns: readonly C[],
  time: C,
): SortBy<C> {
  const [name, direction] = (sort ?? '').split('.')
  return {
    column: columns.find((one) => one === name) ?? time,
    direction: direction === 'asc' ? 'asc' : 'desc',
  }
}

/** Order of a list as calls take it. */
export const orderInput = <C extends string>(sort: SortBy<C> | undefined) => ({
  ...(sort && { orderBy: sort.column, orderType: sort.direction }),
})

/** Order and page of a list as calls take them. */
export const pageInput = <C extends string>(
  shown: PageNumber & { readonly sort?: SortBy<C> | undefined },
) => ({
  ...orderInput(shown.sort),
  pageNo: shown.page,
  pageSize: shown.pageSize,
})

export const sortText = ({ column, direction }: Sort): string => `${column}.${direction}`

/** Takes these out of the address. */
export const cleared = (names: readonly string[]): Search =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/** A list of numbered pages. */
export interface Pages extends PageNumber {
  readonly toPage: (page: number) => void
  readonly setPageSize: (size: number) => void
}

export interface AddressPages extends Pages {
  /** Narrows the list anew, from its first page. */
  readonly narrow: (search: Search) => void
  readonly sortBy: (sort: Sort) => void
}

/** @param query of the page; where it is given, the last page that has rows is shown in place of one beyond it. */
export function useAddressPages(
  address: Pick<AdminAddress, 'narrow'>,
  { page, pageSize }: PageNumber,
  query?: { readonly data: { readonly total: number } | undefined; readonly isPlaceholderData: boolean },
): AddressPages {
  const toPage = (next: number) => address.narrow({ page: next === 1 ? undefined : String(next) })
  const narrow = (search: Search) => address.narrow({ page: undefined, ...search })
  useLastPage({ page, pageSize, total: query?.isPlaceholderData ? undefined : query?.data?.total }, toPage)
  return {
    page,
    pageSize,
    toPage,
    setPageSize: (size) => narrow({ size: String(size) }),
    narrow,
    sortBy: (sort) => narrow({ sort: sortText(sort) }),
  }
}
