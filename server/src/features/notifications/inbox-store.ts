import type { MailTime, NoticeData, NoticeKind, NoticeSetting } from '@clouddisk/contract/notifications'
import { UNREAD_COUNTED } from '@clouddisk/contract/notifications'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of a person's notifications and notification settings. */

export interface NotificationRow {
  readonly eventId: string
  readonly kind: NoticeKind
  readonly data: NoticeData
  readonly createdAt: Date
  readonly readAt: Date | null
}

/** Newest first, after `after` if given. */
export async function page(
  db: Reader,
  personId: string,
  { unread, after, limit }: { unread: boolean; after: string | undefined; limit: number },
): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notification')
    .select(['event_id as eventId', 'kind', 'data', 'created_at as createdAt', 'read_at as readAt'])
    .where('person_id', '=', personId)
    .where('shown', '=', true)
    .orderBy('event_id', 'desc')
    .limit(limit)
  if (unread) query = query.where('read_at', 'is', null)
  if (after !== undefined) query = query.where('event_id', '<', after)
  return (await query.execute()) as NotificationRow[]
}

/** Counts no further than the page shows. */
export async function countUnread(db: Reader, personId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from notification where person_id = ${personId} and read_at is null and shown
      limit ${UNREAD_COUNTED}
    ) unread`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns how many changed. */
export async function markRead(
  tx: Tx,
  personId: string,
  eventIds: readonly string[] | undefined,
  readAt: Date | null,
): Promise<number> {
  let query = tx
    .updateTable('notification')
    .set({ read_at: readAt })
    .where('person_id', '=', personId)
    .where('shown', '=', true)
    .where('read_at', readAt ? 'is' : 'is not', null)
  if (eventIds) query = query.where('event_id', '=', sql<string>`any(${eventIds}::uuid[])`)
  return Number((await query.executeTakeFirstOrThrow()).numUpdatedRows)
}

export const settingsOf = (db: Reader, personId: string): Promise<NoticeSetting[]> =>
  db
    .selectFrom('notification_setting')
    .select(['kind', 'app', 'mail'])
    .where('person_id', '=', personId)
    .execute() as Promise<NoticeSetting[]>

export async function saveSettings(tx: Tx, personId: string, list: readonly NoticeSetting[]): Promise<void> {
  await tx
    .insertInto('notification_setting')
    .values(list.map((setting) => ({ person_id: personId, ...setting })))
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'kind']).doUpdateSet((eb) => ({
        app: eb.ref('excluded.app'),
        mail: eb.ref('excluded.mail') as never as MailTime,
      })),
    )
    .execute()
}

export async function emailOf(db: Reader, personId: string): Promise<string> {
  const row = await db.selectFrom('person').select('email').where('id', '=', personId).executeTakeFirst()
  return row?.email ?? ''
}

const DELETE_BATCH = 5000

/** Deletes old notifications in batches. */
export async function deleteBefore(db: Reader, before: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notification where ctid = any(array(
        select ctid from notification where created_at < ${before} limit ${sql.lit(DELETE_BATCH)}))`.execute(
      db,
    )
    if (Number(numAffectedRows ?? 0) < DELETE_BATCH) return
  }
}
