import * as contract from '@clouddisk/contract/admin-sessions'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as sessions from './sessions.ts'

export const sessionRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.pageAdminSessions, (actor, input) => sessions.page(ctx, actor, input)),
  bind(contract.endAdminSessions, (actor, input) => sessions.endSessions(ctx, actor, input)),
]
