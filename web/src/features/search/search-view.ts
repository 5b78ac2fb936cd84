import type { Input } from '@clouddisk/contract/route'
import { SEARCH_KINDS, type SearchKind, type searchInstancePage } from '@clouddisk/contract/search'
import { nonEmpty } from '../../lib/call-query.ts'
import { limits } from '../../lib/limits.ts'
import { cleared, orderInput, readDay, readSort, type Search, type SortBy } from '../../ui/list/address.ts'
import { timeRangeOf } from '../../ui/range-field.tsx'

/** The search page as its address keeps it. */

export type SearchColumn = 'instanceName' | 'updateTime' | 'fileSize'
const COLUMNS: readonly SearchColumn[] = ['instanceName', 'updateTime', 'fileSize']

/** Sizes in bytes; undefined for no bound. */
export interface SizeRange {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** What lists of files of many folders are narrowed by. */
export interface FileFilterView {
  readonly keyword: string
  /** None for all. */
  readonly kinds: readonly SearchKind[]
  readonly size: SizeRange
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
  /** Empty for any. */
  readonly label: string
}

export interface SearchView extends FileFilterView {
  /** The folder from which the search was opened; empty for none. */
  readonly folder: string
  /** Whether to look only below that folder. */
  readonly onlyFolder: boolean
  /** Whether to look in the text of files too. */
  readonly content: boolean
  readonly owner: string
  /** Undefined: by relevance. */
  readonly sort: SortBy<SearchColumn> | undefined
}

const readBytes = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const readKinds = (text = ''): SearchKind[] => {
  const named = text.split(',')
  return SEARCH_KINDS.filter((kind) => named.includes(kind))
}

export const readFilters = (search: Search): FileFilterView => ({
  keyword: (search.q ?? '').slice(0, limits().nameMax),
  kinds: readKinds(search.kind),
  size: { min: readBytes(search.min), max: readBytes(search.max) },
  from: readDay(search.from),
  to: readDay(search.to),
  label: (search.label ?? '').slice(0, limits().nameMax),
})

/** Their names in the address, without that of the keyword. */
export const FILTERS = ['kind', 'min', 'max', 'from', 'to', 'label']

/** Whether anything besides the keyword narrows the list. */
export const hasFilters = ({ kinds, size, from, to, label }: FileFilterView): boolean =>
  kinds.length > 0 ||
  [from, to, label].some((one) => one !== '') ||
  size.min !== undefined ||
  size.max !== undefined

/** As calls take them. */
export function filterInput(view: FileFilterView) {
  const { start: timeFrom, end: timeTo } = timeRangeOf(view)
  return {
    ...nonEmpty({
      keyword: view.keyword.trim(),
      sizeMin: view.size.min,
      sizeMax: view.size.max,
      timeFrom,
      timeTo,
      label: view.label,
    }),
    ...(view.kinds.length > 0 && { kinds: [...view.kinds] }),
  }
}

export const readSearch = (search: Search): SearchView => ({
  ...readFilters(search),
  folder: search.folder ?? '',
  onlyFolder: search.folder !== undefined && search.scope !== 'all',
  content: search.content === '1',
  owner: search.owner ?? '',
  sort: readSort(search, COLUMNS),
})

/** Takes the filters out of the address, not the keyword and where to look. */
export const NO_FILTERS = cleared([...FILTERS, 'owner'])

export const isFiltered = (view: SearchView): boolean => hasFilters(view) || view.owner !== ''

/** Whether anything says what to look for. */
export const isSearch = (view: SearchView): boolean => view.keyword.trim() !== '' || isFiltered(view)

export const searchInput = (view: SearchView): Input<typeof searchInstancePage> => ({
  ...filterInput(view),
  ...nonEmpty({ parentId: view.onlyFolder ? view.folder : '', ownerId: view.owner }),
  ...(view.content && { content: true }),
  ...orderInput(view.sort),
  pageSize: limits().searchMax,
})
