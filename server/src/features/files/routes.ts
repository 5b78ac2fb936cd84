import { pageOwnedFiles, searchOwnedFiles } from '@clouddisk/contract/admin-files'
import { classifyInstances, reclassifyFile } from '@clouddisk/contract/classification'
import * as contract from '@clouddisk/contract/files'
import { idsOf } from '@clouddisk/contract/shapes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseField } from '../../errors/refusal.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { batchIds } from '../../tree/batch.ts'
import * as folders from '../../tree/folders.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { adminBrowse } from './admin-browse.ts'
import { adminSearch } from './admin-search.ts'
import { classify, reclassify } from './classify.ts'
import { copy } from './copy.ts'
import * as detail from './detail.ts'
import { createFolderTree } from './folder-tree.ts'
import { encodeFolderPage } from './list.ts'
import { moveOrEnqueue } from './move-job.ts'
import { previewAccessChange } from './move-preview.ts'
import { nameConflicts } from './name-conflicts.ts'
import { rename } from './rename.ts'

export function fileRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(pageOwnedFiles, (actor, input, { language }) => adminBrowse(ctx, actor, input, language)),
    bind(searchOwnedFiles, (actor, input, { language }) => adminSearch(ctx, actor, input, language)),
    bind(contract.pageInstances, (actor, input, { language }) =>
      encodeFolderPage(ctx, actor, input, language),
    ),
    bind(contract.createFolder, (actor, input, { language }) => folders.create(ctx, actor, input, language)),
    bind(contract.batchCreateFolder, (actor, input) => createFolderTree(ctx, actor, input)),
    bind(classifyInstances, async (actor, { instanceIds, level }, { language }) => ({
      list: await classify(ctx, actor, batchIds(instanceIds, 'instanceIds'), level, language),
    })),
    bind(reclassifyFile, (actor, input) => reclassify(ctx, actor, input)),
    bind(contract.renameInstance, (actor, input, { language }) => rename(ctx, actor, input, language)),
    bind(contract.moveInstances, async (actor, input, { language }) => {
      const conflict = input.conflict ?? 'keepBoth'
      const confirmed = input.confirmCount
      return moveOrEnqueue(ctx, actor, {
        ...(await destination(ctx, actor, input)),
        conflict,
        language,
        confirmed,
      })
    }),
    bind(contract.previewMove, (actor, input) => previewAccessChange(ctx, actor, input)),
    bind(contract.copyInstances, async (actor, input, { language }) => {
      const { ids, targetId } = await destination(ctx, actor, input)
      return copy(ctx, actor, ids, targetId, input.conflict ?? 'keepBoth', language)
    }),
    bind(contract.queryInstanceDetail, (actor, input, { language }) =>
      detail.detail(ctx, actor, input.instanceId, language),
    ),
    bind(contract.queryFolderSize, (actor, input) => detail.folderSize(ctx, actor, input.instanceId)),
    bind(contract.queryFolderByParentId, (actor, input) =>
      detail.childFolders(ctx, actor, input.parentId, idsOf(input.filterInstanceIds ?? []).filter(isId)),
    ),
    bind(contract.queryNamesakes, (actor, input) => nameConflicts(ctx, actor, input)),
    bind(contract.getInstanceProperty, (actor, input, { language }) =>
      detail.property(ctx, actor, input.instanceId, language),
    ),
  ]
}

type TransferInput = Parameters<Parameters<typeof bind<typeof contract.moveInstances>>[1]>[1]

/** Items and target; a missing target is refused and never means the root (C section 3 "Ids"). */
async function destination(
  ctx: Context,
  actor: Actor,
  input: TransferInput,
): Promise<{ ids: string[]; targetId: string }> {
  const ids = batchIds(input.instances ?? input.instanceIds, 'instances')
  const target = input.targeParentId
  if (target === undefined || target === '') refuseField('targeParentId', 'target_missing')
  return { ids, targetId: await resolveFolderId(ctx.db.reader, actor, target) }
}
