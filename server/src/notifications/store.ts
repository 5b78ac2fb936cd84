import { type NoticeData, type NoticeKind, usualSetting } from '@clouddisk/contract/notifications'
import { sql } from 'kysely'
import type { RolesByPrincipal } from '../access/visibility.ts'
import type { Tx } from '../db/database.ts'

/** SQL of notifications. */

export interface NotificationEvent {
  readonly eventId: string
  readonly kind: NoticeKind
  readonly data: NoticeData
  /** The previous permissions, for events about permissions. */
  readonly before: RolesByPrincipal | null
  /** The actor, who is not notified. */
  readonly withoutId: string | null
  readonly at: Date
}

/** Returns who gets it on the page; skips people who have it already, want neither page nor mail, or have left. */
export async function insertNotifications(
  tx: Tx,
  { eventId, kind, data, withoutId, at }: NotificationEvent,
  personIds: readonly string[],
  { mails, now }: { mails: boolean; now: Date },
): Promise<string[]> {
  const usual = usualSetting(kind)
  const { rows } = await sql<{ id: string; shown: boolean }>`
    insert into notification (person_id, event_id, kind, data, created_at, shown, mail)
    select id, ${eventId}::uuid, ${kind}, ${JSON.stringify(data)}::jsonb, ${at}::timestamptz, app, mail from (
      select p.id, coalesce(s.app, ${usual.app}::boolean) as app,
        case when ${mails}::boolean and p.email <> '' then nullif(coalesce(s.mail, ${usual.mail}), 'off') end as mail
      from person p left join notification_setting s on s.person_id = p.id and s.kind = ${kind}
      where p.id = any(${personIds}::uuid[]) and p.status = 'active'
        and (p.valid_until is null or p.valid_until > ${now}::timestamptz) and p.id is distinct from ${withoutId}::uuid
    ) reached where app or mail is not null
    on conflict do nothing
    returning person_id as id, shown`.execute(tx)
  return rows.filter(({ shown }) => shown).map(({ id }) => id)
}

export async function insertFanOut(
  tx: Tx,
  { eventId, kind, data, before, withoutId, at }: NotificationEvent,
  departmentIds: readonly string[],
  groupIds: readonly string[],
): Promise<void> {
  await tx
    .insertInto('notification_fan_out')
    .values({
      event_id: eventId,
      kind,
      data: JSON.stringify(data),
      grants_before: before && JSON.stringify(before),
      department_ids: [...departmentIds],
      group_ids: [...groupIds],
      excluded_person_id: withoutId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface FanOut extends NotificationEvent {
  readonly departmentIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly afterId: string | null
}

/** The oldest event that no other process works on, locked until the transaction ends. */
export async function nextFanOut(tx: Tx): Promise<FanOut | undefined> {
  const { rows } = await sql<FanOut>`
    select event_id as "eventId", kind, data, grants_before as before, excluded_person_id as "withoutId", created_at as at,
      department_ids as "departmentIds", group_ids as "groupIds", last_person_id as "afterId"
    from notification_fan_out order by created_at, event_id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/**
 * The next people of the departments and groups, by id. People removed from a group are included, unless they are in it
 * in another way.
 */
export async function nextRecipients(tx: Tx, event: FanOut, limit: number): Promise<string[]> {
  const stillIn = event.kind === 'group.removed' ? (event.data.groupId ?? null) : null
  const { rows } = await sql<{ id: string }>`
    with recursive named as (
      select unnest(${event.departmentIds}::uuid[] || ${event.groupIds}::uuid[]) as id
      union
      select g.principal_id from space s join file_grant g on g.file_id = s.root_id and g.source = 'member'
      where s.id = any(${event.groupIds}::uuid[])
    ), below as (
      select d.id from department d join named on named.id = d.id
      union
      select d.id from below join department d on d.parent_id = below.id
    )
    select id from (
      select p.id from person p join below on below.id = p.department_id
      union
      select p.id from person p join named on named.id = p.id
    ) reached where (${event.afterId}::uuid is null or id > ${event.afterId}::uuid)
      and (${stillIn}::uuid is null or id not in (select people_of(array[${stillIn}::uuid])))
    order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Stores the position `last`; deletes the event if undefined. */
export async function advanceFanOut(tx: Tx, eventId: string, last: string | undefined): Promise<void> {
  if (last === undefined)
    await tx.deleteFrom('notification_fan_out').where('event_id', '=', eventId).execute()
  else
    await tx
      .updateTable('notification_fan_out')
      .set({ last_person_id: last })
      .where('event_id', '=', eventId)
      .execute()
}
