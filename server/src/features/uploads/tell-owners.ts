import type { NoticeData } from '@clouddisk/contract/notifications'
import { locateAll } from '../../access/access.ts'
import { type Actor, actorOfPerson } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { folderIdOf } from '../files/spaces.ts'
import { notify } from '../notifications/notifications.ts'

/** An upload that somebody else has ended. */
export interface Ended {
  readonly ownerId: string
  readonly name: string
  /** The folder that it went to. */
  readonly parentId: string
}

/** Each owner once, whose page may be closed; many are told as a number. */
export async function tellOwners(ctx: Context, actor: Actor, ended: readonly Ended[]): Promise<void> {
  for (const [ownerId, own] of Map.groupBy(ended, (one) => one.ownerId))
    await ctx.db.transact(async (tx) =>
      notify(ctx, tx, {
        kind: 'upload.ended',
        to: [{ principalType: 'user', principalId: ownerId }],
        actor,
        data: {
          instanceName: own[0]?.name ?? '',
          count: own.length,
          ...(await placeOf(ctx, tx, ownerId, own)),
        },
      }),
    )
}

/** Where its owner may upload anew: the first of the folders that it can still open. */
async function placeOf(
  ctx: Context,
  tx: Tx,
  ownerId: string,
  ended: readonly Ended[],
): Promise<Pick<NoticeData, 'groupId' | 'parentId'>> {
  const owner = await actorOfPerson(tx, ownerId, ctx.now())
  if (!owner) return {}
  const ids = ended.map(({ parentId }) => parentId)
  const located = await locateAll(tx, owner, ids)
  const folder = ids.map((id) => located.get(id)).find((one) => one?.items.has('list'))
  if (!folder) return {}
  const { id, kind, spaceId } = folder
  if (kind === 'group') return { groupId: spaceId, parentId: id }
  return { parentId: id === (await folderIdOf(tx, owner, '0')) ? '0' : id }
}
