import { codeOf, type Language } from '@clouddisk/contract/errors'
import { lengthOf, nameKey } from '@clouddisk/contract/names'
import { type Located, locate, locateAll, locateFor, must } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { type KnownWay, knownOf } from '../../access/gone.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../http/refusal.ts'
import { attempt, type ItemResult, succeeded } from '../files/batch.ts'
import { rowsOf } from '../files/crossing.ts'
import { insertFolder, refuseTooDeep, tooDeep } from '../files/folders.ts'
import { freeName, storedName } from '../files/names.ts'
import { folderIdOf, lockSpace } from '../files/spaces.ts'
import { childByKey, type FileRow, fileById, folderReaches, hangIn, type Reach } from '../files/tree.ts'
import { type Bin, binOf } from './bins.ts'
import { uncount } from './lately.ts'
import * as store from './store.ts'

export interface Wanted {
  readonly ids: readonly string[]
  /** Where to; back to where each was, where it is not given. */
  readonly targetId: string | undefined
  readonly groupId: string | undefined
  readonly language: Language
}

/**
 * Back from the bin: to where it was, found by id however it was renamed or moved, or into a chosen folder. Never
 * overwrites. What is not in one's own bin may have been thrown away by oneself in a group or a received share: that comes
 * back alike.
 */
export async function restore(ctx: Context, actor: Actor, wanted: Wanted): Promise<ItemResult[]> {
  const { groupId } = wanted
  const results = await restoreFrom(ctx, actor, wanted, (tx) => binOf(tx, actor, groupId))
  if (groupId !== undefined) return results
  const absent = results.filter((line) => line.errcode === codeOf('not_found')).map((line) => line.instanceId)
  const found = new Map<string, ItemResult>()
  for (const bin of await store.spacesOfOwn(ctx.db.reader, actor.personId, absent.filter(isId))) {
    const elsewhere = { ...bin, deletedBy: actor.personId }
    for (const line of await restoreFrom(ctx, actor, { ...wanted, ids: absent }, async () => elsewhere))
      if (line.errcode !== codeOf('not_found') || !found.has(line.instanceId))
        found.set(line.instanceId, line)
  }
  return results.map((line) => found.get(line.instanceId) ?? line)
}

async function restoreFrom(
  ctx: Context,
  actor: Actor,
  { ids, targetId, language }: Wanted,
  which: (tx: Tx) => Promise<Bin>,
): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const { deletedBy, ...space } = await which(tx)
    await lockSpace(tx, space.id)
    const chosen = targetId ? await chosenFolder(tx, actor, targetId, space.id) : undefined
    const entries = await store.entriesOf(tx, space.id, ids.filter(isId), deletedBy)
    const results = new Map<string, ItemResult>()
    for (const id of latestFirst(ids, entries)) {
      const line = await attempt(id, language, async () => {
        const entry = entries.get(id) ?? refuse('not_found')
        entries.delete(entry.id)
        entries.delete(entry.fileId)
        const row = (await fileById(tx, entry.fileId)) ?? refuse('not_found')
        const reach = (row.isFolder && (await folderReaches(tx, [row.id])).get(row.id)) || FILE_REACH
        const target = chosen ?? (await originalFolder(tx, actor, entry, space.rootId, reach))
        refuseTooDeep(target, reach)
        return succeeded(id, await putBack(tx, actor, entry, row, target))
      })
      results.set(id, line)
    }
    return ids.flatMap((id) => results.get(id) ?? [])
  })
}

/** A file goes wherever its folder may be. */
const FILE_REACH: Reach = { levels: 0, length: 0 }

/** The other way round than they went, so that a folder is there again before what was thrown away out of it. */
const latestFirst = (ids: readonly string[], entries: ReadonlyMap<string, store.TrashEntry>): string[] => {
  const order = (id: string) => entries.get(id)?.order ?? 0
  return [...ids].sort((a, b) => order(b) - order(a))
}

async function chosenFolder(tx: Tx, actor: Actor, targetId: string, spaceId: string): Promise<Located> {
  const target = await locateFor(tx, actor, await folderIdOf(tx, actor, targetId), 'upload')
  if (!target.isFolder) refuse('is_a_file')
  if (target.spaceId !== spaceId) refuse('not_permitted')
  return target
}

/** The folder it was in; where that is gone, its path is walked again and what is missing is made anew. */
async function originalFolder(
  tx: Tx,
  actor: Actor,
  entry: store.TrashEntry,
  rootId: string,
  reach: Reach,
): Promise<Located> {
  const found = await locateAll(tx, actor, [entry.parentId, ...entry.trail.map((step) => step.id)])
  // What has gone into another space since is not where this came from any more.
  const living = new Map([...found].filter(([, folder]) => folder.spaceId === entry.spaceId))
  const parent = living.get(entry.parentId)
  if (parent) {
    must(parent, 'upload')
    return parent
  }
  const [way = NOWHERE] = await knownOf(tx, actor, rootId, [entry.trail])
  const deepest = way.steps.findLastIndex((step) => living.has(step.id))
  let folder = living.get(way.steps[deepest]?.id ?? '') ?? (await topOf(tx, actor, rootId, way))
  must(folder, 'upload')
  const missing = way.steps.slice(deepest + 1)
  const whole = {
    levels: missing.length + reach.levels,
    length: missing.reduce((sum, step) => sum + lengthOf(step.name) + 1, reach.length),
  }
  if (tooDeep(folder, whole)) refuse('original_folder_gone')
  for (const step of missing) folder = await folderNamed(tx, actor, folder, step.name)
  return folder
}

const NOWHERE: KnownWay = { whole: false, steps: [] }

/** Who received a share has nothing above it, nor who is kept from a folder on the way. */
async function topOf(tx: Tx, actor: Actor, rootId: string, way: KnownWay): Promise<Located> {
  const root = way.whole ? (await locateAll(tx, actor, [rootId])).get(rootId) : undefined
  return root ?? refuse('original_folder_gone')
}

/**
 * A folder of that name, made where there is none. A file of that name stays, and so does a folder that the actor may
 * not know of: beside them the new one is numbered.
 */
async function folderNamed(tx: Tx, actor: Actor, parent: Located, name: string): Promise<Located> {
  const namesake = await childByKey(tx, parent.id, nameKey(name))
  const known = namesake?.isFolder ? (await locateAll(tx, actor, [namesake.id])).get(namesake.id) : undefined
  if (known) {
    must(known, 'upload')
    return known
  }
  const free = namesake ? (await freeName(tx, parent.id, name, true)).name : name
  return locate(tx, actor, await insertFolder(tx, parent.spaceId, parent.id, free, actor))
}

async function putBack(tx: Tx, actor: Actor, entry: store.TrashEntry, row: FileRow, target: Located) {
  const taken = await childByKey(tx, target.id, row.nameKey)
  const name = taken
    ? await freeName(tx, target.id, row.name, row.isFolder)
    : storedName(row.name, row.isFolder)
  const change = {
    kind: 'file.restored' as const,
    spaceId: target.spaceId,
    fileId: row.id,
    parentIds: [target.id],
    actorId: actor.personId,
    details: { name: name.name },
  }
  await Promise.all([
    hangIn(tx, target, [{ row, name }], [change]),
    store.deleteEntries(tx, [entry.id]),
    entry.countedIn && uncount(tx, entry.countedIn, rowsOf([row])),
  ])
  return {
    newId: row.id,
    instanceName: name.name,
    outcome: taken ? ('renamed' as const) : ('restored' as const),
  }
}
