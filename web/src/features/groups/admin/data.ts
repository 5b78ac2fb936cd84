import { queryDepartment } from '@clouddisk/contract/admin-departments'
import { type AdminGroup, pageAllGroups } from '@clouddisk/contract/admin-groups'
import { queryPerson } from '@clouddisk/contract/admin-people'
import type { Input } from '@clouddisk/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/** What the administration asks of all groups; one change makes all of it be asked again. */

const GROUPS = 'admin-groups'

export async function refreshAllGroups(): Promise<void> {
  // The administrator may be in some of them itself.
  void queryClient.invalidateQueries({ queryKey: queryKeys.groups })
  void queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
  await queryClient.invalidateQueries({ queryKey: [GROUPS] })
}

export type GroupsFilter = Input<typeof pageAllGroups>

export const adminGroupsQuery = (filter: GroupsFilter) =>
  queryOptions({
    queryKey: [GROUPS, 'page', filter],
    queryFn: ({ signal }) => call(pageAllGroups, filter, { signal }),
    placeholderData: keepPreviousData,
  })

export const membersKey = (groupId: string) => [GROUPS, 'members', groupId] as const

/** Whose allowance gives a group its space. */
export interface QuotaHolder {
  readonly departmentId: string | null
  readonly ownerId: string
}

/** What an allowance still holds. */
export interface RemainingQuota {
  readonly name: string
  readonly ofDepartment: boolean
  /** Bytes; null where there is no limit. */
  readonly left: number | null
}

/** Undefined until it is known, and where the administrator’s rights do not reach whoever gives. */
export function useRemainingQuota({ departmentId, ownerId }: QuotaHolder): RemainingQuota | undefined {
  const ofDepartment = departmentId !== null
  const department = useQuery({
    queryKey: [GROUPS, 'department', departmentId],
    queryFn: ({ signal }) => call(queryDepartment, { departmentId: departmentId ?? '' }, { signal }),
    enabled: ofDepartment && departmentId !== '',
  }).data
  const person = useQuery({
    queryKey: [GROUPS, 'person', ownerId],
    queryFn: ({ signal }) => call(queryPerson, { userId: ownerId }, { signal }),
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

const leftOf = (total: number | null, given: number): number | null =>
  total === null ? null : Math.max(0, total - given)

export const quotaHolderOf = ({ departmentId, ownerId }: AdminGroup): QuotaHolder => ({
  departmentId,
  ownerId,
})
