import type { pageAdminLinks } from '@clouddisk/contract/admin-links'
import { LINK_STATUSES, type LinkStatus } from '@clouddisk/contract/links'
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

/** The filters of everybody's links, as the address keeps them. Pure. */

export interface AdminLinksView {
  readonly keyword: string
  readonly status: LinkStatus | ''
  /** A person's id; empty for all. */
  readonly owner: string
  /** A department's id; empty for all. */
  readonly department: string
  /** Local days, inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
  readonly sort: SortBy<'createTime'>
}

export const readSearch = (search: Search): AdminLinksView => ({
  keyword: search.q ?? '',
  status: readChoice(LINK_STATUSES, search.status),
  owner: search.owner ?? '',
  department: search.department ?? '',
  from: readDay(search.from),
  to: readDay(search.to),
  sort: readSortLatestFirst(search, ['createTime'], 'createTime'),
})

export function adminLinksQuery(shown: AdminLinksView): Input<typeof pageAdminLinks> {
  const { keyword, status, owner: ownerId, department: departmentId } = shown
  const { start: startTime, end: endTime } = timeRangeOf(shown)
  return {
    ...nonEmpty({ keyword, status, ownerId, departmentId, startTime, endTime }),
    ...orderInput(shown.sort),
  }
}

export const CLEARED = cleared(['q', 'status', 'owner', 'department', 'from', 'to'])

export const isNarrowed = ({ keyword, status, owner, department, from, to }: AdminLinksView): boolean =>
  [keyword, status, owner, department, from, to].some((one) => one !== '')
