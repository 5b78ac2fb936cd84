import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { wakeStreams } from './deliver.ts'

/** Adds to the count of a notification, which becomes unread again. False if nobody has it. `since` is not after its time. */
export async function increaseCount(
  tx: Tx,
  { eventId, since, by }: { readonly eventId: string; readonly since: Date; readonly by: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update notification set read_at = null,
      data = data || jsonb_build_object('count', coalesce((data ->> 'count')::bigint, 0) + ${by}::bigint)
    where created_at >= ${since}::timestamptz and event_id = ${eventId}::uuid
    returning person_id as id`.execute(tx)
  await wakeStreams(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length > 0
}
