import { LIMITS } from '@clouddisk/contract/limits'
import type { Sort } from '../../../ui/table/columns.ts'
import type { GroupsFilter } from './data.ts'

/** What narrows the list of all groups, as the address keeps it. Pure. */

export interface ShownGroups {
  readonly keyword: string
  /** A department’s id; '' for all. */
  readonly department: string
  readonly kind: Kind | ''
  readonly state: State | ''
  readonly page: number
  readonly pageSize: number
  readonly sort: Sort | undefined
}

const KINDS = ['department', 'person'] as const
const STATES = ['living', 'dissolving'] as const
const ORDERS = ['groupName', 'createTime', 'usedCapacity', 'totalCapacity'] as const
type Kind = (typeof KINDS)[number]
type State = (typeof STATES)[number]

type Search = Readonly<Record<string, string | undefined>>

const known = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value)

export function readSearch(search: Search): ShownGroups {
  const [order, direction] = (search.sort ?? '').split('.')
  const column = known(ORDERS, order)
  const size = Number(search.size)
  return {
    keyword: search.q ?? '',
    department: search.department ?? '',
    kind: known(KINDS, search.kind) ?? '',
    state: known(STATES, search.state) ?? '',
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    pageSize: LIMITS.pageSizes.includes(size) ? size : LIMITS.pageSizeDefault,
    sort: column && { column, direction: direction === 'desc' ? 'desc' : 'asc' },
  }
}

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
export const WIDE = { q: undefined, department: undefined, kind: undefined, state: undefined }
