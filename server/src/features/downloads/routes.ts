import * as contract from '@clouddisk/contract/downloads'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { type Binding, bind, type Call } from '../../http/mount.ts'
import { ownOrigin } from '../../http/origin.ts'
import { archiveUrl, listBelow } from './archive.ts'
import { fileUrl } from './file.ts'

export function downloadRoutes(ctx: Context): Binding[] {
  const urlFor = (actor: Actor, instanceId: string, kind: 'download' | 'preview', { request }: Call) =>
    fileUrl(ctx, actor, instanceId, kind, ownOrigin(ctx.config, request))
  const redirect = async (url: Promise<string>, { reply }: Call) => {
    reply.header('cache-control', 'no-store').redirect(await url, 302)
    return {}
  }
  return [
    bind(contract.getDownloadUrl, (actor, { instanceId, mode }, call) =>
      urlFor(actor, instanceId, mode ?? 'download', call),
    ),
    bind(contract.getArchiveUrl, (actor, input, { language, request }) =>
      archiveUrl(ctx, actor, input, language, ownOrigin(ctx.config, request)),
    ),
    bind(contract.queryFolderDownload, (actor, input) => listBelow(ctx, actor, input)),
    bind(contract.downloadInstance, (actor, { instanceId }, call) =>
      redirect(urlFor(actor, instanceId, 'download', call), call),
    ),
    bind(contract.previewInstance, (actor, { instanceId }, call) =>
      redirect(urlFor(actor, instanceId, 'preview', call), call),
    ),
  ]
}
