import type { extractInstance } from '@clouddisk/contract/archives'
import type { Language } from '@clouddisk/contract/errors'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import type { ItemResult } from '../../tree/batch.ts'
import { resolveFolderId, withSpaceLocks } from '../../tree/spaces.ts'
import { archiveContent } from './archive-content.ts'
import { EXTRACT_QUEUE, type ExtractInput } from './extract-input.ts'

/** Asks for an extraction: checks what can be checked at once and creates the job. */
export async function extract(
  ctx: Context,
  actor: Actor,
  request: Input<typeof extractInstance>,
  language: Language,
): Promise<{ jobId: string; list: ItemResult[] }> {
  const { versionId, entries } = request
  if (versionId !== undefined && !isId(versionId)) refuse('not_found')
  const archive = await archiveContent(ctx, actor, request.instanceId, versionId)
  if (!ctx.renditions.isOn) refuse('archive_unsupported')
  const folderId = await resolveFolderId(ctx.db.reader, actor, request.targeParentId)
  const jobId = newId()
  await ctx.db.transact(async (tx) => {
    const target = await withSpaceLocks(tx, [folderId], () =>
      resolveWithPermission(tx, actor, folderId, 'upload'),
    )
    if (!target.isFolder) refuse('is_a_file')
    const { personId, sharingId } = actor
    const input: ExtractInput = {
      items: [{ sourceId: archive.file.id, copyId: newId() }],
      ...(versionId !== undefined && { versionId }),
      ...(entries && { paths: entries }),
      run: '',
      runs: 0,
      reserved: 0,
      spaceId: target.spaceId,
      actor: sharingId === undefined ? { personId } : { personId, sharingId },
      language,
    }
    await tx
      .insertInto('job')
      .values({
        id: jobId,
        kind: 'extract',
        person_id: personId,
        target_id: target.id,
        total: 0,
        input: JSON.stringify(input),
      })
      .execute()
    await ctx.jobs.send(tx, EXTRACT_QUEUE, { jobId }, { key: jobId, group: personId })
  })
  return { jobId, list: [] }
}
