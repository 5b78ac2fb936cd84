import type { pageSecondTrash } from '@clouddisk/contract/admin-recycle'
import type { Input } from '@clouddisk/contract/route'
import { parseDay } from '../../../ui/date-field.tsx'
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

type Search = Readonly<Record<string, string | undefined>>

export function readSearch(search: Search): AdminTrashView {
  const [column, direction] = (search.sort ?? '').split('.')
  const day = (text: string | undefined) => (text && parseDay(text) ? text : '')
  return {
    keyword: search.q ?? '',
    owner: search.owner ?? '',
    kind: search.kind === 'user' || search.kind === 'group' ? search.kind : '',
    from: day(search.from),
    to: day(search.to),
    sort: {
      column: ORDERS.find((one) => one === column) ?? 'deleteTime',
      direction: direction === 'asc' ? 'asc' : 'desc',
    },
  }
}

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

export const CLEARED: Search = {
  q: undefined,
  owner: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
}

export const isNarrowed = ({ keyword, owner, kind, from, to }: AdminTrashView): boolean =>
  [keyword, owner, kind, from, to].some((one) => one !== '')
