import type { NoticeKind } from '@clouddisk/contract/notifications'
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

/** Deletes notifications that have not been read, and mails that wait; the others lose the text. */
export async function withdraw(tx: Tx, events: NotifiedEvents): Promise<void> {
  const people = await peopleNotified(tx, events)
  await sql`
    delete from notification where ${isOf(events)} and read_at is null and mail is distinct from 'sending'`.execute(
    tx,
  )
  await removeMessage(tx, events, people)
}

/** A person's mails about the same are at least this far apart. */
const REPEATED_MAIL_MS = HOUR

/** Unread notifications of this kind from one person about one item, which a later one takes the place of. */
export interface RepeatedNotice {
  readonly kind: NoticeKind
  readonly actorId: string
  readonly instanceId: string
}

/** Deletes earlier ones. Returns who has got a mail about them just now. */
export async function removeEarlier(
  tx: Tx,
  { kind, actorId, instanceId }: RepeatedNotice,
  personIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from notification
      where person_id = any(${personIds}::uuid[]) and read_at is null and shown and kind = ${kind}
        and data->>'actorId' = ${actorId} and data->>'instanceId' = ${instanceId} and mail is distinct from 'sending'
      returning person_id, mail, created_at)
    select distinct person_id as id from gone
    where mail is null and created_at > ${new Date(now.getTime() - REPEATED_MAIL_MS)}::timestamptz`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function withoutMail(tx: Tx, eventId: string, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  await sql`
    update notification set mail = null
    where event_id = ${eventId}::uuid and person_id = any(${personIds}::uuid[]) and mail = 'now'`.execute(tx)
}

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
