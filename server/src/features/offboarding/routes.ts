import * as contract from '@clouddisk/contract/admin-offboarding'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as offboarding from './offboarding.ts'

export function offboardingRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.queryBelongings, (actor, { userId }, { language }) =>
      offboarding.queryBelongings(ctx, actor, userId, language),
    ),
    bind(contract.queryLeaves, (actor, _input, { language }) => offboarding.list(ctx, actor, language)),
    bind(contract.beginLeave, (actor, input, { language }) => offboarding.begin(ctx, actor, input, language)),
    bind(contract.cancelLeave, (actor, { userId }, { language }) =>
      offboarding.cancel(ctx, actor, userId, language),
    ),
    bind(contract.purgeLeaver, (actor, { userId }, { language }) =>
      offboarding.purge(ctx, actor, userId, language),
    ),
  ]
}
