import type { Limits } from '@clouddisk/contract/limits'
import type { Actor } from '../access/actor.ts'
import type { ResolvedItem } from '../access/resolve.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/database.ts'
import { refuse } from '../errors/refusal.ts'
import { countSubtreeRows } from './cross-space.ts'
import { type FileRow, filesById } from './files.ts'

/**
 * Removing more than `massDeleteItems` items and more than `massDeleteShare` of a shared root requires the caller to confirm the
 * number: a runaway client does not know it.
 */

interface MassRemoval {
  /** Root of the group, or of what was shared with the actor. */
  readonly sharedRootId: string
  /** Items removed now and before. */
  readonly count: number
  /** Items before any removal. */
  readonly total: number
  /** How many of `count` other recent deletions removed; undefined if they do not decide. */
  readonly recent: number | undefined
}

/** Items that the actor removed from a shared root before. */
export interface PriorRemovals {
  /** By the same deletion. */
  readonly sameDeletion: number
  /** Within `MASS_DELETE_WITHIN_MS`, without confirmation. */
  readonly recent: number
}
const NO_PRIOR_REMOVALS: PriorRemovals = { sameDeletion: 0, recent: 0 }

/** The shared root whose members lose the item; undefined for the actor's own files. */
function sharedRootOf(
  actor: Actor,
  { spaceKind, rootId, visiblePath, entries }: ResolvedItem,
): string | undefined {
  if (spaceKind !== 'person') return rootId
  const own = entries.get(actor.personId)?.inheritedOwnerRole
  return own?.fileId === rootId ? undefined : visiblePath[0]?.id
}

/** The rows removed from each shared root, without those below another removed row. */
export function removalsBySharedRoot(
  actor: Actor,
  located: readonly ResolvedItem[],
  rows: readonly FileRow[],
): ReadonlyMap<string, readonly FileRow[]> {
  const byId = new Map(located.map((item) => [item.id, item]))
  const deleting = new Set(rows.map((row) => row.id))
  const tops = rows.filter((row) => {
    const path = byId.get(row.id)?.fullPath ?? []
    return !path.slice(0, -1).some((step) => deleting.has(step.id))
  })
  const placed = tops.flatMap((row) => {
    const item = byId.get(row.id)
    const sharedRootId = item && sharedRootOf(actor, item)
    return sharedRootId ? [{ sharedRootId, row }] : []
  })
  const groups = Map.groupBy(placed, ({ sharedRootId }) => sharedRootId)
  return new Map([...groups].map(([sharedRootId, group]) => [sharedRootId, group.map(({ row }) => row)]))
}

type GuardContext = Pick<Context, 'config'>

/**
 * What is removed from each shared root.
 * @param deleting rows by shared root, with their totals read under the space lock.
 * @param before earlier removals by shared root.
 * @param above leaves out roots with no more than this many removed items.
 */
export async function removalsFromShared(
  { config: { limits } }: GuardContext,
  db: Reader,
  deleting: ReadonlyMap<string, readonly FileRow[]>,
  before: ReadonlyMap<string, PriorRemovals> = new Map(),
  above = 0,
): Promise<MassRemoval[]> {
  const large = [...deleting].flatMap(([sharedRootId, rows]) => {
    const gone = before.get(sharedRootId) ?? NO_PRIOR_REMOVALS
    const now = countSubtreeRows(rows)
    return now + Math.max(gone.sameDeletion, gone.recent) > above ? [{ sharedRootId, now, gone }] : []
  })
  if (large.length === 0) return []
  const places = await filesById(
    db,
    large.map(({ sharedRootId }) => sharedRootId),
  )
  return large.flatMap(({ sharedRootId, now, gone: { sameDeletion, recent } }): MassRemoval[] => {
    const place = places.get(sharedRootId)
    if (!place) return []
    const left = countSubtreeRows([place])
    const loss = { sharedRootId, count: now + sameDeletion, total: left + sameDeletion, recent: undefined }
    const summedUp = { sharedRootId, count: now + recent, total: left + recent, recent }
    return !isMassive(limits, loss) && recent > 0 && isMassive(limits, summedUp) ? [summedUp] : [loss]
  })
}

/** Whether a removal needs confirmation and is reported to owners. */
const isMassive = (
  { massDeleteItems, massDeleteShare }: Limits,
  { count, total }: Pick<MassRemoval, 'count' | 'total'>,
): boolean => count > massDeleteItems && count > total * massDeleteShare

/**
 * Refuses mass removals whose number is not confirmed. Returns the removals that owners must be notified of.
 * @param deleting rows by shared root, with their totals read under the space lock.
 * @param before earlier removals by shared root.
 */
export async function refuseUnconfirmed(
  ctx: GuardContext,
  db: Reader,
  deleting: ReadonlyMap<string, readonly FileRow[]>,
  confirmed: number | undefined,
  before?: ReadonlyMap<string, PriorRemovals>,
): Promise<MassRemoval[]> {
  const { limits } = ctx.config
  const removals = await removalsFromShared(ctx, db, deleting, before, limits.massDeleteItems)
  const massive = removals.filter((removal) => isMassive(limits, removal))
  const sumOf = (one: (loss: MassRemoval) => number) => massive.reduce((sum, loss) => sum + one(loss), 0)
  const count = sumOf((loss) => loss.count)
  if (massive.length === 0 || (confirmed !== undefined && confirmed >= count)) return massive
  const recent = sumOf((loss) => loss.recent ?? 0)
  const total = sumOf((loss) => loss.total)
  return refuse('confirm_mass_delete', { count, total, ...(recent > 0 && { recent }) })
}
