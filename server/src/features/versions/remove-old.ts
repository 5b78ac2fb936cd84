import type { Language } from '@clouddisk/contract/errors'
import type { Reply } from '@clouddisk/contract/route'
import type { removeOldVersions as contract } from '@clouddisk/contract/versions'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { refuse } from '../../errors/refusal.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { fileById } from '../../tree/files.ts'
import { isHeld, type RemovedVersion, removeVersions } from '../../tree/remove-versions.ts'
import { versionsRemoved } from '../../tree/version-limits.ts'
import { unpinnedOldVersions } from './store.ts'
import { lockedFile } from './versioned-file.ts'

/** Removes all versions of files for good but the current and the pinned ones. One transaction a file. */
export async function removeOldVersions(
  ctx: Context,
  actor: Actor,
  instanceIds: readonly string[],
  language: Language,
): Promise<Reply<typeof contract>> {
  const list: ItemResult[] = []
  const gone: RemovedVersion[] = []
  for (const instanceId of instanceIds)
    list.push(
      await attemptItem(instanceId, language, async () => {
        const { name, removed } = await removeOf(ctx, actor, instanceId)
        gone.push(...removed)
        return succeeded(instanceId, { instanceName: name })
      }),
    )
  return { list, removed: gone.length, freedSize: gone.reduce((sum, { size }) => sum + size, 0) }
}

const removeOf = (ctx: Context, actor: Actor, instanceId: string) =>
  ctx.db.transact(async (tx) => {
    const located = await lockedFile(tx, actor, instanceId, 'versionManage')
    const file = (await fileById(tx, located.id)) ?? refuse('not_found')
    if (await isHeld(tx, file.id)) refuse('held')
    const removed = await removeVersions(tx, file, await unpinnedOldVersions(tx, file.id))
    if (removed.length > 0) await recordChange(tx, versionsRemoved(file, removed, actor.personId))
    return { name: file.name, removed }
  })
