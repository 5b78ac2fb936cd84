import { CHOSEN_BYTES_MAX, CHOSEN_ENTRIES_MAX, type extractInstance } from '@clouddisk/contract/archives'
import type { Language } from '@clouddisk/contract/errors'
import type { Input } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import type { ItemResult } from '../../tree/batch.ts'
import { resolveFolderId, withSpaceLocks } from '../../tree/spaces.ts'
import { refuseSensitiveTransfer } from '../dlp/places/transfers.ts'
import { archiveContent } from './archive-content.ts'
import { EXTRACT_QUEUE, type ExtractInput } from './extract-input.ts'

/** Waiting and running ones of one person. */
const OPEN_MAX = 20
const RETRY_SECONDS = 60

/** Asks for an extraction: checks what can be checked at once and creates the job. */
export async function extract(
  ctx: Context,
  actor: Actor,
  request: Input<typeof extractInstance>,
  language: Language,
): Promise<{ jobId: string; list: ItemResult[] }> {
  const { versionId, entries } = request
  if (entries) refuseTooMany(entries)
  if (versionId !== undefined && !isId(versionId)) refuse('not_found')
  const archive = await archiveContent(ctx, actor, request.instanceId, versionId)
  if (!ctx.renditions.isOn) refuse('archive_unsupported')
  const folderId = await resolveFolderId(ctx.db.reader, actor, request.targeParentId)
  const passed = await refuseSensitiveTransfer(ctx, actor, {
    ids: [archive.file.id],
    targetId: folderId,
    versionId,
    by: 'download',
  })
  const jobId = newId()
  await ctx.db.transact(async (tx) => {
    const target = await withSpaceLocks(tx, [folderId], () =>
      resolveWithPermission(tx, actor, folderId, 'upload'),
    )
    if (!target.isFolder) refuse('is_a_file')
    await requireNotHighInLink(tx, actor, target, [archive.file.id])
    const { personId, sharingId } = actor
    await refuseManyOpen(tx, personId)
    const input: ExtractInput = {
      items: [{ sourceId: archive.file.id, copyId: newId() }],
      ...(versionId !== undefined && { versionId }),
      ...(entries && { paths: entries }),
      run: '',
      runs: 0,
      reserved: 0,
      setLevel: archive.file.setLevel,
      spaceId: target.spaceId,
      actor: sharingId === undefined ? { personId } : { personId, sharingId },
      language,
      ...(passed && { passed }),
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

/** The paths are kept with the job. */
function refuseTooMany(entries: readonly string[]): void {
  let bytes = 0
  for (const [count, path] of entries.entries()) {
    bytes += Buffer.byteLength(path)
    if (count >= CHOSEN_ENTRIES_MAX || bytes > CHOSEN_BYTES_MAX) refuse('too_many_items', { limit: count })
  }
}

/** First key of the advisory locks; the second is a hash of the person. */
const EXTRACTIONS_LOCK = 0x65787472

async function refuseManyOpen(tx: Tx, personId: string): Promise<void> {
  // Of calls at once each has to see the others' jobs.
  await sql`select pg_advisory_xact_lock(${EXTRACTIONS_LOCK}::int, hashtext(${personId}))`.execute(tx)
  const open = await tx
    .selectFrom('job')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', 'extract')
    .where('ended_at', 'is', null)
    .limit(OPEN_MAX)
    .execute()
  if (open.length >= OPEN_MAX) refuse('too_many_calls', { retryAfter: RETRY_SECONDS })
}
