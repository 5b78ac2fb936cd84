import * as contract from '@clouddisk/contract/groups'
import type { Context } from '../../context.ts'
import { type Binding, bind } from '../../http/mount.ts'
import * as groups from './groups.ts'
import * as members from './members.ts'

export function groupRoutes(ctx: Context): Binding[] {
  return [
    bind(contract.pageGroups, (actor, input) => groups.page(ctx, actor, input)),
    bind(contract.queryGroup, (actor, input) => groups.one(ctx, actor, input.groupId)),
    bind(contract.createGroup, (actor, input) => groups.create(ctx, actor, input)),
    bind(contract.queryMembers, (actor, input) => members.page(ctx, actor, input)),
  ]
}
