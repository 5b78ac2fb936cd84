import type { OnlineDocument, OnlineMode, openOnline } from '@clouddisk/contract/coediting'
import type { Language } from '@clouddisk/contract/errors'
import { splitName } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { previewContent } from '../downloads/file.ts'
import { actionUrl } from './action-url.ts'
import { discoveryOf } from './discovery.ts'
import { wopiSource } from './editor-address.ts'
import { findLock } from './lock-store.ts'
import { actionOf, officeServers } from './office-server.ts'
import { newToken } from './token.ts'
import { onlineFile } from './wopi-call.ts'

/** Opens a file with the nearest Office server, or with the one where others edit it. */
export async function open(
  ctx: Context,
  actor: Actor,
  { instanceId, mode: wanted = 'edit' }: Input<typeof openOnline>,
  origin: string,
  language: Language,
): Promise<OnlineDocument> {
  const file = await onlineFile(ctx, actor, instanceId)
  if (wanted === 'edit') requirePermissionWithReason(actor, file, 'upload')
  // Refuses damaged content, and content that is not verified yet.
  await previewContent(ctx, actor, file)
  const servers = await officeServers(ctx)
  const lock = await findLock(ctx.db.reader, file.id, ctx.now())
  const server = servers.find(({ clusterId }) => clusterId === lock?.clusterId) ?? servers[0]
  const discovery = server && (await discoveryOf(ctx, server.address, 'answering'))
  if (!server || !discovery) return refuse('office_away')
  const { ext } = splitName(file.name)
  // Where readers have no action of their own, the Office server reads from CheckFileInfo that they may not write.
  const modes: OnlineMode[] = wanted === 'edit' ? ['edit'] : ['view', 'edit']
  const url = modes.map((mode) => actionOf(discovery, mode, ext)).find((one) => one !== undefined)
  if (url === undefined) refuse('not_an_online_type')
  const { token, until } = newToken(ctx, {
    ...{ sessionId: actor.sessionId, personId: actor.personId, fileId: file.id, mode: wanted },
    ...{ clusterId: server.clusterId, address: actor.address ?? '' },
    ...(actor.sharingId !== undefined && { sharingId: actor.sharingId }),
  })
  return {
    actionUrl: actionUrl(url, wopiSource(origin, file.id), language),
    accessToken: token,
    accessTokenTtl: until,
    instanceName: file.name,
    mode: wanted,
  }
}
