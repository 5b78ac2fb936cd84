import * as contract from '@clouddisk/contract/admin-offboarding'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as leavers from './offboarding.ts'

export function offboardingRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.queryBelongings, (actor, { userId }, { language }) =>
      leavers.queryBelongings(ctx, actor, userId, language),
    ),
    bind(contract.queryLeaves, (actor, _input, { language }) => leavers.list(ctx, actor, language)),
    bind(contract.beginLeave, (actor, input, { language }) => leavers.begin(ctx, actor, input, language)),
    bind(contract.cancelLeave, (actor, { userId }, { language }) =>
      leavers.cancel(ctx, actor, userId, language),
    ),
    bind(contract.purgeLeaver, (actor, { userId }, { language }) =>
      leavers.purge(ctx, actor, userId, language),
    ),
  ]
}
