import type { pageSecondTrash } from '@clouddisk/contract/admin-recycle'
import type { Input } from '@clouddisk/contract/route'
import { cleared, readChoice, readDay, readSortLatestFirst, type Search } from '../../../ui/list/address.ts'
import { timeRangeOf } from '../../../ui/range-field.tsx'
import type { Sort } from '../../../ui/table/columns.ts'

/** What narrows the administrators' bin, as the address keeps it. Pure. */

export type AdminTrashOrder = NonNullable<Input<typeof pageSecondTrash>['orderBy']>
const ORDERS: readonly AdminTrashOrder[] = ['instanceName', 'fileSize', 'deleteTime', 'expireTime']

export interface AdminTrashView {
  readonly keyword: string
  /** A person's id or a group's; empty for all. */
  readonly owner: string
  readonly kind: 'user' | 'group' | ''
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
  readonly sort: Sort & { readonly column: AdminTrashOrder }
}

export const readSearch = (search: Search): AdminTrashView => ({
  keyword: search.q ?? '',
  owner: search.owner ?? '',
  kind: readChoice(['user', 'group'], search.kind),
  from: readDay(search.from),
  to: readDay(search.to),
  sort: readSortLatestFirst(search, ORDERS, 'deleteTime'),
})

export function adminTrashQuery({
  keyword,
  owner,
  kind,
  from,
  to,
  sort,
}: AdminTrashView): Input<typeof pageSecondTrash> {
  const { start, end } = timeRangeOf({ from, to })
  return {
    ...(keyword && { keyword }),
    ...(owner && { ownerId: owner }),
    ...(kind && { ownerType: kind }),
    ...(start && { startTime: start }),
    ...(end && { endTime: end }),
    orderBy: sort.column,
    orderType: sort.direction,
  }
}

export const CLEARED = cleared(['q', 'owner', 'kind', 'from', 'to'])

export const isNarrowed = ({ keyword, owner, kind, from, to }: AdminTrashView): boolean =>
  [keyword, owner, kind, from, to].some((one) => one !== '')
