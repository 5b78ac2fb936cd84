import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { mayReplaceContent } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../errors/refusal.ts'
import { addFile } from '../../tree/add-file.ts'
import * as tree from '../../tree/attach.ts'
import { failed, type ItemResult, skipped, succeeded } from '../../tree/batch.ts'
import { childByKey, type FileRow, fileById } from '../../tree/files.ts'
import { depthRefusal } from '../../tree/folders.ts'
import { findFreeName, storedName } from '../../tree/names.ts'
import { folderExtents } from '../../tree/reparent.ts'
import { resolveConflict } from '../../tree/resolve-conflict.ts'
import { currentVersions } from '../../tree/versions.ts'
import type { CopyItem, CopyJob } from './copy-input.ts'

/** Attaches built copies to the target folder. */

export async function attachCopy(
  tx: Tx,
  actor: Actor,
  job: CopyJob,
  target: ResolvedItem,
  item: CopyItem,
): Promise<{ result: ItemResult; charged: number }> {
  const { input } = job
  const refused = input.refused?.find((line) => line.instanceId === item.sourceId)
  if (refused) return { result: refused, charged: 0 }
  const top = (await fileById(tx, item.copyId)) ?? refuse('changed_meanwhile')
  const failedWith = (refusal: Refusal) => ({
    result: failed(item.sourceId, refusal, input.language, top.name),
    charged: 0,
  })
  // The target or the source may be deeper now than when the copy was requested.
  const extent = top.isFolder ? (await folderExtents(tx, [top.id])).get(top.id) : undefined
  const tooDeep = extent && depthRefusal(target, extent)
  if (tooDeep) return failedWith(tooDeep)
  const newName = storedName(top.name, top.isFolder)
  const existing = await childByKey(tx, target.id, newName.nameKey)
  const resolution =
    existing &&
    (await resolveConflict({
      policy: input.conflict,
      item: top,
      existing: async () => existing,
      mayReplace: (fileId) => mayReplaceContent(tx, actor, target, fileId),
    }))
  if (resolution?.action === 'fail') return failedWith(resolution.refusal)
  if (resolution?.action === 'skip') return { result: skipped(item.sourceId, top), charged: 0 }
  if (resolution?.action === 'newVersion')
    return { result: await copyAsVersion(tx, job, item, top, resolution.file), charged: top.size }
  const name = existing ? await findFreeName(tx, target.id, top.name, top.isFolder) : newName
  // The source may have been raised since the copy was planned.
  await sql`
    update file set classification = greatest(classification, classification_of(${item.sourceId}))
    where id = ${top.id} and classification_of(${item.sourceId}) is not null`.execute(tx)
  await tree.attach(tx, target, [{ row: top, name }])
  await recordChange(tx, {
    kind: top.isFolder ? 'folder.created' : 'file.created',
    spaceId: input.spaceId,
    fileId: top.id,
    name: name.name,
    parentIds: [target.id],
    actorId: input.actor.personId,
    details: { copyOf: item.sourceId, name: name.name },
  })
  return {
    result: succeeded(item.sourceId, {
      newId: top.id,
      instanceName: name.name,
      outcome: existing ? 'renamed' : 'created',
    }),
    charged: top.totals.charge,
  }
}

/** Adds the content as a new version of the existing file; the built row is removed afterwards. */
async function copyAsVersion(
  tx: Tx,
  job: CopyJob,
  item: CopyItem,
  top: FileRow,
  existing: FileRow,
): Promise<ItemResult> {
  const { input } = job
  const version =
    (await currentVersions(tx, top.versionId ? [top.versionId] : [])).get(top.versionId ?? '') ??
    refuse('not_found')
  const placed = await addFile(
    tx,
    {
      spaceId: input.spaceId,
      parentId: job.targetId,
      name: top.name,
      conflict: 'newVersion',
      blobId: version.blobId,
      size: version.size,
      modifiedAt: version.modifiedAt,
      personId: input.actor.personId,
    },
    async () => true,
  )
  // What was copied keeps its level.
  await sql`
    update file set classification = greatest(classification, (select classification from file where id = ${top.id}))
    where id = ${placed.fileId}`.execute(tx)
  await recordChange(tx, {
    kind: 'file.versioned',
    spaceId: input.spaceId,
    fileId: placed.fileId,
    parentIds: [job.targetId],
    actorId: input.actor.personId,
    details: { copyOf: item.sourceId, name: existing.name },
  })
  return succeeded(item.sourceId, {
    newId: placed.fileId,
    instanceName: existing.name,
    outcome: 'newVersion',
  })
}
