import {
  type AdminDepartment,
  queryDepartment,
  queryDepartments,
} from '@clouddisk/contract/admin-departments'
import { pagePeople, queryPerson } from '@clouddisk/contract/admin-people'
import { queryRoles } from '@clouddisk/contract/admin-roles'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { AllPeople } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { DIRECTORY } from '../../lib/directory.ts'

/** What the administration asks of the directory; one change of it makes all of it be asked again. */

/** Where somebody is who belongs to no department, and the top of the tree. */
export const NO_DEPARTMENT = '0'

/** Departments right below one, or the topmost of one's own. */
export const subDepartmentsQuery = (parentId: string = NO_DEPARTMENT) =>
  queryOptions({
    queryKey: [DIRECTORY, 'below', parentId],
    queryFn: ({ signal }) =>
      call(queryDepartments, { parentId, limit: LIMITS.subDepartmentsMax }, { signal }),
  })

/** Where something new is put that is put nowhere else: in no department, or in the first of the reader's own. */
export function useDefaultDepartment(): {
  readonly all: boolean
  readonly place: string
  readonly tops: readonly string[]
} {
  const all = use(AllPeople)
  const tops = useQuery({ ...subDepartmentsQuery(), enabled: !all }).data?.list ?? []
  return {
    all,
    place: all ? NO_DEPARTMENT : (tops[0]?.departmentId ?? ''),
    tops: tops.map(({ departmentId }) => departmentId),
  }
}

export const departmentSearchQuery = (keyword: string) =>
  queryOptions({
    queryKey: [DIRECTORY, 'found', keyword],
    queryFn: ({ signal }) => call(queryDepartments, { keyword }, { signal }),
    placeholderData: keepPreviousData,
  })

export const departmentQuery = (departmentId: string) =>
  queryOptions({
    queryKey: [DIRECTORY, 'department', departmentId],
    queryFn: ({ signal }) => call(queryDepartment, { departmentId }, { signal }),
  })

export type PeopleFilter = Input<typeof pagePeople>

export const peopleQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: [DIRECTORY, 'people', filter],
    queryFn: ({ signal }) => call(pagePeople, filter, { signal }),
    placeholderData: keepPreviousData,
  })

/** How many there are, of a filter that leaves out order and page. */
export const countQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: [DIRECTORY, 'count', filter],
    queryFn: async ({ signal }) => (await call(pagePeople, { ...filter, pageSize: 1 }, { signal })).total,
  })

export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: [DIRECTORY, 'person', userId],
    queryFn: ({ signal }) => call(queryPerson, { userId }, { signal }),
  })

export const rolesQuery = queryOptions({
  queryKey: [DIRECTORY, 'roles'],
  queryFn: ({ signal }) => call(queryRoles, {}, { signal }),
})

/** Pages of who has a role; what is asked stands behind it. */
export const holdersKey = [DIRECTORY, 'holders'] as const

/** A department as a node of a tree; `id` is NONE or ALL where it stands for none or all of them. */
export interface DepartmentNode {
  readonly id: string
  readonly name: string
  readonly isParent: boolean
  readonly count: number | undefined
  readonly department: AdminDepartment | undefined
}

export const departmentNode = (department: AdminDepartment): DepartmentNode => ({
  id: department.departmentId,
  name: department.departmentName,
  isParent: department.isParent,
  count: department.memberCount,
  department,
})
