import { pageOwnedFiles } from '@clouddisk/contract/admin-files'
import { pageAllGroups, queryAnyGroup } from '@clouddisk/contract/admin-groups'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { ORDERS } from '@clouddisk/contract/shapes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { personQuery } from '../data.ts'

/** What the page of others’ files asks for. */

const FILES = 'admin-files'

/** Whose files are looked at. */
export interface FileOwner {
  readonly type: 'user' | 'group'
  readonly id: string
}

type Search = Readonly<Record<string, string | undefined>>

export function ownerFromSearch({ person, space }: Search): FileOwner | undefined {
  if (person) return { type: 'user', id: person }
  return space ? { type: 'group', id: space } : undefined
}

export interface ListPage {
  readonly keyword: string
  readonly page: number
  readonly pageSize: number
  readonly sort: Sort | undefined
}

/** Words, page and order as the address keeps them. */
export function readPage(search: Search, orders: readonly string[]): ListPage {
  const [column = '', direction] = (search.sort ?? '').split('.')
  const size = Number(search.size)
  return {
    keyword: search.q ?? '',
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    pageSize: LIMITS.pageSizes.includes(size) ? size : LIMITS.pageSizeDefault,
    sort: orders.includes(column) ? { column, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined,
  }
}

export const FILE_ORDERS: readonly string[] = ORDERS

/** Each answer is a look that is put down, so it is asked for when somebody looks and at no other time. */
export const ownedFilesQuery = (owner: FileOwner, folder: string | undefined, shown: ListPage) => {
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
  shown: ListPage,
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
