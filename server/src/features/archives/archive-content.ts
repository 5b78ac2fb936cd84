import { isArchive } from '@clouddisk/contract/filetypes'
import { splitName } from '@clouddisk/contract/names'
import type { Actor } from '../../access/actor.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { resolve } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { previewContent } from '../downloads/file.ts'

/** The content of an archive that the actor may read; it needs the permission to download, as its files leave it. */
export async function archiveContent(
  ctx: Context,
  actor: Actor,
  instanceId: string,
  versionId: string | undefined,
) {
  const file = await resolve(ctx.db.reader, actor, instanceId)
  requirePermissionWithReason(actor, file, 'download')
  if (file.isFolder) refuse('is_a_folder')
  const content = await previewContent(ctx, actor, file, versionId)
  if (!isArchive(splitName(content.name).ext)) refuse('archive_unsupported')
  return { file, content }
}
