import type { Context } from '../../context.ts'
import { insertChangesSql } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { detach } from '../../tree/attach.ts'
import { revokeSubtreeAccess } from '../../tree/cross-space.ts'
import { filesById } from '../../tree/files.ts'
import { refund } from '../../tree/quota.ts'
import { lockSpace } from '../../tree/spaces.ts'
import * as store from './store.ts'
import { adminTrashExpiry } from './trash.ts'

/**
 * Moves everything in a space that ends, its tree and its trash, into the administrators' trash, in batches.
 */

export interface EndedSpace {
  /** Id of the space. */
  readonly id: string
  readonly rootId: string
  /** Recorded as the person who deleted the items. */
  readonly deletedBy: string
}

/** Can be interrupted and called again, and then continues. `pause` is called between two batches. */
export async function moveSpaceToAdminTrash(
  ctx: Context,
  space: EndedSpace,
  pause: () => void,
  step: number,
): Promise<void> {
  while ((await ctx.db.transact((tx) => moveTrashToAdminTrash(ctx, tx, space, step))) === step) pause()
  while ((await ctx.db.transact((tx) => moveItemsToAdminTrash(ctx, tx, space, step))) === step) pause()
}

async function moveTrashToAdminTrash(
  ctx: Context,
  tx: Tx,
  { id }: EndedSpace,
  step: number,
): Promise<number> {
  await lockSpace(tx, id)
  const entries = await store.userTrashEntries(tx, id, step)
  const freed = await store.moveToAdminTrash(
    tx,
    entries.map((entry) => entry.id),
    adminTrashExpiry(ctx),
  )
  await refund(tx, id, freed)
  return entries.length
}

async function moveItemsToAdminTrash(
  ctx: Context,
  tx: Tx,
  { id, rootId, deletedBy }: EndedSpace,
  step: number,
): Promise<number> {
  await lockSpace(tx, id)
  const tops = await tx
    .selectFrom('file')
    .select('id')
    .where('parent_id', '=', rootId)
    .orderBy('id')
    .limit(step)
    .execute()
  const rows = [
    ...(
      await filesById(
        tx,
        tops.map((top) => top.id),
      )
    ).values(),
  ]
  if (rows.length === 0) return 0
  await detach(tx, rows)
  // Access is revoked, also in case an administrator restores the items.
  await revokeSubtreeAccess(
    tx,
    rows.map((row) => row.id),
    null,
  )
  await refund(
    tx,
    id,
    rows.reduce((sum, row) => sum + row.totals.charge, 0),
  )
  const entries = rows.map((row) => ({
    id: newId(),
    fileId: row.id,
    spaceId: id,
    parentId: rootId,
    originalPath: [],
    name: row.name,
    size: row.totals.size,
    deletedBy,
    expiresAt: adminTrashExpiry(ctx),
    stage: 'administrators' as const,
  }))
  const changes = rows.map((row) => ({
    kind: 'file.trashed' as const,
    spaceId: id,
    fileId: row.id,
    parentIds: [rootId],
    actorId: null,
    details: { name: row.name },
  }))
  await store.insertTrashEntries(tx, entries, insertChangesSql(tx, changes))
  return rows.length
}
