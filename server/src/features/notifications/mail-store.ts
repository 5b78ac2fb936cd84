import type { Language } from '@clouddisk/contract/errors'
import type { NoticeData, NoticeKind } from '@clouddisk/contract/notifications'
import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** SQL of the mail queue. */

/** A notification claimed for mailing, with its recipient. */
export interface QueuedNotification {
  readonly personId: string
  readonly eventId: string
  readonly kind: NoticeKind
  readonly data: NoticeData
  readonly createdAt: Date
  readonly readAt: Date | null
  /** Including this one. */
  readonly attempts: number
  readonly email: string
  readonly name: string
  readonly language: Language | null
  readonly isActive: boolean
}

const claimed = (now: Date) => sql`
  n.person_id as "personId", n.event_id as "eventId", n.kind, n.data, n.created_at as "createdAt",
  n.read_at as "readAt", n.mail_attempts as attempts, p.email, p.real_name as name, p.settings->>'language' as language,
  p.status = 'active' and (p.valid_until is null or p.valid_until > ${now}::timestamptz) as "isActive"`

export async function claimImmediate(db: Reader, now: Date, limit: number): Promise<QueuedNotification[]> {
  const { rows } = await sql<QueuedNotification>`
    with due as (
      select person_id, event_id from notification
      where mail = 'now' and (mail_after is null or mail_after <= ${now})
      order by person_id, event_id limit ${limit} for update skip locked
    )
    update notification n set mail = 'sending', mail_attempts = n.mail_attempts + 1
    from due, person p
    where n.person_id = due.person_id and n.event_id = due.event_id and p.id = n.person_id
    returning ${claimed(now)}`.execute(db)
  return rows
}

/** People with notifications from before `until` that wait for a digest. */
export async function peopleWithDigests(db: Reader, until: Date, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id from notification
    where mail = 'daily' and created_at < ${until} and (mail_after is null or mail_after <= ${now})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Claims all of one person's, oldest first. A concurrent claim waits and gets none, so a day is never split into two mails. */
export async function claimDigest(
  db: Reader,
  personId: string,
  until: Date,
  now: Date,
): Promise<QueuedNotification[]> {
  const { rows } = await sql<QueuedNotification>`
    with due as (
      select event_id from notification
      where mail = 'daily' and person_id = ${personId} and created_at < ${until}
        and (mail_after is null or mail_after <= ${now})
      order by event_id for update
    )
    update notification n set mail = 'sending', mail_attempts = n.mail_attempts + 1
    from due, person p where n.person_id = ${personId} and n.event_id = due.event_id and p.id = n.person_id
    returning ${claimed(now)}`.execute(db)
  return rows.sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
}

/** Sent, or given up. */
export const markMailed = (db: Reader, personId: string, eventIds: readonly string[]): Promise<void> =>
  setMailState(db, personId, eventIds, null, null)

/** Returns them to the queue. */
export const requeue = (
  db: Reader,
  personId: string,
  eventIds: readonly string[],
  mail: 'now' | 'daily',
  after: Date,
): Promise<void> => setMailState(db, personId, eventIds, mail, after)

async function setMailState(
  db: Reader,
  personId: string,
  eventIds: readonly string[],
  mail: 'now' | 'daily' | null,
  after: Date | null,
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ mail, mail_after: after })
    .where('person_id', '=', personId)
    .where('event_id', '=', sql<string>`any(${eventIds}::uuid[])`)
    .execute()
}
