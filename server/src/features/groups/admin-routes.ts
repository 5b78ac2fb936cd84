import * as syncContract from '@clouddisk/contract/admin-group-sync'
import * as contract from '@clouddisk/contract/admin-groups'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as admin from './admin.ts'
import * as sync from './admin-sync.ts'

export function groupAdminRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.pageAllGroups, (actor, input) => admin.page(ctx, actor, input)),
    bind(contract.queryAnyGroup, (actor, input) => admin.one(ctx, actor, input.groupId)),
    bind(contract.queryAnyMembers, (actor, input) => admin.members(ctx, actor, input)),
    bind(contract.createDepartmentGroup, (actor, input) => admin.create(ctx, actor, input)),
    bind(contract.updateAnyGroup, (actor, input) => admin.update(ctx, actor, input)),
    bind(contract.dissolveAnyGroup, (actor, input) => admin.dissolve(ctx, actor, input.groupId)),
    bind(syncContract.queryGroupSync, (actor, input) => sync.query(ctx, actor, input)),
    bind(syncContract.syncGroup, (actor, input) => sync.save(ctx, actor, input)),
    bind(syncContract.endGroupSync, (actor, input) => sync.end(ctx, actor, input)),
    bind(contract.cancelAnyDissolve, (actor, input) => admin.cancelDissolution(ctx, actor, input.groupId)),
  ]
}
