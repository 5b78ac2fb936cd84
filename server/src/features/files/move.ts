import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { mayReplaceContent, requireDetach, requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { type NewChange, recordChanges } from '../../db/changes.ts'
import { sendBeforeCommit, type Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { type AttachedRow, attach, subtractTotals } from '../../tree/attach.ts'
import { attemptItem, type ItemResult, skipped, succeeded } from '../../tree/batch.ts'
import { countSubtreeRows, settleCrossSpaceMove } from '../../tree/cross-space.ts'
import { childByKey, type FileRow, filesById } from '../../tree/files.ts'
import { refuseTooDeep } from '../../tree/folders.ts'
import { refuseUnconfirmed, removalsBySharedRoot } from '../../tree/mass-guard.ts'
import { findFreeName, type StoredName } from '../../tree/names.ts'
import { type FolderExtent, filesToReparent, folderExtents, mergeVersions } from '../../tree/reparent.ts'
import { type ConflictPolicy, resolveConflict } from '../../tree/resolve-conflict.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { addTotals } from '../../tree/totals.ts'

/**
 * A move inside a space changes one row per item; all items of a call move in one transaction. Items that
 * move to another space take their charge along and lose their access entries (tree/cross-space.ts).
 */

export interface MoveRequest {
  readonly ids: readonly string[]
  readonly targetId: string
  readonly conflict: ConflictPolicy
  readonly language: Language
  /** The number of other people's items whose removal the caller confirms (mass-guard.ts). */
  readonly confirmed?: number | undefined
}

/** The move is too large for the call; nothing was changed. */
export const TOO_LARGE = Symbol('too large')

interface MoveOptions {
  /**
   * Files and folders that may move to another space within the call; above that, `TOO_LARGE` is returned.
   */
  readonly syncMax?: number
  /** Called with the mass removals that owners must be notified of. */
  readonly notifyOwners: (losses: readonly Removal[]) => Promise<void>
}

/** Moves all items of a call. */
export async function moveItems(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { ids, targetId, conflict, language, confirmed }: MoveRequest,
  { syncMax = Number.POSITIVE_INFINITY, notifyOwners }: MoveOptions,
): Promise<ItemResult[] | typeof TOO_LARGE> {
  if (!isId(targetId)) refuse('not_found')
  const [located, found] = await withSpaceLocks(tx, [targetId, ...ids], () =>
    Promise.all([resolveAll(tx, actor, [targetId, ...ids]), filesToReparent(tx, ids.filter(isId), targetId)]),
  )
  const target = located.get(targetId.toLowerCase()) ?? refuse('not_found')
  requirePermissionWithReason(actor, target, 'upload')
  if (!target.isFolder) refuse('is_a_file')
  await requireNotHighInLink(
    tx,
    actor,
    target,
    [...located.keys()].filter((id) => id !== target.id),
  )
  const rows = new Map([...found].filter(([id]) => located.has(id)))
  const leaving = [...rows.values()].filter((row) => row.spaceId !== target.spaceId)
  const items = [...located.values()]
  const massive =
    leaving.length > 0
      ? await refuseUnconfirmed(ctx, tx, removalsBySharedRoot(actor, items, leaving), confirmed)
      : NO_REMOVALS
  if (leaving.length > 0 && countSubtreeRows(leaving) > syncMax) return TOO_LARGE
  const extents = await extentsOf(tx, rows, target.id)
  const planner = new MovePlanner(tx, actor, target, conflict, rows.values())
  const results: ItemResult[] = []
  for (const id of ids) {
    results.push(
      await attemptItem(id, language, async () => {
        const item = located.get(id) ?? refuse('not_found')
        const row = rows.get(id) ?? refuse('not_found')
        refuseImpossible(actor, item, target, extents.get(id))
        return planner.plan(row, item.fullPath.length)
      }),
    )
  }
  if (massive.length > 0) {
    const moved = new Set(results.flatMap((line) => (hasMoved(line) ? [line.instanceId] : [])))
    const removed = leaving.filter(({ id }) => moved.has(id))
    await notifyOwners(
      await refuseUnconfirmed(ctx, tx, removalsBySharedRoot(actor, items, removed), Number.POSITIVE_INFINITY),
    )
  }
  await planner.finish()
  return results
}

type Removal = Awaited<ReturnType<typeof refuseUnconfirmed>>[number]
const NO_REMOVALS: readonly Removal[] = []

const hasMoved = ({ errcode, outcome }: ItemResult): boolean => errcode === 0 && outcome !== 'skipped'

function refuseImpossible(
  actor: Actor,
  item: ResolvedItem,
  target: ResolvedItem,
  extent: FolderExtent | undefined,
): void {
  requirePermissionWithReason(actor, item, 'move')
  if (item.id === item.rootId) refuse('root_is_fixed')
  if (target.fullPath.some((step) => step.id === item.id)) refuse('into_itself')
  if (item.spaceId !== target.spaceId) requireDetach(actor, item)
  if (extent) refuseTooDeep(target, extent)
}

/** Extent of each moved folder; files and items already in the target need no depth check. */
function extentsOf(
  tx: Tx,
  rows: ReadonlyMap<string, FileRow>,
  targetId: string,
): Promise<Map<string, FolderExtent>> {
  const folders = [...rows.values()].filter((row) => row.isFolder && row.parentId !== targetId)
  return folderExtents(
    tx,
    folders.map((row) => row.id),
  )
}

type RowToMove = FileRow & { readonly nameTaken: boolean }

interface PlannedMove extends AttachedRow {
  /** Depth of the item before the move. */
  readonly depth: number
}

/** Decides the new name of each item; names given in the same call count as taken. */
class MovePlanner {
  readonly #planned: PlannedMove[] = []
  /** Whether moves were applied, so that totals read earlier may be stale. */
  #hasApplied = false
  readonly #tx: Tx
  readonly #actor: Actor
  readonly #target: ResolvedItem
  readonly #policy: ConflictPolicy
  readonly #taken = new Set<string>()
  /** Rows moved from other spaces, as they were before. */
  readonly #crossSpaceRows: FileRow[] = []

  constructor(
    tx: Tx,
    actor: Actor,
    target: ResolvedItem,
    conflict: ConflictPolicy,
    rows: Iterable<RowToMove>,
  ) {
    this.#tx = tx
    this.#actor = actor
    this.#target = target
    this.#policy = conflict
    for (const { nameKey, nameTaken } of rows) if (nameTaken) this.#taken.add(nameKey)
  }

  async plan(row: FileRow, depth: number): Promise<ItemResult> {
    if (row.parentId === this.#target.id)
      return succeeded(row.id, { instanceName: row.name, outcome: 'moved' })
    if (!this.#taken.has(row.nameKey)) return this.#planMove(row, row, depth, 'moved')
    const resolution = await resolveConflict({
      policy: this.#policy,
      item: row,
      existing: () => this.#existing(row),
      mayReplace: (fileId) => mayReplaceContent(this.#tx, this.#actor, this.#target, fileId),
    })
    if (resolution.action === 'fail') throw resolution.refusal
    if (resolution.action === 'skip') return skipped(row.id, row)
    if (resolution.action === 'newVersion') return this.#addAsVersion(row, resolution.file)
    const free = await findFreeName(this.#tx, this.#target.id, row.name, row.isFolder, this.#taken)
    return this.#planMove(row, free, depth, 'renamed')
  }

  /** The item in the target that has this one's name; attached first if it was moved there by the same call. */
  async #existing({ id, nameKey }: FileRow): Promise<FileRow | undefined> {
    if (this.#planned.some(({ name }) => name.nameKey === nameKey)) await this.apply()
    const file = await childByKey(this.#tx, this.#target.id, nameKey)
    return file?.id === id ? undefined : file
  }

  #planMove(
    row: FileRow,
    { name, nameKey, ext, pinyin }: StoredName,
    depth: number,
    outcome: 'moved' | 'renamed',
  ): ItemResult {
    this.#taken.add(nameKey)
    this.#planned.push({ row, name: { name, nameKey, ext, pinyin }, depth })
    return succeeded(row.id, { instanceName: name, outcome })
  }

  /** Appends all versions of the moved file to the existing file, so that none is lost. */
  async #addAsVersion(row: FileRow, namesake: FileRow): Promise<ItemResult> {
    await mergeVersions(this.#tx, row, namesake)
    await subtractTotals(this.#tx, [row])
    const growth = { size: row.size - namesake.size, charge: row.totals.charge, files: 0, folders: 0 }
    await addTotals(this.#tx, this.#target.id, growth, { files: 0, folders: 0 })
    await recordChanges(this.#tx, this.#changes('file.versioned', namesake, row, { movedFrom: row.id }))
    if (this.#isCrossSpace(row)) this.#crossSpaceRows.push(row)
    this.#hasApplied = true
    return succeeded(row.id, { newId: namesake.id, instanceName: namesake.name, outcome: 'newVersion' })
  }

  async apply(): Promise<void> {
    for (const steps of this.#levels()) await this.#attach(await this.#withCurrentTotals(steps))
  }

  /** Applies the remaining moves as the last statements of the transaction. */
  async finish(): Promise<void> {
    const levels = this.#levels()
    const last = levels.pop()
    for (const steps of levels) await this.#attach(await this.#withCurrentTotals(steps))
    const steps = last ? await this.#withCurrentTotals(last) : []
    if (this.#crossSpaceRows.length > 0 || steps.some(({ row }) => this.#isCrossSpace(row))) {
      await this.#attach(steps)
      await settleCrossSpaceMove(this.#tx, this.#target, this.#crossSpaceRows, this.#actor.personId)
    } else if (steps.length > 0) sendBeforeCommit(this.#tx, () => this.#attach(steps))
  }

  #isCrossSpace(row: FileRow): boolean {
    return row.spaceId !== this.#target.spaceId
  }

  /** Deepest first: a folder moved in the same call then no longer contains them. */
  #levels(): PlannedMove[][] {
    const levels = Map.groupBy(this.#planned.splice(0), ({ depth }) => depth)
    return [...levels].sort(([a], [b]) => b - a).map(([, steps]) => steps)
  }

  #attach(steps: readonly AttachedRow[]): Promise<void> {
    this.#hasApplied = true
    this.#crossSpaceRows.push(...steps.map(({ row }) => row).filter((row) => this.#isCrossSpace(row)))
    const changes = steps.flatMap(({ row, name }) =>
      this.#changes('file.moved', row, row, { from: row.parentId, to: this.#target.id, name: name.name }),
    )
    return attach(this.#tx, this.#target, steps, changes)
  }

  /** Reads the rows again if earlier moves have changed their totals. */
  async #withCurrentTotals(steps: readonly AttachedRow[]): Promise<readonly AttachedRow[]> {
    if (!this.#hasApplied) return steps
    const rows = await filesById(
      this.#tx,
      steps.map(({ row }) => row.id),
    )
    return steps.map(({ row, name }) => ({ row: rows.get(row.id) ?? row, name }))
  }

  /** One change for a move inside a space; one per space for a move between spaces. */
  #changes(
    kind: NewChange['kind'],
    file: FileRow,
    from: FileRow,
    details: Record<string, unknown>,
  ): NewChange[] {
    const change = { kind, fileId: file.id, actorId: this.#actor.personId, details }
    const { spaceId, id } = this.#target
    if (!this.#isCrossSpace(from)) return [{ ...change, spaceId, parentIds: [from.parentId, id] }]
    return [
      {
        ...change,
        spaceId: from.spaceId,
        parentIds: [from.parentId],
        details: { ...details, leaving: true },
      },
      { ...change, spaceId, parentIds: [id] },
    ]
  }
}
