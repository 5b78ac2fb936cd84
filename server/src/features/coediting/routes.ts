import * as contract from '@clouddisk/contract/coediting'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { create } from './create.ts'
import { onlineTypes } from './office-server.ts'
import { open } from './open.ts'

export const coeditingRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryOnlineTypes, () => onlineTypes(ctx)),
  bind(contract.openOnline, (actor, input, { request, language }) =>
    open(ctx, actor, input, publicOriginOf(ctx.config, request), language),
  ),
  bind(contract.createOnline, (actor, input, { language }) => create(ctx, actor, input, language)),
]
