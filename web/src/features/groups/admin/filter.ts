import {
  cleared,
  type PageNumber,
  readChoice,
  readPageNumber,
  readSort,
  type Search,
} from '../../../ui/list/address.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import type { GroupsFilter } from './data.ts'

/** What narrows the list of all groups, as the address keeps it. Pure. */

export interface ShownGroups extends PageNumber {
  readonly keyword: string
  /** A department’s id; '' for all. */
  readonly department: string
  readonly kind: Kind | ''
  readonly state: State | ''
  readonly sort: Sort | undefined
}

const KINDS = ['department', 'person'] as const
const STATES = ['living', 'dissolving'] as const
const ORDERS = ['groupName', 'createTime', 'usedCapacity', 'totalCapacity'] as const
type Kind = (typeof KINDS)[number]
type State = (typeof STATES)[number]

export const readSearch = (search: Search): ShownGroups => ({
  keyword: search.q ?? '',
  department: search.department ?? '',
  kind: readChoice(KINDS, search.kind),
  state: readChoice(STATES, search.state),
  sort: readSort(search, ORDERS),
  ...readPageNumber(search),
})

/** As the call takes it. */
export const pageOf = (shown: ShownGroups): GroupsFilter => ({
  ...(shown.keyword && { keyword: shown.keyword }),
  ...(shown.department && { departmentId: shown.department }),
  ...(shown.kind && { kind: shown.kind }),
  ...(shown.state && { state: shown.state }),
  ...(shown.sort && {
    orderBy: shown.sort.column as NonNullable<GroupsFilter['orderBy']>,
    orderType: shown.sort.direction,
  }),
  pageNo: shown.page,
  pageSize: shown.pageSize,
})

export const isNarrowed = ({ keyword, department, kind, state }: ShownGroups): boolean =>
  [keyword, department, kind, state].some((one) => one !== '')

/** Leaves nothing that narrows. */
export const WIDE = cleared(['q', 'department', 'kind', 'state'])
