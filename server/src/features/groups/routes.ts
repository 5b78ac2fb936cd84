import * as contract from '@clouddisk/contract/groups'
import { updateMemberRole } from '@clouddisk/contract/privileges'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as dissolve from './dissolve.ts'
import * as groups from './groups.ts'
import * as handover from './handover.ts'
import * as members from './members.ts'

export function groupRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.pageGroups, (actor, input) => groups.page(ctx, actor, input)),
    bind(contract.queryGroup, (actor, input) => groups.one(ctx, actor, input.groupId)),
    bind(contract.createGroup, (actor, input) => groups.create(ctx, actor, input)),
    bind(contract.editGroup, (actor, input) => groups.edit(ctx, actor, input)),
    bind(contract.hideGroup, async (actor, input) => {
      await groups.hide(ctx, actor, input)
      return {}
    }),
    bind(contract.leaveGroup, async (actor, input) => {
      await members.leave(ctx, actor, input.groupId)
      return {}
    }),
    bind(contract.queryMembers, (actor, input) => members.page(ctx, actor, input)),
    bind(contract.addMembers, (actor, input) => members.add(ctx, actor, input)),
    bind(contract.removeMembers, (actor, input) => members.remove(ctx, actor, input)),
    bind(updateMemberRole, (actor, input) => members.setRole(ctx, actor, input)),
    bind(contract.handoverGroup, (actor, input) => handover.request(ctx, actor, input)),
    bind(contract.queryHandover, (actor, input) => handover.latest(ctx, actor, input.groupId)),
    bind(contract.answerHandover, (actor, input) => handover.answer(ctx, actor, input)),
    bind(contract.cancelHandover, (actor, input) => handover.cancel(ctx, actor, input.groupId)),
    bind(contract.dissolveGroup, (actor, input) => dissolve.beginDissolution(ctx, actor, input.groupId)),
    bind(contract.cancelDissolve, (actor, input) => dissolve.cancelDissolution(ctx, actor, input.groupId)),
  ]
}
