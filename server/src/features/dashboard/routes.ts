import * as contract from '@clouddisk/contract/dashboard'
import type { Context } from '../../context.ts'
import { type Binding, bind } from '../../http/mount.ts'
import { dashboard } from './dashboard.ts'

export const dashboardRoutes = (ctx: Context): Binding[] => [
  bind(contract.queryDashboard, (actor, { days }) => dashboard(ctx, actor, Number(days ?? '30'))),
]
