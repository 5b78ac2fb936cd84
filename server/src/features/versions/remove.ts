import type { Language } from '@clouddisk/contract/errors'
import type { Reply } from '@clouddisk/contract/route'
import type { removeVersions as contract, VersionResult } from '@clouddisk/contract/versions'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { isId } from '../../db/ids.ts'
import { errorMessageOf, Refusal, refuse } from '../../errors/refusal.ts'
import { fileById } from '../../tree/files.ts'
import { isHeld, removeVersions as removeFromTree } from '../../tree/remove-versions.ts'
import { versionsRemoved } from '../../tree/version-limits.ts'
import { lockedFile } from './versioned-file.ts'

/** Removes versions for good: the space gets their bytes back, and content that nothing else uses is collected later. */
export async function removeVersions(
  ctx: Context,
  actor: Actor,
  instanceId: string,
  versionIds: readonly string[],
  language: Language,
): Promise<Reply<typeof contract>> {
  return ctx.db.transact(async (tx) => {
    const located = await lockedFile(tx, actor, instanceId, 'versionManage')
    const file = (await fileById(tx, located.id)) ?? refuse('not_found')
    if (await isHeld(tx, file.id)) refuse('held')
    const removed = await removeFromTree(tx, file, versionIds.filter(isId))
    if (removed.length > 0) await recordChange(tx, versionsRemoved(file, removed, actor.personId))
    const gone = new Set(removed.map(({ id }) => id))
    const resultOf = (versionId: string): VersionResult => {
      const line = { instanceId: file.id, versionId }
      if (gone.has(versionId)) return { ...line, errcode: 0, errmsg: '' }
      const isCurrent = versionId === file.versionId
      const refusal = isCurrent
        ? new Refusal('version_current')
        : new Refusal('not_found', { what: 'version' })
      return { ...line, ...errorMessageOf(refusal, language) }
    }
    return {
      list: versionIds.map(resultOf),
      freedSize: removed.reduce((sum, { size }) => sum + size, 0),
    }
  })
}
