import type { Language } from '@clouddisk/contract/errors'
import type { Input } from '@clouddisk/contract/route'
import type { pinVersion as contract, Version } from '@clouddisk/contract/versions'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { presentVersion } from './present.ts'
import { retentionOf } from './retention.ts'
import { findVersion, updatePin } from './store.ts'
import { lockedFile, requireVersionId } from './versioned-file.ts'

/** Pins a version, which keeps it however many come and however old it is, or unpins it. */
export async function pinVersion(
  ctx: Context,
  actor: Actor,
  { instanceId, versionId, pinned = true, name }: Input<typeof contract>,
  language: Language,
): Promise<Version> {
  return ctx.db.transact(async (tx) => {
    const file = await lockedFile(tx, actor, instanceId, 'versionManage')
    requireVersionId(versionId)
    const pin = pinned
      ? { pinned, ...(name !== undefined && { name: name.trim() || null }) }
      : { pinned, name: null }
    if (!(await updatePin(tx, file.id, versionId, pin))) refuseNotFound('version')
    const version = (await findVersion(tx, file.id, versionId)) ?? refuseNotFound('version')
    await recordChange(tx, {
      kind: 'version.pinned',
      spaceId: file.spaceId,
      fileId: file.id,
      parentIds: [file.parentId],
      actorId: actor.personId,
      details: { version: version.no, pinned, ...(version.name !== null && { pinName: version.name }) },
    })
    const { versionDays } = await retentionOf(tx, actor, file)
    return presentVersion(version, versionDays, language)
  })
}
