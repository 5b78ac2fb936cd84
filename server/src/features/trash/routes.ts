import * as admin from '@clouddisk/contract/admin-recycle'
import { removeInstances } from '@clouddisk/contract/files'
import * as contract from '@clouddisk/contract/trash'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { batchIds } from '../../tree/batch.ts'
import * as second from './admin.ts'
import { restoreDeletion } from './deletions.ts'
import { moveToTrash } from './move-to-trash.ts'
import { restoreItems } from './restore.ts'
import * as trash from './trash.ts'

export function trashRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(removeInstances, (actor, { instanceIds, confirmCount, deletionId, dryRun }, { language }) =>
      moveToTrash(ctx, actor, {
        ids: batchIds(instanceIds, 'instanceIds'),
        language,
        confirmed: confirmCount,
        deletionId,
        dryRun,
      }),
    ),
    bind(contract.pageTrash, (actor, input, { language }) => trash.page(ctx, actor, input, language)),
    bind(contract.restoreTrash, async (actor, input, { language }) => ({
      list: await restoreItems(ctx, actor, {
        ids: batchIds(input.instanceIds, 'instanceIds'),
        targetId: input.targetInstanceId,
        groupId: input.groupId,
        language,
      }),
    })),
    bind(contract.restoreDeletion, (actor, { deletionId, groupId }, { language }) =>
      restoreDeletion(ctx, actor, { deletionId, groupId, language }),
    ),
    bind(contract.removeTrash, async (actor, { instanceIds, groupId }, { language }) => ({
      list: await trash.discard(ctx, actor, batchIds(instanceIds, 'instanceIds'), language, groupId),
    })),
    bind(contract.clearTrash, (actor, input) => trash.emptyTrash(ctx, actor, input)),
    bind(admin.pageSecondTrash, (actor, input, { language }) => second.page(ctx, actor, input, language)),
    bind(admin.restoreSecondTrash, async (actor, { recycleIds, toUserId }, { language }) => ({
      list: await second.restore(ctx, actor, batchIds(recycleIds, 'recycleIds'), toUserId, language),
    })),
    bind(admin.removeSecondTrash, async (actor, { recycleIds }, { language }) => ({
      list: await second.purge(ctx, actor, batchIds(recycleIds, 'recycleIds'), language),
    })),
  ]
}
