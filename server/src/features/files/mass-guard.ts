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

/** What is taken away of what many have: the group, or what was shared with the actor. */
interface Loss {
  readonly placeId: string
  readonly count: number
}

/** The place whose people would miss it; nobody's but the actor's own where undefined. */
function placeOf(actor: Actor, { kind, rootId, shown, entries }: Located): string | undefined {
  if (kind !== 'person') return rootId
  const own = entries.get(actor.personId)?.kept
  return own?.fileId === rootId ? undefined : shown[0]?.id
}

function lossesOf(actor: Actor, located: readonly Located[], rows: readonly FileRow[]): Loss[] {
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
  return [...Map.groupBy(placed, ({ placeId }) => placeId)].map(([placeId, group]) => ({
    placeId,
    count: rowsOf(group.map(({ row }) => row)),
  }))
}

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
): Promise<Loss[]> {
  const large = lossesOf(actor, located, rows).filter(({ count }) => count > LIMITS.massDeleteItems)
  if (large.length === 0) return []
  const places = await filesById(
    db,
    large.map(({ placeId }) => placeId),
  )
  const massive = large.filter(({ placeId, count }) => {
    const place = places.get(placeId)
    return place && count > rowsOf([place]) * LIMITS.massDeleteShare
  })
  const count = massive.reduce((sum, loss) => sum + loss.count, 0)
  if (massive.length === 0 || (confirmed !== undefined && confirmed >= count)) return massive
  const total = massive.reduce((sum, { placeId }) => {
    const place = places.get(placeId)
    return sum + (place ? rowsOf([place]) : 0)
  }, 0)
  return refuse('confirm_mass_delete', { count, total })
}
