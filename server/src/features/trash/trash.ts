import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { clearTrash, pageTrash, TrashItem } from '@clouddisk/contract/trash'
import type { Actor } from '../../access/actor.ts'
import { classificationOf } from '../../access/classification.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { visiblePaths } from '../../access/visible-path.ts'
import type { Context } from '../../context.ts'
import { recordChanges } from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { breadcrumbsOf, pathText, rootName } from '../../tree/present.ts'
import { refund } from '../../tree/quota.ts'
import { lockSpace } from '../../tree/spaces.ts'
import * as store from './store.ts'
import { purgeableBin, type TrashBin, visibleBin } from './trash-bin.ts'

/** Lists the trash and removes items from it (C12). */

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageTrash>,
  language: Language,
): Promise<Reply<typeof pageTrash>> {
  const db = ctx.db.reader
  const bin = await visibleBin(db, actor, input.groupId)
  const { deletionId } = input
  if (deletionId !== undefined && !isId(deletionId)) refuseNotFound('deletion')
  const list = [bin.id, bin.deletedBy ?? '', deletionId ?? ''].join()
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'trash', list, store.isKey)
  const pageQuery = paging.read(input, 'deleteTime', 'deleteTime')
  const rows = await store.pageEntries(db, bin, pageQuery, deletionId)
  const sums = await store.trashTotals(db, bin, pageQuery.keyword, deletionId)
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: await presentAll(db, actor, rows, bin, language),
    total: sums.total,
    totalSize: sums.size,
    ...paging.response(pageQuery, last && store.keyOf(last, pageQuery.orderBy)),
  }
}

async function presentAll(
  db: Reader,
  actor: Actor,
  rows: readonly store.ListedEntry[],
  { rootId, name }: TrashBin,
  language: Language,
): Promise<TrashItem[]> {
  const ids = rows.map((row) => row.parentId)
  const located = await resolveAll(db, actor, ids)
  // A parent moved to another space is no longer the original folder.
  const parentOf = ({ parentId, spaceId }: store.ListedEntry): ResolvedItem | undefined => {
    const parent = located.get(parentId)
    return parent?.spaceId === spaceId ? parent : undefined
  }
  const orphaned = rows.filter((row) => !parentOf(row))
  const originalPaths = orphaned.map((row) => row.originalPath)
  const paths = new Map(
    (await visiblePaths(db, actor, rootId, originalPaths)).map((path, n) => [orphaned[n]?.id, path]),
  )
  const top = name ?? rootName(language)
  const pathOf = (row: store.ListedEntry): string => {
    const parent = parentOf(row)
    if (parent) return pathText(breadcrumbsOf(parent, language))
    const path = paths.get(row.id)
    const names = (path?.steps ?? []).map((step) => step.name)
    return (path?.isComplete ? [top, ...names] : names).join('/')
  }
  return rows.map((row) => ({
    recycleId: row.id,
    instanceId: row.fileId,
    instanceName: row.name,
    classifierId: row.isFolder ? 'Folder' : 'File',
    fileType: row.ext,
    fileSize: row.size,
    fileCount: row.files,
    deleteUser: row.deletedBy,
    classification: classificationOf(row.level),
    originalPath: pathOf(row),
    originalExists: parentOf(row) !== undefined,
    deleteTime: row.deletedAt.toISOString(),
    expireTime: row.expiresAt.toISOString(),
    deletionId: row.deletionId,
  }))
}

/** Moves entries to the administrators' trash, which is not charged; the quota is freed at once. */
export async function discard(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
  groupId?: string,
): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const space = await lockSpace(tx, (await purgeableBin(tx, actor, groupId)).id)
    const entries = await store.trashEntries(tx, space.id, ids.filter(isId))
    const discarded = new Map<string, string>()
    const results: ItemResult[] = []
    for (const id of ids) {
      results.push(
        await attemptItem(id, language, async () => {
          const entry = entries.get(id) ?? refuseNotFound('trashed')
          discarded.set(entry.id, entry.name)
          return succeeded(id, { instanceName: entry.name })
        }),
      )
    }
    const freed = await store.moveToAdminTrash(
      tx,
      [...discarded.keys()],
      adminTrashExpiry(ctx),
      actor.personId,
    )
    await refund(tx, space.id, freed)
    await recordPurged(tx, space.id, actor, [...discarded.values()])
    return results
  })
}

const BATCH_SIZE = 5000

export async function emptyTrash(
  ctx: Context,
  actor: Actor,
  { groupId }: Input<typeof clearTrash>,
): Promise<Reply<typeof clearTrash>> {
  const space = await purgeableBin(ctx.db.reader, actor, groupId)
  const list: ItemResult[] = []
  let removed = 0
  let fileSize = 0
  for (;;) {
    const step = await ctx.db.transact(async (tx) => {
      await lockSpace(tx, space.id)
      const entries = await store.userTrashEntries(tx, space.id, BATCH_SIZE)
      const ids = entries.map((entry) => entry.id)
      const freed = await store.moveToAdminTrash(tx, ids, adminTrashExpiry(ctx), actor.personId)
      await refund(tx, space.id, freed)
      await recordPurged(
        tx,
        space.id,
        actor,
        entries.map(({ name }) => name),
      )
      return { entries, freed }
    })
    removed += step.entries.length
    fileSize += step.freed
    const lines = step.entries.map(({ fileId, name }) => succeeded(fileId, { instanceName: name }))
    list.push(...lines.slice(0, LIMITS.batchMax - list.length))
    if (step.entries.length < BATCH_SIZE) return { list, removed, fileSize }
  }
}

export const adminTrashExpiry = (ctx: Context): Date =>
  new Date(ctx.now().getTime() + ctx.config.limits.secondTrashDays * DAY)

/** How many names are recorded when items are discarded together. */
const NAMES_RECORDED = 50

async function recordPurged(
  tx: Parameters<typeof recordChanges>[0],
  spaceId: string,
  actor: Actor,
  names: readonly string[],
): Promise<void> {
  const [first] = names
  if (first === undefined) return
  await recordChanges(tx, [
    {
      kind: 'file.purged',
      spaceId,
      fileId: null,
      name: first,
      parentIds: [],
      actorId: actor.personId,
      details: { count: names.length, names: names.slice(0, NAMES_RECORDED) },
    },
  ])
}
