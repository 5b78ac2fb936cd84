import type { pageSecondTrash } from '@clouddisk/contract/admin-recycle'
import type { Input } from '@clouddisk/contract/route'
import { nonEmpty } from '../../../lib/call-query.ts'
import {
  cleared,
  orderInput,
  readChoice,
  readDay,
  readSortLatestFirst,
  type Search,
  type SortBy,
} from '../../../ui/list/address.ts'
import { timeRangeOf } from '../../../ui/range-field.tsx'

/** The filters of the administrators' bin, as the address keeps them. Pure. */

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
  readonly sort: SortBy<AdminTrashOrder>
}

export const readSearch = (search: Search): AdminTrashView => ({
  keyword: search.q ?? '',
  owner: search.owner ?? '',
  kind: readChoice(['user', 'group'], search.kind),
  from: readDay(search.from),
  to: readDay(search.to),
  sort: readSortLatestFirst(search, ORDERS, 'deleteTime'),
})

export function adminTrashQuery(shown: AdminTrashView): Input<typeof pageSecondTrash> {
  const { keyword, owner: ownerId, kind: ownerType } = shown
  const { start: startTime, end: endTime } = timeRangeOf(shown)
  return { ...nonEmpty({ keyword, ownerId, ownerType, startTime, endTime }), ...orderInput(shown.sort) }
}

export const CLEARED = cleared(['q', 'owner', 'kind', 'from', 'to'])

export const isNarrowed = ({ keyword, owner, kind, from, to }: AdminTrashView): boolean =>
  [keyword, owner, kind, from, to].some((one) => one !== '')
