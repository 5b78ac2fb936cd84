import {
  type FoundFile,
  SPACE_OWNERS,
  type SpaceOwner,
  searchOwnedFiles,
} from '@clouddisk/contract/admin-files'
import type { Input } from '@clouddisk/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { cleared, readChoice, readDay, type Search } from '../../../ui/list/address.ts'
import { timeRangeOf } from '../../../ui/range-field.tsx'

/** What is asked among the files of all, as the address keeps it. */

export interface FileSearchView {
  readonly keyword: string
  readonly kind: SpaceOwner | ''
  /** A person's id or a group's; empty for all. */
  readonly owner: string
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
}

/** In the address: files of all, not those of one. */
export const SEARCH_ALL = { among: 'all' } as const

export const readSearch = (search: Search): FileSearchView => ({
  keyword: search.q ?? '',
  kind: readChoice(SPACE_OWNERS, search.kind),
  owner: search.owner ?? '',
  from: readDay(search.from),
  to: readDay(search.to),
})

export const CLEARED = cleared(['q', 'kind', 'owner', 'from', 'to'])

export const isNarrowed = (shown: FileSearchView): boolean => Object.values(shown).some((one) => one !== '')

/** Each answer is put down with what was asked, so it is asked for when somebody looks and at no other time. */
export function fileSearchQuery({ keyword, kind, owner, from, to }: FileSearchView) {
  const { start, end } = timeRangeOf({ from, to })
  const asked: Input<typeof searchOwnedFiles> = {
    ...(keyword && { keyword }),
    ...(kind && { kind }),
    ...(owner && { ownerId: owner }),
    ...(start && { startTime: start }),
    ...(end && { endTime: end }),
  }
  return queryOptions({
    queryKey: ['admin-found', asked],
    queryFn: ({ signal }) => call(searchOwnedFiles, asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export const isFolder = (item: FoundFile): boolean => item.classifierId === 'Folder'

/** Where in the tree of its owner a folder is looked at. */
export const ownerTreeSearch = ({ ownerType, ownerId }: FoundFile, folder: string): Search => ({
  ...(ownerType === 'user' ? { person: ownerId } : { space: ownerId }),
  folder,
})
