import {
  type exportPersonalTable,
  pagePersonalTable,
  TABLE_COLUMNS,
  type TableColumn,
} from '@clouddisk/contract/personal-table'
import type { Input } from '@clouddisk/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { nonEmpty } from '../../../lib/call-query.ts'
import { limits } from '../../../lib/limits.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import {
  cleared,
  orderInput,
  type PageNumber,
  pageInput,
  readDay,
  readPageNumber,
  readSortLatestFirst,
  type Search,
  type SortBy,
} from '../../../ui/list/address.ts'
import { timeRangeOf } from '../../../ui/range-field.tsx'
import { readKinds, readSizes, type SizeRange } from '../search-view.ts'

/** The personal table as its address keeps it. */
export interface TableView extends PageNumber {
  readonly keyword: string
  readonly withFolders: boolean
  readonly kinds: ReturnType<typeof readKinds>
  readonly size: SizeRange
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
  readonly createdByMe: boolean
  readonly sort: SortBy<TableColumn>
}

export const readTable = (search: Search): TableView => ({
  keyword: (search.q ?? '').slice(0, limits().nameMax),
  withFolders: search.folders === '1',
  kinds: readKinds(search.kind),
  size: readSizes(search),
  from: readDay(search.from),
  to: readDay(search.to),
  createdByMe: search.mine === '1',
  sort: readSortLatestFirst(search, TABLE_COLUMNS, 'updateTime'),
  ...readPageNumber(search),
})

/** Takes the filters out of the address. */
export const NO_FILTERS = cleared(['q', 'kind', 'min', 'max', 'from', 'to', 'mine'])

export const isFiltered = ({ keyword, kinds, size, from, to, createdByMe }: TableView): boolean =>
  kinds.length > 0 ||
  createdByMe ||
  [keyword.trim(), from, to].some((one) => one !== '') ||
  size.min !== undefined ||
  size.max !== undefined

function filterInput(view: TableView) {
  const { start: timeFrom, end: timeTo } = timeRangeOf(view)
  return {
    ...nonEmpty({
      keyword: view.keyword.trim(),
      sizeMin: view.size.min,
      sizeMax: view.size.max,
      timeFrom,
      timeTo,
    }),
    ...(view.kinds.length > 0 && { kinds: [...view.kinds] }),
    ...(view.withFolders && { folders: true }),
    ...(view.createdByMe && { createdByMe: true }),
  }
}

/** One page. The time of the request tells which changes the reply includes. */
export function tableQuery(view: TableView) {
  const input = { ...filterInput(view), ...pageInput(view) }
  return queryOptions({
    queryKey: [...queryKeys.search, 'table', input],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now()
      return { ...(await call(pagePersonalTable, input, { signal })), askedAt }
    },
    placeholderData: keepPreviousData,
  })
}

/** All pages, with the columns that are not in `hidden`. */
export const exportInput = (
  view: TableView,
  hidden: ReadonlySet<string>,
): Input<typeof exportPersonalTable> => ({
  ...filterInput(view),
  ...orderInput(view.sort),
  columns: TABLE_COLUMNS.filter((column) => !hidden.has(column)),
})
