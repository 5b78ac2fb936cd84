import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from './notifications.ts'

/** Telling owners that much of what many have was taken away. */

export interface MassDeletion {
  /** A group's root, or what was shared with who did it. */
  readonly placeId: string
  readonly count: number
}

/** Whose it is is told, each place by itself: who owns and manages the group, or who shared the folder. */
export async function tellMassDeletions(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  deletions: readonly MassDeletion[],
): Promise<void> {
  for (const { placeId, count } of deletions) {
    const place = await tx
      .selectFrom('file')
      .innerJoin('space', 'space.id', 'file.space_id')
      .leftJoin('group', 'group.id', 'space.id')
      .select(['file.name', 'file.is_folder as isFolder', 'space.root_id as rootId'])
      .select(['group.id as groupId', 'group.name as groupName'])
      .where('file.id', '=', placeId)
      .executeTakeFirst()
    if (!place) continue
    const { name, isFolder, rootId, groupId, groupName } = place
    const to = await tx
      .selectFrom('file_grant')
      .select(['principal_type as principalType', 'principal_id as principalId'])
      .where('file_id', '=', rootId)
      .where('source', 'in', ['owner', 'member'])
      .where('role', 'in', ['owner', 'manager'])
      .execute()
    await notify(ctx, tx, {
      kind: 'files.massDeleted',
      to,
      actor,
      data: {
        count,
        instanceId: placeId,
        instanceName: name,
        isFolder,
        ...(groupId && { groupId, groupName: groupName ?? '' }),
      },
    })
  }
}
