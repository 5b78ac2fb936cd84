import { queryMembers } from '@clouddisk/contract/groups'
import { KEPT_ROLES } from '@clouddisk/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import type { PermissionRowData } from './permission-rows.ts'

/** More than these are told apart by a longer word. */
const FOUND = 50

/** Members of a group by name, those among them too that came in by a department and have no row of their own. */
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
