import { LIMITS } from '@clouddisk/contract/limits'
import type { Located } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'
import { rowsOf } from './crossing.ts'
import { type FileRow, filesById } from './store.ts'

/**
 * Taking away more than 50 items, and more than a fifth of all there are, of what is others' as well asks for the
 * number first: a client gone wild does not know it.
 */

interface Loss {
  /** The group, or what was shared with the actor. */
  readonly placeId: string
  /** What goes, with what has gone before in the same deletion. */
  readonly count: number
  /** Of that, what had gone before. */
  readonly gone: number
  /** What there was of it all. */
  readonly total: number
}

/** How much has gone of each of these places in the same deletion before. */
type Gone = (placeIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
const NOTHING_GONE: Gone = async () => new Map()

/** The place whose people would miss it; nobody's but the actor's own where undefined. */
function placeOf(actor: Actor, { kind, rootId, shown, entries }: Located): string | undefined {
  if (kind !== 'person') return rootId
  const own = entries.get(actor.personId)?.kept
  return own?.fileId === rootId ? undefined : shown[0]?.id
}

function countsOf(
  actor: Actor,
  located: readonly Located[],
  rows: readonly FileRow[],
): ReadonlyMap<string, number> {
  const byId = new Map(located.map((item) => [item.id, item]))
  const going = new Set(rows.map((row) => row.id))
  const tops = rows.filter((row) => {
    const trail = byId.get(row.id)?.trail ?? []
    return !trail.slice(0, -1).some((step) => going.has(step.id))
  })
  const placed = tops.flatMap((row) => {
    const item = byId.get(row.id)
    const placeId = item && placeOf(actor, item)
    return placeId ? [{ placeId, row }] : []
  })
  const groups = Map.groupBy(placed, ({ placeId }) => placeId)
  return new Map([...groups].map(([placeId, group]) => [placeId, rowsOf(group.map(({ row }) => row))]))
}

/**
 * What is taken away of what many have, place by place.
 * @param rows what goes, with its sums as they are behind the space's lock.
 * @param above places of which less than this goes in all are left out.
 */
export async function lossesOf(
  db: Reader,
  actor: Actor,
  located: readonly Located[],
  rows: readonly FileRow[],
  { goneBefore = NOTHING_GONE, above = 0 }: { goneBefore?: Gone | undefined; above?: number } = {},
): Promise<Loss[]> {
  const counts = countsOf(actor, located, rows)
  const gone = await goneBefore([...counts.keys()])
  const large = [...counts].flatMap(([placeId, now]) => {
    const before = gone.get(placeId) ?? 0
    return now + before > above ? [{ placeId, count: now + before, gone: before }] : []
  })
  if (large.length === 0) return []
  const places = await filesById(
    db,
    large.map(({ placeId }) => placeId),
  )
  return large.flatMap((loss) => {
    const place = places.get(loss.placeId)
    return place ? [{ ...loss, total: rowsOf([place]) + loss.gone }] : []
  })
}

/** Whether so much of so many is asked for, and told. */
const isMassive = (count: number, total: number): boolean =>
  count > LIMITS.massDeleteItems && count > total * LIMITS.massDeleteShare

/**
 * Refuses what has not been confirmed by at least its number. Answers what is so large that owners are told of it.
 * @param rows what goes, with its sums as they are behind the space's lock.
 */
export async function refuseUnconfirmed(
  db: Reader,
  actor: Actor,
  located: readonly Located[],
  rows: readonly FileRow[],
  confirmed: number | undefined,
  goneBefore?: Gone,
): Promise<Loss[]> {
  const losses = await lossesOf(db, actor, located, rows, { goneBefore, above: LIMITS.massDeleteItems })
  const massive = losses.filter(({ count, total }) => isMassive(count, total))
  const count = massive.reduce((sum, loss) => sum + loss.count, 0)
  if (massive.length === 0 || (confirmed !== undefined && confirmed >= count)) return massive
  return refuse('confirm_mass_delete', { count, total: massive.reduce((sum, { total }) => sum + total, 0) })
}
