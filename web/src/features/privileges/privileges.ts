import { ApiError } from '@clouddisk/client/http/errors'
import type { Instance } from '@clouddisk/contract/files'
import { queryMembers } from '@clouddisk/contract/groups'
import type { Principal } from '@clouddisk/contract/people'
import { explainPrivilege, queryPrivilegeList, updateUserRole } from '@clouddisk/contract/privileges'
import { KEPT_ROLES } from '@clouddisk/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { call, errorMessage } from '../../lib/api.ts'
import type { ItemFailure } from '../../lib/batches.ts'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { createRequests } from '../../lib/requests.ts'
import { showFailures } from '../../ui/failures.ts'
import type { PermissionRowData } from './permission-rows.ts'
import type { EntryChoice } from './roles.ts'
import { t } from './strings.ts'

/** Permissions on items and their explanation. */

/** Items whose permissions are to be changed. */
export const permissionRequests = createRequests<readonly Instance[], void>()

export interface ExplainRequest {
  readonly item: Pick<Instance, 'instanceId' | 'instanceName'> & Partial<Pick<Instance, 'fileAuth'>>
  /** Somebody else, for who decides about them. */
  readonly person?: { readonly userId: string; readonly name: string }
}
export const explainRequests = createRequests<ExplainRequest, void>()

export const privilegesQuery = (instanceId: string) =>
  callQuery([...queryKeys.privileges, 'list', instanceId], queryPrivilegeList, { instanceId })

export const explainQuery = (instanceId: string, userId: string | undefined) =>
  callQuery([...queryKeys.privileges, 'why', instanceId, userId ?? ''], explainPrivilege, {
    instanceId,
    ...(userId !== undefined && { userId }),
  })

/** Ids of principals by type; a call takes one type. */
const byType = (rows: readonly Principal[]) =>
  [...Map.groupBy(rows, ({ principalType }) => principalType)].map(([principalType, some]) => ({
    principalType,
    principalIds: some.map(({ principalId }) => principalId),
  }))

/**
 * Gives members another role on items, or the inherited one. Shows the items that failed; returns whether none did.
 */
export async function setItemRole(
  items: readonly Instance[],
  rows: readonly Principal[],
  role: EntryChoice,
): Promise<boolean> {
  const failures: ItemFailure<Instance>[] = []
  for (const item of items) {
    const { instanceId } = item
    try {
      for (const principals of byType(rows)) await call(updateUserRole, { instanceId, ...principals, role })
    } catch (error) {
      const left = error instanceof ApiError ? [item] : items.slice(items.indexOf(item))
      const errcode = error instanceof ApiError ? error.code : 0
      failures.push(...left.map((one) => ({ item: one, errcode, errmsg: errorMessage(error) })))
      // Without an answer the rest would only wait as long.
      if (!(error instanceof ApiError)) break
    }
  }
  showFailures(t('notChanged'), failures)
  for (const kind of ['folders', 'details'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
  await queryClient.invalidateQueries({ queryKey: queryKeys.privileges })
  return failures.length === 0
}

/** Most members of a search. */
const FOUND = 50

/** Members of a group by name, including members through a department, who have no row of their own. */
export const groupMembersQuery = (groupId: string, keyword: string) =>
  queryOptions({
    queryKey: [...queryKeys.privileges, 'inside', groupId, keyword],
    queryFn: async ({ signal }): Promise<readonly PermissionRowData[]> => {
      const { list } = await call(queryMembers, { groupId, keyword, pageSize: FOUND }, { signal })
      return list.map(({ principalType, principalId, name, detail, count, departments, role }) => ({
        principalType,
        principalId,
        name,
        detail: departments.join(' / ') || detail,
        count,
        role,
        own: 'inherit',
        above: undefined,
        byDepartment: role,
        // Nobody restricts who owns or manages the group.
        canChange: !KEPT_ROLES.has(role),
      }))
    },
  })
