import * as contract from '@clouddisk/contract/previews'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { previewCallOf } from './call.ts'
import { answerPage } from './pages/respond.ts'
import { preview } from './preview.ts'

export const previewRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.previewInstance, (actor, { instanceId, versionId }, call) =>
    preview(
      ctx,
      actor,
      { instanceId, ...(versionId !== undefined && { versionId }) },
      previewCallOf(ctx, call),
    ),
  ),
  bind(contract.getPreviewPage, (actor, input, call) => answerPage(ctx, actor, input, call)),
]
