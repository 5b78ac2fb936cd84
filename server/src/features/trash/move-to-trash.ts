import type { Language } from '@clouddisk/contract/errors'
import type { removeInstances } from '@clouddisk/contract/files'
import type { Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { insertChangesSql } from '../../db/changes.ts'
import { sendBeforeCommit, type Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { notifyMassDeletions } from '../../notifications/mass-changes.ts'
import { detach } from '../../tree/attach.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { countSubtreeRows } from '../../tree/cross-space.ts'
import { type FileRow, filesById } from '../../tree/files.ts'
import { refuseUnconfirmed, removalsBySharedRoot, removalsFromShared } from '../../tree/mass-guard.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { addCountsSql, type DeletionCount, forgetCountsSql, rateWindow } from './deletion-rate.ts'
import { priorDeletions, refuseUnknownDeletion } from './deletions.ts'
import * as store from './store.ts'

/** Deleting detaches a subtree and records where it was (C12). */

export interface DeleteRequest {
  readonly ids: readonly string[]
  readonly language: Language
  /** The number of other people's items whose removal the caller confirms (tree/mass-guard.ts). */
  readonly confirmed?: number | undefined
  /** An earlier deletion of the actor to which this one is added. */
  readonly deletionId?: string | undefined
  readonly dryRun?: boolean | undefined
}

interface ItemToDelete {
  readonly item: ResolvedItem
  readonly row: FileRow
  readonly trashId: string
}

export async function moveToTrash(
  ctx: Context,
  actor: Actor,
  request: DeleteRequest,
): Promise<Reply<typeof removeInstances>> {
  const { ids, language, dryRun } = request
  return ctx.db.transact(async (tx) => {
    const [located, rows] = await withSpaceLocks(tx, ids, () =>
      Promise.all([resolveAll(tx, actor, ids), filesById(tx, ids.filter(isId))]),
    )
    const named = request.deletionId?.toLowerCase()
    if (named !== undefined) await refuseUnknownDeletion(ctx, tx, actor, named)
    const toDelete = new Map<string, ItemToDelete>()
    const list: ItemResult[] = []
    for (const id of ids) {
      list.push(
        await attemptItem(id, language, async () => {
          const item = located.get(id) ?? refuse('not_found')
          const row = rows.get(id) ?? refuse('not_found')
          requirePermissionWithReason(actor, item, 'delete')
          if (item.id === item.rootId) refuse('root_is_fixed')
          toDelete.set(id, { item, row, trashId: newId() })
          return succeeded(id, { instanceName: item.name })
        }),
      )
    }
    // Items below another item of the call are covered by its entry.
    const topOf = ({ fullPath }: ResolvedItem) =>
      toDelete.get(fullPath.find((step) => toDelete.has(step.id))?.id ?? '')
    const tops = [...toDelete.values()].filter((one) => topOf(one.item) === one)
    if (tops.length === 0)
      return { ...(named !== undefined && { deletionId: named }), list, ...(dryRun && { losses: [] }) }
    const deletionId = named ?? newId()
    const topRows = tops.map(({ row }) => row)
    const items = tops.map(({ item }) => item)
    const removals = removalsBySharedRoot(actor, items, topRows)
    const time = rateWindow(ctx.now())
    const before = await priorDeletions(tx, actor, named, [...removals.keys()], time)
    if (dryRun) {
      const losses = await removalsFromShared(ctx, tx, removals, before)
      const reported = losses.map(({ sharedRootId, recent, ...loss }) => ({
        instanceId: sharedRootId,
        ...loss,
        ...(recent !== undefined && { recent }),
      }))
      return { ...(named !== undefined && { deletionId: named }), list, losses: reported }
    }
    for (const line of list) {
      const entry = toDelete.get(line.instanceId)
      if (entry) line.newId = topOf(entry.item)?.trashId ?? entry.trashId
    }
    const massive = await refuseUnconfirmed(ctx, tx, removals, request.confirmed, before)
    await notifyMassDeletions(ctx, tx, actor, { id: deletionId, goesOn: named !== undefined }, massive)
    const askedIds = massive.map(({ sharedRootId }) => sharedRootId)
    const counts = [...removals].flatMap(([sharedRootId, rows]): CountedRows[] =>
      askedIds.includes(sharedRootId)
        ? []
        : [
            {
              id: before.get(sharedRootId)?.countId ?? newId(),
              sharedRootId,
              items: countSubtreeRows(rows),
              rows,
            },
          ],
    )
    const countingSql = removals.size > 0 && {
      counting: addCountsSql(actor.personId, counts, time),
      forgetting: forgetCountsSql(actor.personId, askedIds, time),
    }
    insertIntoTrash(ctx, tx, actor, { deletionId, counts, countingSql: countingSql || undefined }, tops)
    return { deletionId, list }
  })
}

interface CountedRows extends DeletionCount {
  readonly rows: readonly FileRow[]
}

interface Deletion {
  readonly deletionId: string
  readonly counts: readonly CountedRows[]
  readonly countingSql: Parameters<typeof store.insertTrashEntries>[3]
}

function insertIntoTrash(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { deletionId, counts, countingSql }: Deletion,
  tops: readonly ItemToDelete[],
): void {
  const countOf = new Map(counts.flatMap(({ id, rows }) => rows.map((row) => [row.id, id])))
  const entries = tops.map(({ item, row, trashId }) => ({
    id: trashId,
    fileId: item.id,
    spaceId: item.spaceId,
    parentId: item.parentId ?? item.rootId,
    originalPath: item.fullPath.slice(1, -1),
    name: item.name,
    size: row.totals.size,
    deletedBy: actor.personId,
    expiresAt: new Date(ctx.now().getTime() + ctx.config.limits.trashDays * DAY),
    deletionId,
    countedIn: countOf.get(item.id),
  }))
  const changes = tops.map(({ item }) => ({
    kind: 'file.trashed' as const,
    spaceId: item.spaceId,
    fileId: item.id,
    name: item.name,
    parentIds: [item.parentId],
    actorId: actor.personId,
    details: { name: item.name },
  }))
  const topRows = tops.map(({ row }) => row)
  sendBeforeCommit(tx, () => detach(tx, topRows))
  sendBeforeCommit(tx, () =>
    store.insertTrashEntries(tx, entries, insertChangesSql(tx, changes), countingSql),
  )
}
