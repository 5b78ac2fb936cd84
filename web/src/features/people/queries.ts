import { queryRecipients, searchDepartments, searchUsers } from '@clouddisk/contract/directory'
import { pageGroups } from '@clouddisk/contract/groups'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { limits } from '../../lib/limits.ts'
import type { Recipient } from '../../lib/people.ts'
import { keepRecipients, recentRecipients } from './recent.ts'
import { fromDepartment, fromGroup, fromUser } from './recipients.ts'

/** What the picker asks the server for. */

export interface Found {
  readonly list: readonly Recipient[]
  /** There are more than are listed. */
  readonly truncated: boolean
}

const PEOPLE = 'people'

/** Departments right below one, as nodes of a tree; of the whole organisation where none is named. */
export interface DepartmentNode {
  readonly id: string
  readonly name: string
  readonly isParent: boolean
  readonly recipient: Recipient
}

export const departmentsQuery = (parentId: string | undefined) =>
  queryOptions({
    queryKey: [PEOPLE, 'departments', parentId ?? ''],
    queryFn: async ({ signal }) => {
      const { list, truncated } = await call(
        searchDepartments,
        { limit: limits().subDepartmentsMax, ...(parentId !== undefined && { parentId }) },
        { signal },
      )
      const nodes = list.map(
        (one): DepartmentNode => ({
          id: one.departmentId,
          name: one.departmentName,
          isParent: one.isParent,
          recipient: fromDepartment(one),
        }),
      )
      return { nodes, truncated }
    },
  })

/** People who are directly in a department. */
export const peopleOfQuery = (departmentId: string) =>
  queryOptions({
    queryKey: [PEOPLE, 'of', departmentId],
    queryFn: async ({ signal }): Promise<Found> => {
      const { list, truncated } = await call(
        searchUsers,
        { departmentId, limit: limits().searchMax },
        { signal },
      )
      return { list: list.map(fromUser), truncated }
    },
  })

/** Departments first, people behind them. */
export const searchQuery = (keyword: string, withDepartments: boolean) =>
  queryOptions({
    queryKey: [PEOPLE, 'search', keyword, withDepartments],
    queryFn: async ({ signal }): Promise<Found> => {
      const [departments, people] = await Promise.all([
        withDepartments
          ? call(searchDepartments, { keyword, limit: DEPARTMENTS_FOUND }, { signal })
          : { list: [], truncated: false },
        call(searchUsers, { keyword, limit: limits().searchMax }, { signal }),
      ])
      return {
        list: [...departments.list.map(fromDepartment), ...people.list.map(fromUser)],
        truncated: departments.truncated || people.truncated,
      }
    },
  })
const DEPARTMENTS_FOUND = 50

/** Those chosen lately as they are now; who is gone is forgotten. */
export const recentQuery = queryOptions({
  queryKey: [PEOPLE, 'recent'],
  queryFn: async ({ signal }): Promise<Found> => {
    const kept = recentRecipients()
    if (kept.length === 0) return { list: [], truncated: false }
    const principals = kept.map(({ principalType, principalId }) => ({ principalType, principalId }))
    const { users, departments, groups } = await call(queryRecipients, { principals }, { signal })
    const found = [
      ...users.map(fromUser),
      ...departments.map(fromDepartment),
      ...groups.map((group): Recipient => ({ ...group, path: [] })),
    ]
    const now = new Map(found.map((one) => [one.principalId, one]))
    const list = kept.flatMap(({ principalId }) => now.get(principalId) ?? [])
    keepRecipients(list)
    return { list, truncated: false }
  },
  gcTime: 0,
})

export const groupsQuery = queryOptions({
  queryKey: [PEOPLE, 'groups'],
  queryFn: async ({ signal }): Promise<Found> => {
    const { list, total } = await call(
      pageGroups,
      { pageSize: GROUPS_SHOWN, orderBy: 'groupName', orderType: 'asc', show: 'shown' },
      { signal },
    )
    return { list: list.map(fromGroup), truncated: total > list.length }
  },
})
const GROUPS_SHOWN = 100
