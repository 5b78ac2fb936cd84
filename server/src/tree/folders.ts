import type { Language } from '@clouddisk/contract/errors'
import type { createFolder, Instance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { folderNameFault, lengthOf, nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { type Located, locate, locateFor } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { recordChange } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { Refusal, refuse } from '../errors/refusal.ts'
import * as store from './files.ts'
import { refuseNameFault, storedName } from './names.ts'
import { presentItem } from './present.ts'
import type { FolderExtent } from './reparent.ts'
import { resolveFolderId, withSpaceLocks } from './spaces.ts'
import { addTotals, ZERO_TOTALS } from './totals.ts'

/** New folders, one at a time. */

export async function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createFolder>,
  language: Language,
): Promise<Instance> {
  const name = input.instanceName.trim()
  refuseInvalidFolderName(ctx, name)
  return ctx.db.transact(async (tx) => {
    const parent = await lockParentFolder(tx, actor, input.parentId, {
      levels: 1,
      length: lengthOf(name) + 1,
    })
    if (await store.childByKey(tx, parent.id, nameKey(name))) refuse('name_taken', { name })
    const id = await insertFolder(tx, parent.spaceId, parent.id, name, actor)
    return presentItem(tx, actor, await locate(tx, actor, id), language)
  })
}

export function refuseInvalidFolderName(ctx: Context, name: string): void {
  const { folderMax, nameMax } = ctx.config.limits
  refuseNameFault(folderNameFault(name, folderMax, nameMax), 'instanceName')
}

/** The folder in which the caller may create, with its space locked; `reach` is that of the new part. */
export async function lockParentFolder(
  tx: Tx,
  actor: Actor,
  parentId: string | undefined,
  reach: FolderExtent,
): Promise<Located> {
  const id = await resolveFolderId(tx, actor, parentId)
  const parent = await withSpaceLocks(tx, [id], () => locateFor(tx, actor, id, 'upload'))
  if (!parent.isFolder) refuse('is_a_file')
  refuseTooDeep(parent, reach)
  return parent
}

/** Why folders that reach so far below `parent` would pass the limits of depth and of a path's length. */
export function depthRefusal({ trail }: Pick<Located, 'trail'>, reach: FolderExtent): Refusal | undefined {
  const { depthMax, pathMax } = LIMITS
  if (trail.length - 1 + reach.levels > depthMax) return new Refusal('too_deep', { limit: depthMax })
  const above = trail.slice(1).reduce((sum, step) => sum + lengthOf(step.name) + 1, 0)
  if (above + reach.length > pathMax) return new Refusal('path_too_long', { limit: pathMax })
}

export function refuseTooDeep(parent: Pick<Located, 'trail'>, reach: FolderExtent): void {
  const refusal = depthRefusal(parent, reach)
  if (refusal) throw refusal
}

/**
 * Inserts one folder and adds it to the kept totals; the caller holds the lock and has checked the name. It is `actor`’s,
 * also where another one (`by`) makes it for them.
 */
export async function insertFolder(
  tx: Tx,
  spaceId: string,
  parentId: string,
  name: string,
  actor: Pick<Actor, 'personId'>,
  by = actor.personId,
): Promise<string> {
  const id = newId()
  const folder = {
    id,
    spaceId,
    parentId,
    isFolder: true,
    ...storedName(name, true),
    size: 0,
    versionId: null,
    versionNo: 0,
    totals: ZERO_TOTALS,
    personId: actor.personId,
  }
  const change = {
    kind: 'folder.created' as const,
    spaceId,
    fileId: id,
    name: folder.name,
    parentIds: [parentId],
    actorId: by,
  }
  await Promise.all([
    store.insertFiles(tx, [folder]),
    addTotals(tx, parentId, { ...ZERO_TOTALS, folders: 1 }, { files: 0, folders: 1 }),
    recordChange(tx, change),
  ])
  return id
}
