import * as contract from '@clouddisk/contract/admin-sessions'
import type { Context } from '../../context.ts'
import { type Binding, bind } from '../../http/mount.ts'
import * as sessions from './sessions.ts'

export const sessionRoutes = (ctx: Context): Binding[] => [
  bind(contract.pageAdminSessions, (actor, input) => sessions.page(ctx, actor, input)),
  bind(contract.endAdminSessions, (actor, input) => sessions.end(ctx, actor, input)),
]
