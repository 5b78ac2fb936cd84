import { PERSON_ORDERS, PERSON_STATES, type PersonState } from '@clouddisk/contract/admin-people'
import { nonEmpty } from '../../../lib/call-query.ts'
import {
  cleared,
  orderInput,
  type PageNumber,
  pageInput,
  readChoice,
  readPageNumber,
  readSort,
  type Search,
  type SortBy,
} from '../../../ui/list/address.ts'
import type { PeopleFilter } from '../data.ts'

/** The filters of the list of people, as the address keeps them. Pure. */

export interface ShownPeople extends PageNumber {
  /** A department id, `NO_DEPARTMENT`, or undefined for everybody. */
  readonly department: string | undefined
  readonly includeSub: boolean
  readonly keyword: string
  readonly status: PersonState | ''
  readonly role: string
  readonly validity: (typeof VALIDITIES)[number] | ''
  readonly sort: SortBy<(typeof PERSON_ORDERS)[number]> | undefined
}

const VALIDITIES = ['forever', 'limited', 'soon', 'expired'] as const

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

/** Filter and order without the page, for the export. */
export const filterOf = (shown: ShownPeople) => ({
  ...(shown.department !== undefined && { departmentId: shown.department, includeSub: shown.includeSub }),
  ...nonEmpty({
    keyword: shown.keyword,
    status: shown.status,
    roleId: shown.role,
    validity: shown.validity,
  }),
  ...orderInput(shown.sort),
})

export const pageOf = (shown: ShownPeople): PeopleFilter => ({ ...filterOf(shown), ...pageInput(shown) })

/** Whether the list is filtered by anything besides the department. */
export const isNarrowed = (shown: ShownPeople): boolean =>
  [shown.keyword, shown.status, shown.role, shown.validity].some((value) => value !== '') ||
  (shown.department !== undefined && !shown.includeSub)

/** Leaves the department alone. */
export const CLEARED = cleared(['q', 'status', 'role', 'validity', 'sub'])
