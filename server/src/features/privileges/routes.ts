import * as contract from '@clouddisk/contract/privileges'
import { PERMISSION_ITEMS } from '@clouddisk/contract/roles'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as entries from './entries.ts'
import * as privileges from './privileges.ts'

export function privilegeRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.queryPrivilegeList, (actor, input, { language }) =>
      privileges.list(ctx.db.reader, actor, input.instanceId, language),
    ),
    bind(contract.queryRoleItems, () => ({ items: [...PERMISSION_ITEMS], roles: [...contract.ROLE_TABLE] })),
    bind(contract.updateUserRole, (actor, input) => entries.changeEntries(ctx, actor, input)),
    bind(contract.explainPrivilege, (actor, input, { language }) =>
      privileges.explainFor(ctx, actor, input, language),
    ),
  ]
}
