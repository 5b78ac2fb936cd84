import * as contract from '@clouddisk/contract/dashboard'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { dismissSetup } from '../settings/settings.ts'
import { dashboard } from './dashboard.ts'
import { setup } from './setup.ts'

export const dashboardRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryDashboard, (actor, { days }) => dashboard(ctx, actor, Number(days ?? '30'))),
  bind(contract.querySetup, () => setup(ctx)),
  bind(contract.dismissSetup, async (_actor, { dismissed }) => {
    await dismissSetup(ctx.db.reader, dismissed)
    return setup(ctx)
  }),
]
