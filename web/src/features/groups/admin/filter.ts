import { nonEmpty } from '../../../lib/call-query.ts'
import {
  cleared,
  type PageNumber,
  pageInput,
  readChoice,
  readPageNumber,
  readSort,
  type Search,
  type SortBy,
} from '../../../ui/list/address.ts'
import type { GroupsFilter } from './data.ts'

/** The filters of the list of all groups, as the address keeps them. Pure. */

export interface ShownGroups extends PageNumber {
  readonly keyword: string
  /** A department’s id; '' for all. */
  readonly department: string
  readonly kind: (typeof KINDS)[number] | ''
  readonly state: (typeof STATES)[number] | ''
  readonly sort: SortBy<(typeof ORDERS)[number]> | undefined
}

const KINDS = ['department', 'person'] as const
const STATES = ['living', 'dissolving'] as const
const ORDERS = ['groupName', 'createTime', 'usedCapacity', 'totalCapacity'] as const

export const readSearch = (search: Search): ShownGroups => ({
  keyword: search.q ?? '',
  department: search.department ?? '',
  kind: readChoice(KINDS, search.kind),
  state: readChoice(STATES, search.state),
  sort: readSort(search, ORDERS),
  ...readPageNumber(search),
})

/** As the call takes it. */
export const pageOf = (shown: ShownGroups): GroupsFilter => {
  const { keyword, department: departmentId, kind, state } = shown
  return { ...nonEmpty({ keyword, departmentId, kind, state }), ...pageInput(shown) }
}

export const isNarrowed = ({ keyword, department, kind, state }: ShownGroups): boolean =>
  [keyword, department, kind, state].some((one) => one !== '')

export const CLEARED = cleared(['q', 'department', 'kind', 'state'])
