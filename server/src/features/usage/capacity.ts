import type { Input, Reply } from '@clouddisk/contract/route'
import { type KindSize, type queryCapacityDetail, USAGE_KINDS } from '@clouddisk/contract/usage'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { managedSpace } from './space.ts'
import * as store from './store.ts'

/** What a space is used for. */
export async function capacityDetail(
  ctx: Context,
  actor: Actor,
  { groupId }: Input<typeof queryCapacityDetail>,
): Promise<Reply<typeof queryCapacityDetail>> {
  const db = ctx.db.reader
  const { id, rootId } = await managedSpace(db, actor, groupId)
  const [usage = refuse('not_found'), largest, folders, uploads] = await Promise.all([
    store.usageOf(db, id),
    store.largestIn(db, rootId),
    store.largestFoldersIn(db, rootId),
    store.largestUploads(db, id),
  ])
  return {
    usedSize: usage.used,
    totalSize: usage.total ?? 0,
    isLimist: usage.total === null ? '0' : '1',
    reservedSize: usage.reserved,
    filesSize: usage.size,
    versionsSize: usage.charge - usage.size,
    recycleSize: Math.max(0, usage.used - usage.charge),
    recycleCount: usage.trashEntries,
    fileCount: usage.files,
    folderCount: usage.folders,
    kinds: inOrder(usage.kinds),
    list: largest.map((item) => ({
      instanceId: item.id,
      instanceName: item.name,
      classifierId: item.isFolder ? 'Folder' : 'File',
      fileSize: item.size,
    })),
    folders: folders.map(({ id: instanceId, name, size, charge, files }) => ({
      instanceId,
      instanceName: name,
      fileSize: size,
      chargedSize: charge,
      fileCount: files,
    })),
    uploads: uploads.map((upload) => ({
      instanceName: upload.name,
      fileSize: upload.size,
      createUser: upload.createdBy,
      createTime: upload.createdAt.toISOString(),
      expireTime: upload.expiresAt.toISOString(),
    })),
    uploadCount: usage.uploadCount,
    uploadsSize: usage.uploadsSize,
  }
}

/** All kinds, those without files too. */
export const inOrder = (kinds: readonly KindSize[]): KindSize[] =>
  USAGE_KINDS.map((kind) => kinds.find((one) => one.kind === kind) ?? { kind, fileSize: 0, fileCount: 0 })
