import type { removeQuarantined } from '@clouddisk/contract/antivirus'
import type { Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { fileById } from '../../tree/files.ts'
import { isHeld, removeVersions } from '../../tree/remove-versions.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { versionsRemoved } from '../../tree/version-limits.ts'
import { discardFiles } from '../trash/discard-files.ts'
import { idOf } from './quarantine.ts'
import * as store from './store.ts'

/**
 * Deletes infected content: files whose current version it is go to the administrators' recycle bin, and it is removed from the
 * old versions of others.
 */
export function removeContent(
  ctx: Context,
  actor: Actor,
  contentId: string,
): Promise<Reply<typeof removeQuarantined>> {
  const id = idOf(contentId)
  return ctx.db.transact(async (tx) => {
    const found = await store.versionsOfContent(tx, id)
    const spaceIds = [...new Set(found.map(({ spaceId }) => spaceId))].sort()
    for (const spaceId of spaceIds) await lockSpace(tx, spaceId)
    if (!(await store.lockHeld(tx, id))) refuseNotFound('content')
    // Again, as they are while the spaces are locked.
    const versions = await store.versionsOfContent(tx, id)
    const here = versions.filter(({ spaceId }) => spaceIds.includes(spaceId))
    const current = new Set(here.filter(({ isCurrent }) => isCurrent).map(({ fileId }) => fileId))
    const old = here.filter(({ fileId }) => !current.has(fileId))
    let removed = 0
    for (const [fileId, ofFile] of Map.groupBy(old, ({ fileId }) => fileId))
      removed += await removeFrom(
        tx,
        actor,
        fileId,
        ofFile.map(({ versionId }) => versionId),
      )
    let files = 0
    for (const [spaceId, ofSpace] of Map.groupBy(here, ({ spaceId }) => spaceId)) {
      const ids = [...new Set(ofSpace.map(({ fileId }) => fileId))].filter((one) => current.has(one))
      files += (await discardFiles(ctx, tx, spaceId, ids, actor.personId)).length
    }
    return { files, versions: removed }
  })
}

async function removeFrom(
  tx: Tx,
  actor: Actor,
  fileId: string,
  versionIds: readonly string[],
): Promise<number> {
  const file = await fileById(tx, fileId)
  // Files in a recycle bin keep their versions: these go with them.
  if (!file || file.parentId === null) return 0
  if (await isHeld(tx, fileId)) refuse('held')
  const removed = await removeVersions(tx, file, versionIds)
  if (removed.length > 0) await recordChange(tx, versionsRemoved(file, removed, actor.personId))
  return removed.length
}
