import * as contract from '@clouddisk/contract/admin-settings'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { instanceSettings, saveInstanceSettings } from './settings.ts'

export const settingRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryInstanceSettings, () => instanceSettings(ctx, ctx.db.reader)),
  bind(contract.saveInstanceSettings, (_actor, input) => saveInstanceSettings(ctx, input)),
]
