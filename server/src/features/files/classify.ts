import type { reclassifyFile } from '@clouddisk/contract/classification'
import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { adminBrowseActor, adminScope, isInScope, ownersHiddenFromBrowsing } from '../../access/admin.ts'
import { classificationOf, highest } from '../../access/classification.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { spaceOf } from './admin-browse.ts'

/** Raises the classification of files and folders: for those who decide about access to them. */
export async function classify(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  level: number,
  language: Language,
): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const found = await withSpaceLocks(tx, ids, () => resolveAll(tx, actor, ids))
    const results: ItemResult[] = []
    for (const id of ids)
      results.push(
        await attemptItem(id, language, async () => {
          const item = found.get(id.toLowerCase()) ?? refuse('not_found')
          requirePermissionWithReason(actor, item, 'members')
          if (item.id === item.rootId) refuse('root_is_fixed')
          if (level < classificationOf(item.setLevel))
            refuse('classification_not_lowered', { name: item.name })
          await setLevel(tx, actor, item, level)
          return succeeded(id, { instanceName: item.name })
        }),
      )
    return results
  })
}

/** Sets the classification of somebody's file, lower too. */
export async function reclassify(
  ctx: Context,
  actor: Actor,
  { ownerType, ownerId, instanceId, level, ...input }: Input<typeof reclassifyFile>,
): Promise<Reply<typeof reclassifyFile>> {
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'missing')
  return ctx.db.transact(async (tx) => {
    const space = (isId(ownerId) && (await spaceOf(tx, ownerType, ownerId))) || refuseNotFound('owner')
    if (!isInScope(adminScope(actor, 'files', 'change'), space.departmentId)) refuseNotFound('owner')
    if (!space.ofDepartment && (await ownersHiddenFromBrowsing(tx, actor)).includes(space.ownerId))
      refuse('area_refused')
    const browser = adminBrowseActor(actor, space.ownerId)
    const item = await withSpaceLocks(tx, [instanceId], () => resolve(tx, browser, instanceId))
    if (item.spaceId !== space.id) refuse('not_found')
    if (item.id === item.rootId) refuse('root_is_fixed')
    if (item.inheritedLevel !== null && level < item.inheritedLevel) refuse('classification_inherited')
    await setLevel(tx, actor, item, level, { owner: space.name, reason })
    return { classification: classificationOf(highest([item.inheritedLevel, level])) }
  })
}

async function setLevel(
  tx: Tx,
  { personId: actorId }: Actor,
  { id, name, spaceId, parentId, setLevel: before }: ResolvedItem,
  level: number,
  more: { readonly owner?: string; readonly reason?: string } = {},
): Promise<void> {
  await tx.updateTable('file').set({ classification: level }).where('id', '=', id).execute()
  await recordChange(tx, {
    kind: 'file.classified',
    spaceId,
    fileId: id,
    parentIds: [parentId],
    actorId,
    details: { name, from: classificationOf(before), to: level, ...more },
  })
}
