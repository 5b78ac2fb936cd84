import { lengthOf } from '@clouddisk/contract/names'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import { type VisiblePath, visiblePaths } from '../../access/visible-path.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { childByKey, type FileRow } from '../../tree/files.ts'
import { depthRefusal, insertFolder } from '../../tree/folders.ts'
import type { NameAllocator } from '../../tree/name-allocator.ts'
import { findFreeName, storedName } from '../../tree/names.ts'
import type { FolderExtent } from '../../tree/reparent.ts'
import type { TrashEntry } from './store.ts'

/** An item to restore from the trash. */
export interface ItemToRestore {
  /** The id used in the call. */
  readonly id: string
  readonly entry: TrashEntry
  readonly row: FileRow
  readonly extent: FolderExtent
}

/**
 * The folders from which items were deleted, found by id. If a folder is gone, its path is followed by name
 * and missing folders are created, once for all items.
 */
export class OriginalFolders {
  readonly #tx: Tx
  readonly #actor: Actor
  readonly #space: { readonly id: string; readonly rootId: string }
  readonly #names: NameAllocator
  #existing: ReadonlyMap<string, ResolvedItem> = new Map()
  #originalPaths: ReadonlyMap<string, VisiblePath> = new Map()
  /** By parent id and name key. */
  readonly #resolved = new Map<string, ResolvedItem>()

  constructor(tx: Tx, actor: Actor, space: { id: string; rootId: string }, names: NameAllocator) {
    this.#tx = tx
    this.#actor = actor
    this.#space = space
    this.#names = names
  }

  /**
   * The next items to restore, at least one; the others wait for folders that are restored themselves. Items
   * whose folder exists come first, so that no folder is created next to one that may be restored.
   */
  async nextBatch(waiting: readonly ItemToRestore[]): Promise<readonly ItemToRestore[]> {
    await this.#loadExisting(waiting.map(({ entry }) => entry.parentId))
    const found = waiting.filter(({ entry }) => this.#existing.has(entry.parentId))
    if (found.length > 0) return found
    const restoring = new Set(waiting.map(({ row }) => row.id))
    const alone = waiting.filter(
      ({ entry }) =>
        !restoring.has(entry.parentId) && !entry.originalPath.some((step) => restoring.has(step.id)),
    )
    const next = alone.length > 0 ? alone : waiting
    const { rootId } = this.#space
    await this.#loadExisting([
      rootId,
      ...next.flatMap(({ entry }) => entry.originalPath.map((step) => step.id)),
    ])
    const paths = await visiblePaths(
      this.#tx,
      this.#actor,
      rootId,
      next.map(({ entry }) => entry.originalPath),
    )
    this.#originalPaths = new Map(next.flatMap(({ id }, at) => (paths[at] ? [[id, paths[at]]] : [])))
    return next
  }

  /** Call it for items of the last `nextBatch`. */
  async folderOf({ id, entry, extent }: ItemToRestore): Promise<ResolvedItem> {
    const parent = this.#existing.get(entry.parentId)
    if (parent) {
      requirePermissionWithReason(this.#actor, parent, 'upload')
      return parent
    }
    const path = this.#originalPaths.get(id) ?? NOWHERE
    const deepest = path.steps.findLastIndex((step) => this.#existing.has(step.id))
    let folder = this.#existing.get(path.steps[deepest]?.id ?? '') ?? this.#rootFor(path)
    requirePermissionWithReason(this.#actor, folder, 'upload')
    const missing = path.steps.slice(deepest + 1)
    const whole = {
      levels: missing.length + extent.levels,
      length: missing.reduce((sum, step) => sum + lengthOf(step.name) + 1, extent.length),
    }
    if (depthRefusal(folder, whole)) refuse('original_folder_gone')
    for (const step of missing) folder = await this.#childFolder(folder, step.name)
    return folder
  }

  /** Folders moved to another space no longer count. */
  async #loadExisting(ids: readonly string[]): Promise<void> {
    const found = await resolveAll(this.#tx, this.#actor, ids)
    this.#existing = new Map([...found].filter(([, folder]) => folder.spaceId === this.#space.id))
  }

  /** A recipient of a share, or somebody denied a folder on the path, has no root to restore to. */
  #rootFor(path: VisiblePath): ResolvedItem {
    return (
      (path.isComplete ? this.#existing.get(this.#space.rootId) : undefined) ?? refuse('original_folder_gone')
    )
  }

  async #childFolder(parent: ResolvedItem, name: string): Promise<ResolvedItem> {
    const { nameKey } = storedName(name, true)
    const known = this.#resolved.get(`${parent.id} ${nameKey}`)
    const folder = known ?? (await this.#findOrCreate(parent, name, nameKey))
    this.#resolved.set(`${parent.id} ${nameKey}`, folder)
    requirePermissionWithReason(this.#actor, folder, 'upload')
    return folder
  }

  /**
   * Finds or creates a folder. A file of that name, or a folder hidden from the actor, stays, and the new
   * folder is numbered.
   */
  async #findOrCreate(parent: ResolvedItem, name: string, nameKey: string): Promise<ResolvedItem> {
    const tx = this.#tx
    const namesake = await childByKey(tx, parent.id, nameKey)
    const known = namesake?.isFolder
      ? (await resolveAll(tx, this.#actor, [namesake.id])).get(namesake.id)
      : undefined
    if (known) return known
    await requireNotHighInLink(tx, this.#actor, parent)
    const free = namesake ? (await findFreeName(tx, parent.id, name, true)).name : name
    const made = await insertFolder(tx, parent.spaceId, parent.id, free, this.#actor)
    this.#names.markTaken(parent.id, storedName(free, true))
    return resolve(tx, this.#actor, made)
  }
}

const NOWHERE: VisiblePath = { isComplete: false, steps: [] }
