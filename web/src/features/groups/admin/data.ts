import { queryDepartment } from '@clouddisk/contract/admin-departments'
import { type AdminGroup, pageAllGroups } from '@clouddisk/contract/admin-groups'
import { queryPerson } from '@clouddisk/contract/admin-people'
import type { Input } from '@clouddisk/contract/route'
import { useQuery } from '@tanstack/react-query'
import { callQuery, pageQuery } from '../../../lib/call-query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/** Queries of all groups; each change invalidates all of them. */

const GROUPS = 'admin-groups'

export async function refreshAllGroups(): Promise<void> {
  // The administrator may be in some of them itself.
  void queryClient.invalidateQueries({ queryKey: queryKeys.groups })
  void queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
  await queryClient.invalidateQueries({ queryKey: [GROUPS] })
}

export type GroupsFilter = Input<typeof pageAllGroups>

export const adminGroupsQuery = (filter: GroupsFilter) =>
  pageQuery([GROUPS, 'page', filter], pageAllGroups, filter)

export const membersKey = (groupId: string) => [GROUPS, 'members', groupId] as const

/** Identifies the department or person whose allowance a group is charged to. */
export type QuotaHolder = Pick<AdminGroup, 'departmentId' | 'ownerId'>

/** The rest of an allowance. */
export interface RemainingQuota {
  readonly name: string
  readonly ofDepartment: boolean
  /** Bytes; null where there is no limit. */
  readonly left: number | null
}

/** Undefined until it is known, and if the holder is out of the administrator’s scope. */
export function useRemainingQuota({ departmentId, ownerId }: QuotaHolder): RemainingQuota | undefined {
  const ofDepartment = departmentId !== null
  const department = useQuery({
    ...callQuery([GROUPS, 'department', departmentId], queryDepartment, { departmentId: departmentId ?? '' }),
    enabled: ofDepartment && departmentId !== '',
  }).data
  const person = useQuery({
    ...callQuery([GROUPS, 'person', ownerId], queryPerson, { userId: ownerId }),
    enabled: !ofDepartment && ownerId !== '',
  }).data
  if (ofDepartment)
    return (
      department && {
        name: department.departmentName,
        ofDepartment,
        left: leftOf(department.totalCapacity, department.allottedCapacity),
      }
    )
  return (
    person && {
      name: person.userRealName,
      ofDepartment,
      left: leftOf(person.groupCapacity, person.groupAllotted),
    }
  )
}

const leftOf = (total: number | null, allotted: number): number | null =>
  total === null ? null : Math.max(0, total - allotted)
