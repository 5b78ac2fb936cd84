import {
  type exportPersonalTable,
  pagePersonalTable,
  TABLE_COLUMNS,
  type TableColumn,
} from '@clouddisk/contract/personal-table'
import type { Input } from '@clouddisk/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import {
  cleared,
  orderInput,
  type PageNumber,
  pageInput,
  readPageNumber,
  readSortLatestFirst,
  type Search,
  type SortBy,
} from '../../../ui/list/address.ts'
import { FILTERS, type FileFilterView, filterInput, hasFilters, readFilters } from '../search-view.ts'

/** The personal table as its address keeps it. */
export interface TableView extends FileFilterView, PageNumber {
  readonly withFolders: boolean
  readonly createdByMe: boolean
  readonly sort: SortBy<TableColumn>
}

export const readTable = (search: Search): TableView => ({
  ...readFilters(search),
  withFolders: search.folders === '1',
  createdByMe: search.mine === '1',
  sort: readSortLatestFirst(search, TABLE_COLUMNS, 'updateTime'),
  ...readPageNumber(search),
})

/** Takes the filters out of the address. */
export const NO_FILTERS = cleared([...FILTERS, 'q', 'mine'])

export const isFiltered = (view: TableView): boolean =>
  hasFilters(view) || view.createdByMe || view.keyword.trim() !== ''

const narrowInput = (view: TableView) => ({
  ...filterInput(view),
  ...(view.withFolders && { folders: true }),
  ...(view.createdByMe && { createdByMe: true }),
})

/** One page. The time of the request tells which changes the reply includes. */
export function tableQuery(view: TableView) {
  const input = { ...narrowInput(view), ...pageInput(view) }
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
  ...narrowInput(view),
  ...orderInput(view.sort),
  columns: TABLE_COLUMNS.filter((column) => !hidden.has(column)),
})
