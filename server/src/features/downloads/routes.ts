import * as contract from '@clouddisk/contract/downloads'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { bind, type CallContext, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { archiveUrl, listDescendants } from './archive.ts'
import { type FileUrlRequest, fileUrl } from './file.ts'
import { sendCurrent } from './send-current.ts'

export function downloadRoutes(ctx: Context): RouteBinding[] {
  const urlFor = (actor: Actor, request: FileUrlRequest, call: CallContext) =>
    fileUrl(ctx, actor, request, publicOriginOf(ctx.config, call.request))
  return [
    bind(contract.getDownloadUrl, (actor, { instanceId, versionId, mode = 'download' }, call) =>
      urlFor(actor, { instanceId, versionId, mode }, call),
    ),
    bind(contract.getArchiveUrl, (actor, input, { language, request }) =>
      archiveUrl(ctx, actor, input, language, publicOriginOf(ctx.config, request)),
    ),
    bind(contract.queryFolderDownload, (actor, input) => listDescendants(ctx, actor, input)),
    bind(contract.downloadInstance, async (actor, { instanceId }, call) => {
      await sendCurrent(ctx, actor, instanceId, call)
      return {}
    }),
  ]
}
