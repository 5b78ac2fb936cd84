import { codeOf, type Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import { highIntoLinks, refuseHighInLink } from '../../access/classification.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { attachAll } from '../../tree/attach.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { countSubtreeRows } from '../../tree/cross-space.ts'
import { filesById } from '../../tree/files.ts'
import { refuseTooDeep } from '../../tree/folders.ts'
import { NameAllocator } from '../../tree/name-allocator.ts'
import { type FolderExtent, folderExtents } from '../../tree/reparent.ts'
import { lockSpace, personSpace, resolveFolderId } from '../../tree/spaces.ts'
import { type PassedFiles, recordPassed, type Went, wentOf } from '../dlp/places/passed.ts'
import { hasRuleFor } from '../dlp/places/place-rules.ts'
import { sharedAmong } from '../dlp/places/place-store.ts'
import { refuseSensitive } from '../dlp/places/refuse-sensitive.ts'
import { subtractRestored } from './deletion-rate.ts'
import { type ItemToRestore, OriginalFolders } from './original-folders.ts'
import * as store from './store.ts'
import { type TrashBin, visibleBin } from './trash-bin.ts'

export interface RestoreRequest {
  readonly ids: readonly string[]
  /** Target folder; the original folder if undefined. */
  readonly targetId: string | undefined
  readonly groupId: string | undefined
  readonly language: Language
}

/**
 * Restores items to their original folder, which is found by id after renames and moves, or to a chosen
 * folder. Never overwrites. Also restores what the actor deleted in groups and received shares.
 */
export async function restoreItems(
  ctx: Context,
  actor: Actor,
  request: RestoreRequest,
): Promise<ItemResult[]> {
  const { groupId } = request
  const passed = await refuseSensitiveRestore(ctx, actor, request)
  const results = await restoreFrom(ctx, actor, { ...request, passed }, (tx) =>
    visibleBin(tx, actor, groupId),
  )
  if (groupId !== undefined) return results
  const absent = results.filter((line) => line.errcode === codeOf('not_found')).map((line) => line.instanceId)
  const found = new Map<string, ItemResult>()
  for (const bin of await store.spacesWithDeletedBy(ctx.db.reader, actor.personId, absent.filter(isId))) {
    const elsewhere = { ...bin, deletedBy: actor.personId }
    for (const line of await restoreFrom(
      ctx,
      actor,
      { ...request, ids: absent, passed },
      async () => elsewhere,
    ))
      if (line.errcode !== codeOf('not_found') || !found.has(line.instanceId))
        found.set(line.instanceId, line)
  }
  return results.map((line) => found.get(line.instanceId) ?? line)
}

/** With 110008: what goes back among others, into a group or a shared folder. */
async function refuseSensitiveRestore(
  ctx: Context,
  actor: Actor,
  { ids, targetId, groupId }: RestoreRequest,
): Promise<PassedFiles | undefined> {
  const db = ctx.db.reader
  if (!(await hasRuleFor(db, 'transfer'))) return undefined
  const { personId } = actor
  const own = await personSpace(db, personId)
  const asked = ids.filter(isId)
  const bins: readonly TrashBin[] =
    groupId === undefined
      ? (await store.spacesWithDeletedBy(db, personId, asked)).map((bin) => ({ ...bin, deletedBy: personId }))
      : [await visibleBin(db, actor, groupId)]
  const entries = await Promise.all(
    bins
      .filter(({ id }) => id !== own.id)
      .map(({ id, deletedBy }) => store.trashEntries(db, id, asked, deletedBy)),
  )
  const elsewhere = entries.flatMap((some) => [...some.values()])
  const chosen = targetId ? await resolveFolderId(db, actor, targetId) : undefined
  const ofOwn = groupId === undefined ? [...(await store.trashEntries(db, own.id, asked)).values()] : []
  const folderOf = ({ parentId }: store.TrashEntry): string => chosen?.toLowerCase() ?? parentId
  const shared = await sharedAmong(db, ofOwn.map(folderOf).filter(isId))
  const shownToOthers = [...elsewhere, ...ofOwn.filter((entry) => shared.has(folderOf(entry)))]
  const topIds = [...new Set(shownToOthers.map(({ fileId }) => fileId))]
  return refuseSensitive(ctx, actor, { place: 'transfer', topIds })
}

async function restoreFrom(
  ctx: Context,
  actor: Actor,
  { ids, targetId, language, passed }: RestoreRequest & { readonly passed: PassedFiles | undefined },
  which: (tx: Tx) => Promise<TrashBin>,
): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const { deletedBy, ...space } = await which(tx)
    await lockSpace(tx, space.id)
    const chosen = targetId ? await chosenFolder(tx, actor, targetId, space.id) : undefined
    const entries = await store.trashEntries(tx, space.id, ids.filter(isId), deletedBy)
    const names = new NameAllocator(tx)
    const folders = new OriginalFolders(tx, actor, space, names)
    const results = new Map<string, ItemResult>()
    let waiting: readonly ItemToRestore[] = await itemsToRestore(tx, entries, ids)
    while (waiting.length > 0) {
      const round = chosen ? waiting : await folders.nextBatch(waiting)
      const placed: PlacedItem[] = []
      for (const item of round) {
        const line = await attemptItem(item.id, language, async () => {
          const target = chosen ?? (await folders.folderOf(item))
          refuseTooDeep(target, item.extent)
          placed.push({ ...item, target })
          return succeeded(item.id)
        })
        results.set(item.id, line)
      }
      const high = await highIntoLinks(tx, actor, placed, ({ row }) => row.id)
      for (const { id, target } of high)
        results.set(id, await attemptItem(id, language, async () => refuseHighInLink(target)))
      const allowed = placed.filter((item) => !high.has(item))
      for (const line of await attachRestored(tx, actor, allowed, names)) results.set(line.instanceId, line)
      waiting = waiting.filter((item) => !round.includes(item))
    }
    for (const id of ids)
      if (!results.has(id))
        results.set(id, await attemptItem(id, language, async () => refuseNotFound('trashed')))
    await recordPassed(tx, passed, restoredAmong([...results.values()]))
    return ids.flatMap((id) => results.get(id) ?? [])
  })
}

const restoredAmong = (results: readonly ItemResult[]): Went[] =>
  wentOf(results).map(({ isNow }) => ({ topId: isNow, isNow }))

/** Files need no depth check. */
const FILE_EXTENT: FolderExtent = { levels: 0, length: 0 }

/** The requested entries, each once, whichever of its ids was used; latest deletion first. */
async function itemsToRestore(
  tx: Tx,
  entries: ReadonlyMap<string, store.TrashEntry>,
  ids: readonly string[],
): Promise<ItemToRestore[]> {
  const requestedIds = ids
    .flatMap((id) => {
      const entry = entries.get(id)
      return entry ? [{ id, entry }] : []
    })
    .sort((a, b) => b.entry.order - a.entry.order)
  const each = requestedIds.filter(({ entry }, at) => requestedIds[at - 1]?.entry !== entry)
  const rows = await filesById(
    tx,
    each.map(({ entry }) => entry.fileId),
  )
  const folders = [...rows.values()].filter((row) => row.isFolder)
  const extents = await folderExtents(
    tx,
    folders.map((row) => row.id),
  )
  return each.flatMap(({ id, entry }) => {
    const row = rows.get(entry.fileId)
    return row ? [{ id, entry, row, extent: extents.get(row.id) ?? FILE_EXTENT }] : []
  })
}

async function chosenFolder(tx: Tx, actor: Actor, targetId: string, spaceId: string): Promise<ResolvedItem> {
  const target = await resolveWithPermission(tx, actor, await resolveFolderId(tx, actor, targetId), 'upload')
  if (!target.isFolder) refuse('is_a_file')
  if (target.spaceId !== spaceId) refuse('not_permitted')
  return target
}

interface PlacedItem extends ItemToRestore {
  readonly target: ResolvedItem
}

/** Attaches a batch; no item of it lies in another. */
async function attachRestored(
  tx: Tx,
  actor: Actor,
  placed: readonly PlacedItem[],
  names: NameAllocator,
): Promise<ItemResult[]> {
  if (placed.length === 0) return []
  const chosen = await names.allocate(placed.map(({ row, target }) => ({ ...row, parentId: target.id })))
  const attached = placed.flatMap((item, at) => (chosen[at] ? [{ ...item, ...chosen[at] }] : []))
  const changes = attached.map(({ row, name, target }) => ({
    kind: 'file.restored' as const,
    spaceId: target.spaceId,
    fileId: row.id,
    parentIds: [target.id],
    actorId: actor.personId,
    details: { name: name.name },
  }))
  const counted = attached.flatMap(({ entry: { countedIn }, row }) =>
    countedIn ? [{ id: countedIn, row }] : [],
  )
  await Promise.all([
    attachAll(tx, attached, changes),
    store.deleteTrashEntries(
      tx,
      attached.map(({ entry }) => entry.id),
    ),
    subtractRestored(
      tx,
      [...Map.groupBy(counted, ({ id }) => id)].map(([id, of]) => ({
        id,
        items: countSubtreeRows(of.map(({ row }) => row)),
      })),
    ),
  ])
  return attached.map(({ id, row, name, isNumbered }) =>
    succeeded(id, {
      newId: row.id,
      instanceName: name.name,
      outcome: isNumbered ? 'renamed' : 'restored',
    }),
  )
}
