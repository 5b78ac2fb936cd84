import {
  type AdminDepartment,
  queryDepartment,
  queryDepartments,
} from '@clouddisk/contract/admin-departments'
import { pagePeople, queryPerson } from '@clouddisk/contract/admin-people'
import { pageRoleHolders, queryRoles } from '@clouddisk/contract/admin-roles'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { AllPeople } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { callQuery, pageQuery } from '../../lib/call-query.ts'
import { DIRECTORY } from '../../lib/directory.ts'

/** Queries of the directory; each change of it invalidates all of them. */

/** The department id for no department, and for the top of the tree. */
export const NO_DEPARTMENT = '0'

/** The direct subdepartments of one, or the topmost departments in the reader's scope. */
export const subDepartmentsQuery = (parentId: string = NO_DEPARTMENT) =>
  callQuery([DIRECTORY, 'below', parentId], queryDepartments, { parentId, limit: LIMITS.subDepartmentsMax })

/** The department of something new by default: none, or the first one in the reader's scope. */
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
  pageQuery([DIRECTORY, 'found', keyword], queryDepartments, { keyword })

export const departmentQuery = (departmentId: string) =>
  callQuery([DIRECTORY, 'department', departmentId], queryDepartment, { departmentId })

export type PeopleFilter = Input<typeof pagePeople>

export const peopleQuery = (filter: PeopleFilter) =>
  pageQuery([DIRECTORY, 'people', filter], pagePeople, filter)

/** The number of matches of a filter without order and page. */
export const countQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: [DIRECTORY, 'count', filter],
    queryFn: async ({ signal }) => (await call(pagePeople, { ...filter, pageSize: 1 }, { signal })).total,
  })

export const personQuery = (userId: string) =>
  callQuery([DIRECTORY, 'person', userId], queryPerson, { userId })

export const rolesQuery = callQuery([DIRECTORY, 'roles'], queryRoles, {})

export const holdersQuery = (filter: Input<typeof pageRoleHolders>) =>
  pageQuery([DIRECTORY, 'holders', filter], pageRoleHolders, filter)

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

/** A node that is no department. */
export const plainNode = (id: string, name: string, count?: number): DepartmentNode => ({
  id,
  name,
  isParent: false,
  count,
  department: undefined,
})
