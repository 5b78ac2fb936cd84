import { UNAUDITED } from '@clouddisk/contract/audit'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { NAMED_MAX } from '../../db/given.ts'
import { ONCE } from '../../db/pool.ts'
import type { Entry } from './chain.ts'

/** What is to be entered next: changes of the feed in commit-safe order, and what was put down beside them. */

export type Draft = Omit<Entry, 'seq'> & {
  /** Of the person, for the sums of its department. */
  readonly departmentId: string | null
}

const ROWS_A_BATCH = 5000

interface Told {
  readonly traceId?: string
  readonly ip?: string
  readonly device?: string
  readonly region?: string
  readonly call?: string
}

/** Somebody, a department or a group that a change gives something, or takes it from. */
interface Named {
  readonly id: string
  /** As it is now; null where it is gone. */
  readonly name: string | null
}

interface ChangeDue {
  readonly id: number
  readonly kind: string
  readonly time: Date
  readonly actorId: string | null
  readonly actorName: string | null
  readonly actorAccount: string | null
  readonly departmentId: string | null
  readonly spaceId: string | null
  readonly personId: string | null
  readonly fileId: string | null
  readonly name: string | null
  readonly isFolder: boolean | null
  readonly groupName: string | null
  readonly details: Record<string, unknown> | null
  readonly principals: readonly Named[] | null
  readonly principalCount: number | null
  readonly circumstances: Told | null
}

/** Changes that `target` sees and `cursor` does not, behind one of them; a snapshot cannot be cut but by their ids. */
export async function changesDue(
  tx: Tx,
  cursor: string,
  target: string,
  afterId: number,
): Promise<{ drafts: Draft[]; lastId: number; more: boolean }> {
  const since = sql`${sql.lit(cursor)}::pg_snapshot`
  const { rows } = await sql<ChangeDue>`
    ${sql.raw(ONCE)} with due as materialized (
      select * from change c
      where c.xid >= pg_snapshot_xmin(${since})
        and not pg_visible_in_snapshot(c.xid, ${since})
        and pg_visible_in_snapshot(c.xid, ${sql.lit(target)}::pg_snapshot)
        and c.id > ${afterId}
      order by c.id + 0 limit ${ROWS_A_BATCH}
    )
    select due.id, due.kind, named.principals, cardinality(due.principal_ids) as "principalCount",
      due.created_at as time, due.actor_id as "actorId", p.real_name as "actorName",
      p.account_name as "actorAccount", p.department_id as "departmentId", due.space_id as "spaceId",
      due.person_id as "personId", due.file_id as "fileId", coalesce(due.name, f.name, was.name) as name,
      coalesce(f.is_folder, was.is_folder) as "isFolder", g.name as "groupName", due.details, due.circumstances
    from due
    left join person p on p.id = due.actor_id
    left join file f on f.id = due.file_id
    left join "group" g on g.id = due.space_id
    left join lateral (
      select l.object_name as name, l.object_type = 'folder' as is_folder from audit_log l
      where f.id is null and l.object_id = due.file_id order by l.seq desc limit 1
    ) was on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', t.id, 'name', coalesce(
        (select real_name from person where id = t.id), (select name from department where id = t.id),
        (select name from "group" where id = t.id)
      )) order by t.place) as principals
      from unnest(due.principal_ids[1:${sql.lit(NAMED_MAX)}]) with ordinality as t(id, place)
      where due.kind like 'share.%' or due.kind in ('privilege.changed', 'member.changed')
        or (due.kind = 'group.changed' and due.details->>'what' like 'handover.%')
    ) named on true
    order by due.id`.execute(tx)
  return {
    drafts: rows.filter(isAudited).map(draftOfChange),
    lastId: rows.at(-1)?.id ?? afterId,
    more: rows.length === ROWS_A_BATCH,
  }
}

/** How somebody keeps its own list of groups is no change of a group. */
const isAudited = ({ kind, details }: ChangeDue): boolean =>
  !UNAUDITED.has(kind) && !(kind === 'group.changed' && OWN_LIST.has(details?.what))
const OWN_LIST = new Set<unknown>(['hidden', 'unhidden'])

const surroundings = (told: Told | null) => ({
  behaviour: told?.call ?? null,
  region: told?.region ?? null,
  device: told?.device ?? null,
  ip: told?.ip ?? null,
  traceId: told?.traceId ?? null,
})

function draftOfChange(row: ChangeDue): Draft {
  const { time, actorId, actorName, actorAccount, departmentId, spaceId } = row
  const detail = {
    ...row.details,
    ...(row.groupName !== null && { group: row.groupName }),
    ...(row.principals && principalsOf(row, row.principals)),
  }
  return {
    time,
    actorId,
    actorName,
    actorAccount,
    departmentId,
    action: actionOf(row),
    ...surroundings(row.circumstances),
    result: 'ok',
    ...objectOf(row),
    spaceId,
    detail: Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
  }
}

/** Who was given it, or loses it, by name, each with its role where they have several; their number where more are meant. */
function principalsOf({ details, principalCount }: ChangeDue, named: readonly Named[]) {
  const roles = details?.roles as Record<string, string> | undefined
  const principals = named.map((one) => ({ ...one, role: roles?.[one.id] }))
  // What is undefined is left out of what is written down.
  return { roles: undefined, principals, ...(principalCount !== named.length && { principalCount }) }
}

/** Copies come about as new files and folders do, and say what they are of; new groups say that they are. */
function actionOf({ kind, details }: ChangeDue): string {
  if (details?.copyOf !== undefined) return 'file.copied'
  return kind === 'group.changed' && details?.what === 'created' ? 'group.created' : kind
}

function objectOf({ kind, fileId, name, isFolder, spaceId, personId, groupName }: ChangeDue) {
  const isOfGroup = kind.startsWith('group.') || kind.startsWith('member.')
  if (isOfGroup) return { objectType: 'group', objectId: spaceId, objectName: groupName ?? name }
  if (fileId !== null) {
    const isOne = isFolder ?? kind.startsWith('folder.')
    return { objectType: isOne ? 'folder' : 'file', objectId: fileId, objectName: name }
  }
  // Of several that are gone together the first is named, the others are in the detail.
  if (kind === 'file.purged') return { objectType: 'file', objectId: null, objectName: name }
  return { objectType: personId === null ? null : 'person', objectId: personId, objectName: name }
}

interface EventDue {
  readonly time: Date
  readonly action: string
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly actor_account: string | null
  readonly department_id: string | null
  readonly result: string
  readonly object_type: string | null
  readonly object_id: string | null
  readonly object_name: string | null
  readonly detail: Record<string, unknown> | null
  readonly circumstances: Told | null
}

/** Takes what was put down; it is gone from there with this transaction. */
export async function eventsDue(tx: Tx): Promise<{ drafts: Draft[]; more: boolean }> {
  const { rows } = await sql<EventDue>`
    with taken as (
      delete from audit_event where id in (select id from audit_event order by id limit ${ROWS_A_BATCH}) returning *
    )
    select taken.*, taken.created_at as time, p.department_id
    from taken left join person p on p.id = taken.actor_id order by taken.id`.execute(tx)
  const drafts = rows.map((row) => ({
    time: row.time,
    actorId: row.actor_id,
    actorName: row.actor_name,
    actorAccount: row.actor_account,
    departmentId: row.department_id,
    action: row.action,
    ...surroundings(row.circumstances),
    result: row.result,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    spaceId: null,
    detail: row.detail ? JSON.stringify(row.detail) : null,
  }))
  return { drafts, more: rows.length === ROWS_A_BATCH }
}
