import * as contract from '@clouddisk/contract/notifications'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as inbox from './inbox.ts'

export function notificationRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.pageNotifications, (actor, input) => inbox.page(ctx, actor, input)),
    bind(contract.countNotifications, (actor) => inbox.count(ctx, actor)),
    bind(contract.readNotifications, (actor, input) => inbox.read(ctx, actor, input)),
    bind(contract.queryNotificationSettings, (actor) => inbox.settings(ctx, actor)),
    bind(contract.saveNotificationSettings, (actor, input) => inbox.saveSettings(ctx, actor, input)),
  ]
}
