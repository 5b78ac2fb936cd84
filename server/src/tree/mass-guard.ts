import { LIMITS } from '@clouddisk/contract/limits'
import type { Located } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Reader } from '../db/database.ts'
import { refuse } from '../errors/refusal.ts'
import { countSubtreeRows } from './cross-space.ts'
import { type FileRow, filesById } from './files.ts'

/**
 * Taking away more than 50 items, and more than a fifth of all there are, of what is others' as well asks for the
 * number first: a client gone wild does not know it.
 */

interface MassRemoval {
  /** The group, or what was shared with the actor. */
  readonly sharedRootId: string
  /** What goes, with what has gone before. */
  readonly count: number
  /** What there was of it all. */
  readonly total: number
  /** Of the count, what had gone in other deletions a short while before; undefined where these do not matter. */
  readonly recent: number | undefined
}

/** What the actor has taken out of a place before. */
export interface PriorRemovals {
  /** In the same deletion. */
  readonly sameDeletion: number
  /** Within `MASS_DELETE_WITHIN_MS`, without having been asked. */
  readonly recent: number
}
const NO_PRIOR_REMOVALS: PriorRemovals = { sameDeletion: 0, recent: 0 }

/** The place whose people would miss it; nobody's but the actor's own where undefined. */
function sharedRootOf(actor: Actor, { kind, rootId, shown, entries }: Located): string | undefined {
  if (kind !== 'person') return rootId
  const own = entries.get(actor.personId)?.kept
  return own?.fileId === rootId ? undefined : shown[0]?.id
}

/** What goes of each place whose people would miss it; what lies below something else that goes is in that. */
export function removalsBySharedRoot(
  actor: Actor,
  located: readonly Located[],
  rows: readonly FileRow[],
): ReadonlyMap<string, readonly FileRow[]> {
  const byId = new Map(located.map((item) => [item.id, item]))
  const going = new Set(rows.map((row) => row.id))
  const tops = rows.filter((row) => {
    const trail = byId.get(row.id)?.trail ?? []
    return !trail.slice(0, -1).some((step) => going.has(step.id))
  })
  const placed = tops.flatMap((row) => {
    const item = byId.get(row.id)
    const sharedRootId = item && sharedRootOf(actor, item)
    return sharedRootId ? [{ sharedRootId, row }] : []
  })
  const groups = Map.groupBy(placed, ({ sharedRootId }) => sharedRootId)
  return new Map([...groups].map(([sharedRootId, group]) => [sharedRootId, group.map(({ row }) => row)]))
}

/**
 * What is taken away of what many have, place by place.
 * @param going what goes of each, with its sums as they are behind the space's lock.
 * @param before what has gone of each.
 * @param above places of which less than this goes in all are left out.
 */
export async function removalsFromShared(
  db: Reader,
  going: ReadonlyMap<string, readonly FileRow[]>,
  before: ReadonlyMap<string, PriorRemovals> = new Map(),
  above = 0,
): Promise<MassRemoval[]> {
  const large = [...going].flatMap(([sharedRootId, rows]) => {
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
    return !isMassive(loss) && recent > 0 && isMassive(summedUp) ? [summedUp] : [loss]
  })
}

/** Whether so much of so many is asked for, and told. */
const isMassive = ({ count, total }: Pick<MassRemoval, 'count' | 'total'>): boolean =>
  count > LIMITS.massDeleteItems && count > total * LIMITS.massDeleteShare

/**
 * Refuses what has not been confirmed by at least its number. Answers what is so large that owners are told of it.
 * @param going what goes of each place, with its sums as they are behind the space's lock.
 * @param before what has gone of each.
 */
export async function refuseUnconfirmed(
  db: Reader,
  going: ReadonlyMap<string, readonly FileRow[]>,
  confirmed: number | undefined,
  before?: ReadonlyMap<string, PriorRemovals>,
): Promise<MassRemoval[]> {
  const massive = (await removalsFromShared(db, going, before, LIMITS.massDeleteItems)).filter(isMassive)
  const sumOf = (one: (loss: MassRemoval) => number) => massive.reduce((sum, loss) => sum + one(loss), 0)
  const count = sumOf((loss) => loss.count)
  if (massive.length === 0 || (confirmed !== undefined && confirmed >= count)) return massive
  const recent = sumOf((loss) => loss.recent ?? 0)
  const total = sumOf((loss) => loss.total)
  return refuse('confirm_mass_delete', { count, total, ...(recent > 0 && { recent }) })
}
