import { HOUR } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { wakeStreams } from './deliver.ts'

/** Changes what notifications say of a text that was changed, or is gone; mails that wait say the same. */

export interface NotifiedEvents {
  readonly eventIds: readonly string[]
  /** Their notifications were made between these; so that few rows are read. */
  readonly since: Date
  readonly until: Date
}

/** Clock skew to allow between servers, and waiting for locks. */
const MARGIN_MS = HOUR

const isOf = ({ eventIds, since, until }: NotifiedEvents) => sql`
  created_at between ${new Date(since.getTime() - MARGIN_MS)}::timestamptz and ${new Date(until.getTime() + MARGIN_MS)}::timestamptz
  and event_id = any(${eventIds}::uuid[])`

export async function peopleNotified(tx: Tx, events: NotifiedEvents): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id from notification where ${isOf(events)}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function setMessage(
  tx: Tx,
  events: NotifiedEvents,
  personIds: readonly string[],
  message: string,
): Promise<void> {
  await change(tx, events, personIds, sql`data || jsonb_build_object('message', ${message}::text)`)
}

export const removeMessage = (tx: Tx, events: NotifiedEvents, personIds: readonly string[]): Promise<void> =>
  change(tx, events, personIds, sql`data - 'message'`)

async function change(
  tx: Tx,
  events: NotifiedEvents,
  personIds: readonly string[],
  data: ReturnType<typeof sql>,
): Promise<void> {
  if (personIds.length === 0) return
  await sql`
    update notification set data = ${data} where ${isOf(events)} and person_id = any(${personIds}::uuid[])`.execute(
    tx,
  )
  await wakeStreams(tx, personIds)
}
