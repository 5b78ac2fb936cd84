import { MASS_DELETE_WITHIN_MS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/**
 * Counts by the minute what a person removes from shared roots without confirmation, so that the sum costs
 * the same for any number of calls. Written under the space lock.
 */

export interface RateWindow {
  /** The current minute; counts before `since` are over. */
  readonly minute: Date
  readonly since: Date
}

/** The window starts at a whole minute. */
export function rateWindow(now: Date): RateWindow {
  const minute = Math.floor(now.getTime() / MINUTE) * MINUTE
  return { minute: new Date(minute), since: new Date(now.getTime() - MASS_DELETE_WITHIN_MS - MINUTE) }
}

/** Items that a person removed from each shared root, and the id of the current minute's count. */
export async function recentDeletions(
  db: Reader,
  personId: string,
  sharedRootIds: readonly string[],
  { minute, since }: RateWindow,
): Promise<Map<string, { items: number; countId: string | undefined }>> {
  const { rows } = await sql<{ sharedRootId: string; items: number; countId: string | null }>`
    select shared_root_id as "sharedRootId", sum(items) as items,
      (array_agg(id) filter (where minute = ${minute}::timestamptz))[1] as "countId"
    from deletion_rate
    where person_id = ${personId} and shared_root_id = any(${sharedRootIds}::uuid[]) and minute > ${since}::timestamptz
    group by shared_root_id`.execute(db)
  return new Map(
    rows.map(({ sharedRootId, items, countId }) => [sharedRootId, { items, countId: countId ?? undefined }]),
  )
}

export interface DeletionCount {
  readonly id: string
  readonly sharedRootId: string
  readonly items: number
}

/** Adds to the counts, as part of another statement. */
export const addCountsSql = (
  personId: string,
  counts: readonly DeletionCount[],
  { minute }: RateWindow,
): RawBuilder<unknown> => sql`
  insert into deletion_rate as known (id, person_id, shared_root_id, minute, items)
  select id, ${personId}::uuid, shared_root_id, ${minute}::timestamptz, items
  from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ sharedRootId }) => sharedRootId)}::uuid[],
    ${counts.map(({ items }) => items)}::int[]) as now (id, shared_root_id, items)
  on conflict (person_id, shared_root_id, minute) do update set items = known.items + excluded.items`

/** Deletes expired counts and those of confirmed removals, as part of another statement. */
export const forgetCountsSql = (
  personId: string,
  askedIds: readonly string[],
  { since }: RateWindow,
): RawBuilder<unknown> => sql`
  delete from deletion_rate where id = any(array(
    select id from deletion_rate
    where person_id = ${personId} and (minute <= ${since}::timestamptz or shared_root_id = any(${askedIds}::uuid[]))
    for update skip locked))`

/** Subtracts restored items. */
export async function subtractRestored(
  tx: Tx,
  counts: readonly { id: string; items: number }[],
): Promise<void> {
  if (counts.length === 0) return
  await sql`
    update deletion_rate r set items = greatest(r.items - back.items, 0)
    from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ items }) => items)}::int[]) as back (id, items)
    where r.id = back.id`.execute(tx)
}
