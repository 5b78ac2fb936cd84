import * as contract from '@clouddisk/contract/previews'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { preview } from './preview.ts'

export const previewRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.previewInstance, (actor, { instanceId, versionId }, { request }) =>
    preview(
      ctx,
      actor,
      { instanceId, ...(versionId !== undefined && { versionId }) },
      publicOriginOf(ctx.config, request),
    ),
  ),
]
