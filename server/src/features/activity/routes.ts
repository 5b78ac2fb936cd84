import * as contract from '@clouddisk/contract/activity'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { groupActivity, itemActivity } from './activity.ts'

export const activityRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.pageActivity, (actor, input, { language }) => itemActivity(ctx, actor, input, language)),
  bind(contract.pageGroupActivity, (actor, input, { language }) =>
    groupActivity(ctx, actor, input, language),
  ),
]
