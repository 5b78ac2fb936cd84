import * as contract from '@clouddisk/contract/business-config'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { query, save } from './business-config.ts'

export const businessConfigRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryBusinessConfig, () => query(ctx)),
  bind(contract.saveBusinessConfig, (actor, input) => save(ctx, actor, input)),
]
