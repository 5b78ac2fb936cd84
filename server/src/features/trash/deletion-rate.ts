import { MASS_DELETE_WITHIN_MS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/**
 * What somebody took little by little of what others have, without having been asked: counted minute by minute, so that
 * summing it up costs the same however many calls there were. A place is written to behind its space's lock.
 */

export interface RateWindow {
  /** The one it is now; what is older than `since` is over. */
  readonly minute: Date
  readonly since: Date
}

/** The window reaches back to the whole minute that its beginning lies in. */
export function rateWindow(now: Date): RateWindow {
  const minute = Math.floor(now.getTime() / MINUTE) * MINUTE
  return { minute: new Date(minute), since: new Date(now.getTime() - MASS_DELETE_WITHIN_MS - MINUTE) }
}

/** Items that a person took out of each of these places, and the count of this minute. */
export async function recentDeletions(
  db: Reader,
  personId: string,
  sharedRootIds: readonly string[],
  { minute, since }: RateWindow,
): Promise<Map<string, { items: number; countId: string | undefined }>> {
  const { rows } = await sql<{ sharedRootId: string; items: number; countId: string | null }>`
    select place_id as "sharedRootId", sum(items) as items,
      (array_agg(id) filter (where minute = ${minute}::timestamptz))[1] as "countId"
    from removed_lately
    where person_id = ${personId} and place_id = any(${sharedRootIds}::uuid[]) and minute > ${since}::timestamptz
    group by place_id`.execute(db)
  return new Map(
    rows.map(({ sharedRootId, items, countId }) => [sharedRootId, { items, countId: countId ?? undefined }]),
  )
}

export interface DeletionCount {
  readonly id: string
  readonly sharedRootId: string
  readonly items: number
}

/** Counts what goes now, for a statement that goes out anyway. */
export const addCountsSql = (
  personId: string,
  counts: readonly DeletionCount[],
  { minute }: RateWindow,
): RawBuilder<unknown> => sql`
  insert into removed_lately as known (id, person_id, place_id, minute, items)
  select id, ${personId}::uuid, place_id, ${minute}::timestamptz, items
  from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ sharedRootId }) => sharedRootId)}::uuid[],
    ${counts.map(({ items }) => items)}::int[]) as now (id, place_id, items)
  on conflict (person_id, place_id, minute) do update set items = known.items + excluded.items`

/** Forgets what is over, and of these places what has been asked for; for a statement that goes out anyway. */
export const forgetCountsSql = (
  personId: string,
  askedIds: readonly string[],
  { since }: RateWindow,
): RawBuilder<unknown> => sql`
  delete from removed_lately where id = any(array(
    select id from removed_lately
    where person_id = ${personId} and (minute <= ${since}::timestamptz or place_id = any(${askedIds}::uuid[]))
    for update skip locked))`

/** Takes off what is back. */
export async function subtractRestored(
  tx: Tx,
  counts: readonly { id: string; items: number }[],
): Promise<void> {
  if (counts.length === 0) return
  await sql`
    update removed_lately r set items = greatest(r.items - back.items, 0)
    from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ items }) => items)}::int[]) as back (id, items)
    where r.id = back.id`.execute(tx)
}
