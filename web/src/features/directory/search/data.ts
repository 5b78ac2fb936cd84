import {
  type FoundFile,
  SPACE_OWNERS,
  type SpaceOwner,
  searchOwnedFiles,
} from '@clouddisk/contract/admin-files'
import { queryOptions } from '@tanstack/react-query'
import { nonEmpty, pageQuery } from '../../../lib/call-query.ts'
import { cleared, readChoice, readDay, type Search } from '../../../ui/list/address.ts'
import { timeRangeOf } from '../../../ui/range-field.tsx'
import { ON_DEMAND } from '../browse/data.ts'

/** The search among all files, as the address keeps it. */

export interface FileSearchView {
  readonly keyword: string
  readonly kind: SpaceOwner | ''
  /** A person's id or a group's; empty for all. */
  readonly owner: string
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
}

/** In the address: the search among all files. */
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

export function fileSearchQuery({ keyword, kind, owner: ownerId, from, to }: FileSearchView) {
  const { start: startTime, end: endTime } = timeRangeOf({ from, to })
  const input = nonEmpty({ keyword, kind, ownerId, startTime, endTime })
  return queryOptions({ ...pageQuery(['admin-found', input], searchOwnedFiles, input), ...ON_DEMAND })
}

export const isFolder = (item: FoundFile): boolean => item.classifierId === 'Folder'

/** Where in the tree of its owner a folder is looked at. */
export const ownerTreeSearch = ({ ownerType, ownerId }: FoundFile, folder: string): Search => ({
  ...(ownerType === 'user' ? { person: ownerId } : { space: ownerId }),
  folder,
})
