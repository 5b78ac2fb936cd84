import type { Language } from '@clouddisk/contract/errors'
import type { createFolder, Instance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { folderNameFault, lengthOf, nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../access/actor.ts'
import { requireNotHighInLink } from '../access/classification.ts'
import { authorOf } from '../access/link-visitor.ts'
import { resolveWithPermission } from '../access/permissions.ts'
import { type ResolvedItem, resolve } from '../access/resolve.ts'
import type { Context } from '../context.ts'
import { recordChange } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { Refusal, refuse } from '../errors/refusal.ts'
import { childByKey } from './files.ts'
import { insertFiles } from './insert-files.ts'
import { refuseNameFault, storedName } from './names.ts'
import { presentItem } from './present.ts'
import type { FolderExtent } from './reparent.ts'
import { resolveFolderId, withSpaceLocks } from './spaces.ts'
import { addTotals, ZERO_TOTALS } from './totals.ts'

/** Creates single folders. */

/** Rows of the caller that are written with new folders. */
export type OnFolders = (tx: Tx, folders: readonly { id: string; name: string }[]) => Promise<void>

export async function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createFolder>,
  language: Language,
  onCreated?: OnFolders,
): Promise<Instance> {
  const name = input.instanceName.trim()
  refuseInvalidFolderName(ctx, name)
  return ctx.db.transact(async (tx) => {
    const parent = await lockParentFolder(tx, actor, input.parentId, {
      levels: 1,
      length: lengthOf(name) + 1,
    })
    if (await childByKey(tx, parent.id, nameKey(name))) refuse('name_taken', { name })
    const id = await insertFolder(tx, parent.spaceId, parent.id, name, actor)
    await onCreated?.(tx, [{ id, name }])
    return presentItem(tx, actor, await resolve(tx, actor, id), language)
  })
}

export function refuseInvalidFolderName(ctx: Context, name: string): void {
  const { folderMax, nameMax } = ctx.config.limits
  refuseNameFault(folderNameFault(name, folderMax, nameMax), 'instanceName')
}

/**
 * Locks the space of the parent folder and checks that the actor may create in it; `extent` is the extent of
 * the new part.
 */
export async function lockParentFolder(
  tx: Tx,
  actor: Actor,
  parentId: string | undefined,
  extent: FolderExtent,
): Promise<ResolvedItem> {
  const id = await resolveFolderId(tx, actor, parentId)
  const parent = await withSpaceLocks(tx, [id], () => resolveWithPermission(tx, actor, id, 'upload'))
  if (!parent.isFolder) refuse('is_a_file')
  refuseTooDeep(parent, extent)
  await requireNotHighInLink(tx, actor, parent)
  return parent
}

/** The refusal if a subtree of this extent below `parent` exceeds the depth or path length limit. */
export function depthRefusal(
  { fullPath }: Pick<ResolvedItem, 'fullPath'>,
  extent: FolderExtent,
): Refusal | undefined {
  const { depthMax, pathMax } = LIMITS
  if (fullPath.length - 1 + extent.levels > depthMax) return new Refusal('too_deep', { limit: depthMax })
  const above = fullPath.slice(1).reduce((sum, step) => sum + lengthOf(step.name) + 1, 0)
  if (above + extent.length > pathMax) return new Refusal('path_too_long', { limit: pathMax })
}

export function refuseTooDeep(parent: Pick<ResolvedItem, 'fullPath'>, extent: FolderExtent): void {
  const refusal = depthRefusal(parent, extent)
  if (refusal) throw refusal
}

/**
 * Inserts one folder, owned by `actor` and created by `by`, and adds it to the totals. The caller holds the
 * space lock and has checked the name.
 */
export async function insertFolder(
  tx: Tx,
  spaceId: string,
  parentId: string,
  name: string,
  actor: Pick<Actor, 'personId' | 'link'>,
  by: string | null = authorOf(actor).actorId,
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
    details: authorOf(actor).details,
  }
  await Promise.all([
    insertFiles(tx, [folder]),
    addTotals(tx, parentId, { ...ZERO_TOTALS, folders: 1 }, { files: 0, folders: 1 }),
    recordChange(tx, change),
  ])
  return id
}
