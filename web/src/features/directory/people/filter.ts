import { PERSON_ORDERS, PERSON_STATES } from '@clouddisk/contract/admin-people'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Sort } from '../../../ui/table/columns.ts'
import type { PeopleFilter } from '../data.ts'

/** What narrows the list of people, as the address keeps it. Pure. */

export interface ShownPeople {
  /** A department's id, NONE, or undefined for everybody. */
  readonly department: string | undefined
  readonly includeSub: boolean
  readonly keyword: string
  readonly status: string
  readonly role: string
  readonly validity: string
  readonly page: number
  readonly pageSize: number
  readonly sort: Sort | undefined
}

export const VALIDITIES = ['forever', 'limited', 'soon', 'expired'] as const

type Search = Readonly<Record<string, string | undefined>>

export function readSearch(search: Search): ShownPeople {
  const [column = '', direction] = (search.sort ?? '').split('.')
  const size = Number(search.size)
  return {
    department: search.department,
    includeSub: search.sub !== '0',
    keyword: search.q ?? '',
    status: known(PERSON_STATES, search.status),
    role: search.role ?? '',
    validity: known(VALIDITIES, search.validity),
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    pageSize: LIMITS.pageSizes.includes(size) ? size : LIMITS.pageSizeDefault,
    sort: known(PERSON_ORDERS, column)
      ? { column, direction: direction === 'desc' ? 'desc' : 'asc' }
      : undefined,
  }
}

const known = (values: readonly string[], value: string | undefined): string =>
  value !== undefined && values.includes(value) ? value : ''

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
