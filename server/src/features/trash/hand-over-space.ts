import type { Context } from '../../context.ts'
import { insertChangesSql } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { detach, filesById } from '../../tree/attach.ts'
import { revokeSubtreeAccess } from '../../tree/cross-space.ts'
import { refund } from '../../tree/quota.ts'
import { lockSpace } from '../../tree/spaces.ts'
import * as store from './store.ts'
import { secondExpiry } from './trash.ts'

/** Everything of a space that ends: out of its tree and its own bin into the administrators', so many at a time. */

export interface Ending {
  /** The space. */
  readonly id: string
  readonly rootId: string
  /** Who is said to have deleted it all. */
  readonly deletedBy: string
}

/** May stop after any step and be called again: it goes on with what is left. `pause` is called between two steps. */
export async function handAllOver(
  ctx: Context,
  space: Ending,
  pause: () => void,
  step: number,
): Promise<void> {
  while ((await ctx.db.transact((tx) => handBinOver(ctx, tx, space, step))) === step) pause()
  while ((await ctx.db.transact((tx) => handItemsOver(ctx, tx, space, step))) === step) pause()
}

async function handBinOver(ctx: Context, tx: Tx, { id }: Ending, step: number): Promise<number> {
  await lockSpace(tx, id)
  const entries = await store.firstStageEntries(tx, id, step)
  const freed = await store.toSecondStage(
    tx,
    entries.map((entry) => entry.id),
    secondExpiry(ctx),
  )
  await refund(tx, id, freed)
  return entries.length
}

async function handItemsOver(
  ctx: Context,
  tx: Tx,
  { id, rootId, deletedBy }: Ending,
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
  // Nobody has it any more, also once an administrator gives it back.
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
    trail: [],
    name: row.name,
    size: row.totals.size,
    deletedBy,
    expiresAt: secondExpiry(ctx),
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
  await store.insertEntries(tx, entries, insertChangesSql(tx, changes))
  return rows.length
}
