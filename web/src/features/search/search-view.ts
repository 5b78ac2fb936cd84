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

export interface SearchView {
  readonly keyword: string
  /** The folder from which the search was opened; empty for none. */
  readonly folder: string
  /** Whether to look only below that folder. */
  readonly onlyFolder: boolean
  /** Whether to look in the text of files too. */
  readonly content: boolean
  /** None for all. */
  readonly kinds: readonly SearchKind[]
  readonly size: SizeRange
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
  readonly owner: string
  /** Empty for any. */
  readonly label: string
  /** Undefined: by relevance. */
  readonly sort: SortBy<SearchColumn> | undefined
}

const readBytes = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

export const readKinds = (text = ''): SearchKind[] => {
  const named = text.split(',')
  return SEARCH_KINDS.filter((kind) => named.includes(kind))
}

/** `min` and `max` of an address. */
export const readSizes = ({ min, max }: Search): SizeRange => ({ min: readBytes(min), max: readBytes(max) })

export const readSearch = (search: Search): SearchView => ({
  keyword: (search.q ?? '').slice(0, limits().nameMax),
  folder: search.folder ?? '',
  onlyFolder: search.folder !== undefined && search.scope !== 'all',
  content: search.content === '1',
  kinds: readKinds(search.kind),
  size: readSizes(search),
  from: readDay(search.from),
  to: readDay(search.to),
  owner: search.owner ?? '',
  label: (search.label ?? '').slice(0, limits().nameMax),
  sort: readSort(search, COLUMNS),
})

/** Takes the filters out of the address, not the keyword and where to look. */
export const NO_FILTERS = cleared(['kind', 'min', 'max', 'from', 'to', 'owner', 'label'])

export const isFiltered = ({ kinds, size, from, to, owner, label }: SearchView): boolean =>
  kinds.length > 0 ||
  [from, to, owner, label].some((one) => one !== '') ||
  size.min !== undefined ||
  size.max !== undefined

/** Whether anything says what to look for. */
export const isSearch = (view: SearchView): boolean => view.keyword.trim() !== '' || isFiltered(view)

export function searchInput(view: SearchView): Input<typeof searchInstancePage> {
  const { start: timeFrom, end: timeTo } = timeRangeOf(view)
  return {
    ...nonEmpty({
      keyword: view.keyword.trim(),
      parentId: view.onlyFolder ? view.folder : '',
      sizeMin: view.size.min,
      sizeMax: view.size.max,
      timeFrom,
      timeTo,
      ownerId: view.owner,
      label: view.label,
    }),
    ...(view.kinds.length > 0 && { kinds: [...view.kinds] }),
    ...(view.content && { content: true }),
    ...orderInput(view.sort),
    pageSize: limits().searchMax,
  }
}
