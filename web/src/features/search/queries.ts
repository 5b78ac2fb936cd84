import { searchDepartments, searchUsers } from '@clouddisk/contract/directory'
import { pageGroups } from '@clouddisk/contract/groups'
import type { Input } from '@clouddisk/contract/route'
import { searchInstancePage } from '@clouddisk/contract/search'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Files and folders by name. The time of the request tells which changes the reply includes. */
export const filesQuery = (input: Input<typeof searchInstancePage>) =>
  queryOptions({
    queryKey: [...queryKeys.search, 'files', input],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now()
      return { ...(await call(searchInstancePage, input, { signal })), askedAt }
    },
  })

const PEOPLE = 5
const DEPARTMENTS = 3
const GROUPS = 3

/** People, departments and the person's groups by name. */
export const principalsQuery = (keyword: string) =>
  queryOptions({
    queryKey: [...queryKeys.search, 'principals', keyword],
    queryFn: async ({ signal }) => {
      const [users, departments, groups] = await Promise.all([
        call(searchUsers, { keyword, limit: PEOPLE }, { signal }),
        call(searchDepartments, { keyword, limit: DEPARTMENTS }, { signal }),
        call(pageGroups, { keyword, pageSize: GROUPS, show: 'all' }, { signal }),
      ])
      return { users: users.list, departments: departments.list, groups: groups.list }
    },
  })

const MEMBERS = 100

/** Who is directly in a department, and the departments right below it. */
export const departmentQuery = (departmentId: string) =>
  queryOptions({
    queryKey: [...queryKeys.search, 'department', departmentId],
    queryFn: async ({ signal }) => {
      const [users, departments] = await Promise.all([
        call(searchUsers, { departmentId, limit: MEMBERS }, { signal }),
        call(searchDepartments, { parentId: departmentId, limit: MEMBERS }, { signal }),
      ])
      return { users: users.list, departments: departments.list, groups: [] }
    },
  })
