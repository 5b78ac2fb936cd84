import { pageOwnedFiles } from '@clouddisk/contract/admin-files'
import { pageAllGroups, queryAnyGroup } from '@clouddisk/contract/admin-groups'
import type { Input } from '@clouddisk/contract/route'
import { ORDERS } from '@clouddisk/contract/shapes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { type PageNumber, readPageNumber, readSort, type Search } from '../../../ui/list/address.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { personQuery } from '../data.ts'

/** What the page of others’ files asks for. */

const FILES = 'admin-files'

/** Whose files are looked at. */
export interface FileOwner {
  readonly type: 'user' | 'group'
  readonly id: string
}

export function ownerFromSearch({ person, space }: Search): FileOwner | undefined {
  if (person) return { type: 'user', id: person }
  return space ? { type: 'group', id: space } : undefined
}

export interface OwnerListView extends PageNumber {
  readonly keyword: string
  readonly sort: Sort | undefined
}

/** Words, page and order as the address keeps them. */
export const readPage = (search: Search, orders: readonly string[]): OwnerListView => ({
  keyword: search.q ?? '',
  sort: readSort(search, orders),
  ...readPageNumber(search),
})

export const FILE_ORDERS: readonly string[] = ORDERS

/** Each answer is a look that is put down, so it is asked for when somebody looks and at no other time. */
export const ownedFilesQuery = (owner: FileOwner, folder: string | undefined, shown: OwnerListView) => {
  const { keyword, page: pageNo, pageSize, sort } = shown
  const asked: Input<typeof pageOwnedFiles> = {
    ownerType: owner.type,
    ownerId: owner.id,
    ...(folder && { parentId: folder }),
    ...(keyword && { keyword }),
    ...(sort && { orderBy: sort.column as (typeof ORDERS)[number], orderType: sort.direction }),
    pageNo,
    pageSize,
  }
  return queryOptions({
    queryKey: [FILES, 'page', asked],
    queryFn: ({ signal }) => call(pageOwnedFiles, asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export const GROUP_ORDERS = ['groupName', 'usedCapacity'] as const

/** @param kind those alone whose space a department gives; undefined for all. */
export const ownerGroupsQuery = (
  departmentId: string | undefined,
  shown: OwnerListView,
  kind?: Input<typeof pageAllGroups>['kind'],
) => {
  const { keyword, page: pageNo, pageSize, sort } = shown
  const asked: Input<typeof pageAllGroups> = {
    ...(departmentId && { departmentId }),
    ...(kind && { kind }),
    ...(keyword && { keyword }),
    ...(sort && { orderBy: sort.column as (typeof GROUP_ORDERS)[number], orderType: sort.direction }),
    pageNo,
    pageSize,
  }
  return queryOptions({
    queryKey: [FILES, 'groups', asked],
    queryFn: ({ signal }) => call(pageAllGroups, asked, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** What an owner is called. */
export const ownerNameQuery = ({ type, id }: FileOwner) =>
  queryOptions({
    queryKey: [FILES, 'name', type, id],
    queryFn: async ({ signal, client }) =>
      type === 'user'
        ? (await client.fetchQuery(personQuery(id))).userRealName
        : (await call(queryAnyGroup, { groupId: id }, { signal })).groupName,
  })
