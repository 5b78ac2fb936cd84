import { PERSON_ORDERS, PERSON_STATES } from '@clouddisk/contract/admin-people'
import {
  cleared,
  type PageNumber,
  readChoice,
  readPageNumber,
  readSort,
  type Search,
} from '../../../ui/list/address.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import type { PeopleFilter } from '../data.ts'

/** What narrows the list of people, as the address keeps it. Pure. */

export interface ShownPeople extends PageNumber {
  /** A department's id, NONE, or undefined for everybody. */
  readonly department: string | undefined
  readonly includeSub: boolean
  readonly keyword: string
  readonly status: string
  readonly role: string
  readonly validity: string
  readonly sort: Sort | undefined
}

export const VALIDITIES = ['forever', 'limited', 'soon', 'expired'] as const

export const readSearch = (search: Search): ShownPeople => ({
  department: search.department,
  includeSub: search.sub !== '0',
  keyword: search.q ?? '',
  status: readChoice(PERSON_STATES, search.status),
  role: search.role ?? '',
  validity: readChoice(VALIDITIES, search.validity),
  sort: readSort(search, PERSON_ORDERS),
  ...readPageNumber(search),
})

/** The filter alone, as the call takes it: for pages and for the export. */
export function filterOf(shown: ShownPeople): PeopleFilter {
  const { department, includeSub, keyword, status, role, validity, sort } = shown
  return {
    ...(department !== undefined && { departmentId: department, includeSub }),
    ...(keyword && { keyword }),
    ...(status && { status: status as NonNullable<PeopleFilter['status']> }),
    ...(role && { roleId: role }),
    ...(validity && { validity: validity as NonNullable<PeopleFilter['validity']> }),
    ...(sort && {
      orderBy: sort.column as NonNullable<PeopleFilter['orderBy']>,
      orderType: sort.direction,
    }),
  }
}

export const pageOf = (shown: ShownPeople): PeopleFilter => ({
  ...filterOf(shown),
  pageNo: shown.page,
  pageSize: shown.pageSize,
})

/** Whether something narrows the list besides the department. */
export const isNarrowed = ({
  keyword,
  status,
  role,
  validity,
  includeSub,
  department,
}: ShownPeople): boolean =>
  keyword !== '' ||
  status !== '' ||
  role !== '' ||
  validity !== '' ||
  (department !== undefined && !includeSub)

/** Leaves the department alone. */
export const CLEARED = cleared(['q', 'status', 'role', 'validity', 'sub'])
