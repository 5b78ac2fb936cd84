import type { NoticeData } from '@clouddisk/contract/notifications'
import type { PermissionItem } from '@clouddisk/contract/roles'
import { type Actor, loadActor } from '../../access/actor.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../notifications/notify.ts'
import { resolveFolderId } from '../../tree/spaces.ts'

/** An upload that an administrator discarded. */
export interface DiscardedUpload {
  readonly ownerId: string
  readonly name: string
  /** Its target folder. */
  readonly parentId: string
}

/** Notifies each owner once; several uploads are reported as a number and the name of one. */
export async function notifyOwners(
  ctx: Context,
  actor: Actor,
  ended: readonly DiscardedUpload[],
): Promise<void> {
  for (const [ownerId, own] of Map.groupBy(ended, (one) => one.ownerId))
    await ctx.db.transact(async (tx) =>
      notify(ctx, tx, {
        kind: 'upload.ended',
        to: [{ principalType: 'user', principalId: ownerId }],
        actor,
        data: { ...(await oneOf(ctx, tx, ownerId, own)), count: own.length },
      }),
    )
}

type Named = Pick<NoticeData, 'instanceName' | 'groupId' | 'parentId'>

/** The upload to name: the first that can be uploaded again, else one whose folder still opens, else the first. */
async function oneOf(
  ctx: Context,
  tx: Tx,
  ownerId: string,
  ended: readonly DiscardedUpload[],
): Promise<Named> {
  const owner = await loadActor(tx, ownerId, ctx.now())
  const ids = ended.map(({ parentId }) => parentId)
  const located = owner && (await resolveAll(tx, owner, ids))
  const whereMay = (item: PermissionItem) =>
    ended.find(({ parentId }) => located?.get(parentId)?.permissions.has(item))
  const one = whereMay('upload') ?? whereMay('list') ?? ended[0]
  const instanceName = one?.name ?? ''
  const folder = one && located?.get(one.parentId)
  if (!owner || !folder?.permissions.has('list')) return { instanceName }
  const { id, spaceKind, spaceId } = folder
  if (spaceKind === 'group') return { instanceName, groupId: spaceId, parentId: id }
  return { instanceName, parentId: id === (await resolveFolderId(tx, owner, '0')) ? '0' : id }
}
