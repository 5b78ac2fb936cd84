import { pageOwnedFiles } from '@clouddisk/contract/admin-files'
import { pageAllGroups, queryAnyGroup } from '@clouddisk/contract/admin-groups'
import type { Input } from '@clouddisk/contract/route'
import type { ORDERS } from '@clouddisk/contract/shapes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { nonEmpty, pageQuery } from '../../../lib/call-query.ts'
import {
  type PageNumber,
  pageInput,
  readPageNumber,
  readSort,
  type Search,
  type SortBy,
} from '../../../ui/list/address.ts'
import { personQuery } from '../data.ts'

/** Queries of the page of others’ files. */

const FILES = 'admin-files'

/** The owner of the files that are shown. */
export interface FileOwner {
  readonly type: 'user' | 'group'
  readonly id: string
}

export function ownerFromSearch({ person, space }: Search): FileOwner | undefined {
  if (person) return { type: 'user', id: person }
  return space ? { type: 'group', id: space } : undefined
}

export interface OwnerListView<C extends string = string> extends PageNumber {
  readonly keyword: string
  readonly sort: SortBy<C> | undefined
}

/** Keyword, order and page as the address keeps them. */
export const readPage = <C extends string>(search: Search, orders: readonly C[]): OwnerListView<C> => ({
  keyword: search.q ?? '',
  sort: readSort(search, orders),
  ...readPageNumber(search),
})

/** The server logs each of these calls as a look at the files, so they are made on demand only. */
export const ON_DEMAND = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

export const ownedFilesQuery = (
  { type: ownerType, id: ownerId }: FileOwner,
  parentId: string | undefined,
  shown: OwnerListView<(typeof ORDERS)[number]>,
) => {
  const input = { ownerType, ownerId, ...nonEmpty({ parentId, keyword: shown.keyword }), ...pageInput(shown) }
  return queryOptions({ ...pageQuery([FILES, 'page', input], pageOwnedFiles, input), ...ON_DEMAND })
}

export const GROUP_ORDERS = ['groupName', 'usedCapacity'] as const

/** @param kind restricts the list to groups whose space a department gives; undefined for all. */
export const ownerGroupsQuery = (
  departmentId: string | undefined,
  shown: OwnerListView<(typeof GROUP_ORDERS)[number]>,
  kind?: Input<typeof pageAllGroups>['kind'],
) => {
  const input = { ...nonEmpty({ departmentId, kind, keyword: shown.keyword }), ...pageInput(shown) }
  return pageQuery([FILES, 'groups', input], pageAllGroups, input)
}

/** The name of an owner. */
export const ownerNameQuery = ({ type, id }: FileOwner) =>
  queryOptions({
    queryKey: [FILES, 'name', type, id],
    queryFn: async ({ signal, client }) =>
      type === 'user'
        ? (await client.fetchQuery(personQuery(id))).userRealName
        : (await call(queryAnyGroup, { groupId: id }, { signal })).groupName,
  })
