import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { requirePermissionWithReason, resolveWithPermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { infectedBelow } from '../../content/antivirus/infected-below.ts'
import { refusedExtensions, refuseFileName } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { isRetryable } from '../../db/pool.ts'
import { refuse } from '../../errors/refusal.ts'
import { attemptItem, type ItemResult } from '../../tree/batch.ts'
import { type FileRow, filesById } from '../../tree/files.ts'
import { refuseTooDeep } from '../../tree/folders.ts'
import { reserve } from '../../tree/quota.ts'
import { type FolderExtent, folderExtents } from '../../tree/reparent.ts'
import type { ConflictPolicy } from '../../tree/resolve-conflict.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import type { PassedFiles } from '../dlp/places/passed.ts'
import { refuseSensitiveTransfer } from '../dlp/places/transfers.ts'
import type { CopyInput, CopyItem } from './copy-input.ts'
import { COPY_QUEUE, runCopyAtOnce } from './copy-job.ts'
import { refusedBelow } from './refused-below.ts'

/**
 * Copies share content, so only rows are copied. They are built detached and attached to the target in one
 * transaction, so that a copy is complete or absent. Small copies finish within the call.
 */

/** Copies of up to this many files and folders run within the call. */
const COPY_SYNC_MAX = 200

export async function copy(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  targetId: string,
  conflict: ConflictPolicy,
  language: Language,
  /** Who reads the items: the caller, or a visitor of a link. */
  reader = actor,
): Promise<{ jobId?: string; list: ItemResult[] }> {
  const passed = await refuseSensitiveTransfer(ctx, actor, { ids, targetId, by: 'copy', reader })
  const { jobId, size, refused } = await ctx.db.transact((tx) =>
    planCopy(ctx, tx, { actor, reader, passed }, ids, targetId, conflict, language),
  )
  if (!jobId) return { list: refused }
  if (size > COPY_SYNC_MAX) return { jobId, list: refused }
  try {
    await runCopyAtOnce(ctx, jobId)
    return { list: inOrder(ids, [...refused, ...(await resultsOf(ctx, jobId))]) }
  } catch (error) {
    // The job finishes later; a retry by the client would copy twice.
    if (isRetryable(error)) return { jobId, list: refused }
    throw error
  }
}

/** Checks every item, reserves quota for the accepted ones and creates the job. */
async function planCopy(
  ctx: Context,
  tx: Tx,
  { actor, reader, passed }: { actor: Actor; reader: Actor; passed: PassedFiles | undefined },
  ids: readonly string[],
  targetId: string,
  conflict: ConflictPolicy,
  language: Language,
): Promise<{ jobId?: string; size: number; refused: ItemResult[] }> {
  const [target, located, rows] = await withSpaceLocks(tx, [targetId], () =>
    Promise.all([
      resolveWithPermission(tx, actor, targetId, 'upload'),
      resolveAll(tx, reader, ids),
      filesById(tx, ids.filter(isId)),
    ]),
  )
  if (!target.isFolder) refuse('is_a_file')
  await requireNotHighInLink(tx, actor, target, [...located.keys()])
  const extents = await folderExtents(
    tx,
    [...rows.values()].filter((row) => row.isFolder && located.has(row.id)).map((row) => row.id),
  )
  const kinds = await refusedBelow(tx, [...rows.keys()], refusedExtensions(ctx, actor))
  const infected = await infectedBelow(tx, [...rows.keys()])
  const items: CopyItem[] = []
  const refused: ItemResult[] = []
  for (const id of ids) {
    const line = await attemptItem(id, language, async () => {
      const item = located.get(id) ?? refuse('not_found')
      const row = rows.get(id) ?? refuse('not_found')
      refuseImpossible(reader, item, row, target, extents.get(id))
      refuseFileName(ctx, actor, kinds.get(id) ?? '')
      if (infected.has(id)) refuse('virus_found')
      items.push({ sourceId: id, copyId: newId() })
      return { instanceId: id, errcode: 0, errmsg: '' }
    })
    if (line.errcode !== 0) refused.push(line)
  }
  if (items.length === 0) return { size: 0, refused }
  const copied = items.map((item) => rows.get(item.sourceId)).filter((row) => row !== undefined)
  const reserved = copied.reduce((sum, row) => sum + row.totals.size, 0)
  await reserve(tx, target.spaceId, reserved)
  const size = copied.reduce(
    (sum, row) => sum + row.totals.files + row.totals.folders + (row.isFolder ? 1 : 0),
    0,
  )
  const input: CopyInput = {
    items,
    conflict,
    reserved,
    spaceId: target.spaceId,
    actor: actorRef(actor),
    ...(reader.link && { visitorId: reader.link.visitorId }),
    language,
    ...(passed && { passed }),
  }
  const jobId = newId()
  await tx
    .insertInto('job')
    .values({
      id: jobId,
      kind: 'copy',
      person_id: actor.personId,
      target_id: target.id,
      total: size,
      input: JSON.stringify(input),
    })
    .execute()
  if (size > COPY_SYNC_MAX)
    await ctx.jobs.send(tx, COPY_QUEUE, { jobId }, { key: jobId, group: actor.personId })
  return { jobId, size, refused }
}

const actorRef = ({ personId, sharingId }: Actor): CopyInput['actor'] =>
  sharingId === undefined ? { personId } : { personId, sharingId }

function refuseImpossible(
  reader: Actor,
  item: ResolvedItem,
  row: FileRow,
  target: ResolvedItem,
  extent: FolderExtent | undefined,
): void {
  requirePermissionWithReason(reader, item, 'copy')
  if (item.id === item.rootId) refuse('root_is_fixed')
  if (item.isFolder && target.fullPath.some((step) => step.id === item.id)) refuse('into_itself')
  if (item.isFolder && row.childFiles + row.childFolders === 0) refuse('empty_folder')
  if (extent) refuseTooDeep(target, extent)
}

async function resultsOf(ctx: Context, jobId: string): Promise<ItemResult[]> {
  const job = await ctx.db.reader
    .selectFrom('job')
    .select('results')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
  return job.results as unknown as ItemResult[]
}

const inOrder = (ids: readonly string[], results: readonly ItemResult[]): ItemResult[] =>
  [...results].sort((a, b) => ids.indexOf(a.instanceId) - ids.indexOf(b.instanceId))
