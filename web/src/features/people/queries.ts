import {
  type FoundDepartment,
  type FoundUser,
  queryRecipients,
  searchDepartments,
  searchUsers,
} from '@clouddisk/contract/directory'
import { type Group, pageGroups } from '@clouddisk/contract/groups'
import type { PrincipalType } from '@clouddisk/contract/people'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { limits } from '../../lib/limits.ts'
import type { Recipient } from '../../lib/people.ts'
import { recentRecipients, storeRecipients } from './recent.ts'

/** Queries of the picker. */

export interface RecipientSearchResult {
  readonly list: readonly Recipient[]
  /** There are more than are listed. */
  readonly truncated: boolean
}

const PEOPLE = 'people'

/** Departments right below one, as nodes of a tree; of the whole organisation where none is named. */
export interface RecipientDepartmentNode {
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
        (one): RecipientDepartmentNode => ({
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
export const departmentPeopleQuery = (departmentId: string) =>
  queryOptions({
    queryKey: [PEOPLE, 'of', departmentId],
    queryFn: async ({ signal }): Promise<RecipientSearchResult> => {
      const { list, truncated } = await call(
        searchUsers,
        { departmentId, limit: limits().searchMax },
        { signal },
      )
      return { list: list.map(fromUser), truncated }
    },
  })

/** Departments first, then groups, people behind them. */
export const searchQuery = (keyword: string, kinds: readonly PrincipalType[]) =>
  queryOptions({
    queryKey: [PEOPLE, 'search', keyword, kinds],
    queryFn: async ({ signal }): Promise<RecipientSearchResult> => {
      const [departments, groups, people] = await Promise.all([
        kinds.includes('department')
          ? call(searchDepartments, { keyword, limit: DEPARTMENTS_FOUND }, { signal })
          : { list: [], truncated: false },
        kinds.includes('group') ? groupsNamed(keyword, GROUPS_FOUND, signal) : NOTHING_FOUND,
        call(searchUsers, { keyword, limit: limits().searchMax }, { signal }),
      ])
      return {
        list: [...departments.list.map(fromDepartment), ...groups.list, ...people.list.map(fromUser)],
        truncated: departments.truncated || groups.truncated || people.truncated,
      }
    },
  })
const DEPARTMENTS_FOUND = 50
const GROUPS_FOUND = 50
const NOTHING_FOUND: RecipientSearchResult = { list: [], truncated: false }

/** One's groups by name, those that one has hidden from one's list too. */
async function groupsNamed(
  keyword: string,
  count: number,
  signal: AbortSignal,
): Promise<RecipientSearchResult> {
  const { list, total } = await call(
    pageGroups,
    { keyword, pageSize: count, orderBy: 'groupName', orderType: 'asc', show: keyword ? 'all' : 'shown' },
    { signal },
  )
  return { list: list.map(fromGroup), truncated: total > list.length }
}

/** The recently chosen recipients in their current state; removed ones are forgotten. */
export const recentQuery = queryOptions({
  queryKey: [PEOPLE, 'recent'],
  queryFn: async ({ signal }): Promise<RecipientSearchResult> => {
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
    storeRecipients(list)
    return { list, truncated: false }
  },
  gcTime: 0,
})

export const ownGroupsQuery = queryOptions({
  queryKey: [PEOPLE, 'groups'],
  queryFn: ({ signal }) => groupsNamed('', GROUPS_SHOWN, signal),
})
const GROUPS_SHOWN = 100

/** Found principals as recipients. */

const fromUser = (user: FoundUser): Recipient => ({
  principalType: 'user',
  principalId: user.userId,
  name: user.userRealName,
  detail: [user.departmentPath.at(-1), user.userName].filter(Boolean).join(' · '),
  count: 1,
  path: user.departmentPath,
})

const fromDepartment = (department: FoundDepartment): Recipient => ({
  principalType: 'department',
  principalId: department.departmentId,
  name: department.departmentName,
  detail: department.departmentPath.slice(0, -1).join(' / '),
  count: department.memberCount,
  path: department.departmentPath,
})

const fromGroup = (group: Group): Recipient => ({
  principalType: 'group',
  principalId: group.groupId,
  name: group.groupName,
  detail: group.ownerName,
  count: group.memberCount,
  path: [],
})
