import { UNAUDITED } from '@clouddisk/contract/audit'
import { sql } from 'kysely'
import { MAX_LISTED_NAMES } from '../../audit/details.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { UNPREPARED } from '../../db/pool.ts'
import type { LogEntry } from './chain.ts'

/** The next entries: changes of the feed in commit-safe order, and recorded audit events. */

export type EntryDraft = Omit<LogEntry, 'seq'> & {
  /** Of the actor, for the sums of its department. */
  readonly departmentId: string | null
  /** The people it is about, besides the actor. */
  readonly subjectIds: readonly string[]
}

const ROWS_PER_BATCH = 5000

interface RecordedContext {
  readonly traceId?: string
  readonly ip?: string
  readonly device?: string
  readonly region?: string
  readonly call?: string
}

/** A person, department or group that a change grants something to or revokes it from. */
interface NamedPrincipal {
  readonly id: string
  /** The current name; null if it was deleted. */
  readonly name: string | null
}

/** Source or target of a move. */
interface FolderLocation {
  readonly id: string
  /** The folder's name, or its space's at the top level. */
  readonly name: string
  readonly spaceId: string
  /** The group's name, or the owner's. */
  readonly space: string
}

interface PendingChange {
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
  readonly principals: readonly NamedPrincipal[] | null
  readonly principalCount: number | null
  readonly subjectIds: readonly string[] | null
  /** For moves, with current names. */
  readonly places: { readonly from?: FolderLocation; readonly to?: FolderLocation } | null
  readonly requestContext: RecordedContext | null
}

/** Changes that `target` sees and `cursor` does not, after `afterId`. A snapshot can be divided by ids only. */
export async function pendingChanges(
  tx: Tx,
  cursor: string,
  target: string,
  afterId: number,
): Promise<{ drafts: EntryDraft[]; lastId: number; more: boolean }> {
  const since = sql`${sql.lit(cursor)}::pg_snapshot`
  const { rows } = await sql<PendingChange>`
    ${sql.raw(UNPREPARED)} with due as materialized (
      select *, (c.kind like 'share.%' or c.kind in ('privilege.changed', 'member.changed')
        or (c.kind = 'group.changed' and c.details->>'what' like 'handover.%')) as names
      from change c
      where c.xid >= pg_snapshot_xmin(${since})
        and not pg_visible_in_snapshot(c.xid, ${since})
        and pg_visible_in_snapshot(c.xid, ${sql.lit(target)}::pg_snapshot)
        and c.id > ${afterId}
      order by c.id + 0 limit ${ROWS_PER_BATCH}
    )
    select due.id, due.kind, named.principals, cardinality(due.principal_ids) as "principalCount",
      case when due.names then due.principal_ids end as "subjectIds", places.places,
      due.created_at as time, due.actor_id as "actorId", p.real_name as "actorName",
      p.account_name as "actorAccount", p.department_id as "departmentId", due.space_id as "spaceId",
      due.person_id as "personId", due.file_id as "fileId", coalesce(due.name, f.name, was.name) as name,
      coalesce(f.is_folder, was.is_folder) as "isFolder", g.name as "groupName", due.details, due.request_context as "requestContext"
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
      from unnest(due.principal_ids[1:${sql.lit(MAX_LISTED_NAMES)}]) with ordinality as t(id, place)
      where due.names
    ) named on true
    left join lateral (
      select jsonb_object_agg(side, jsonb_build_object('id', place.id, 'spaceId', s.id,
        'name', case when place.parent_id is null then coalesce(pg.name, pp.real_name) else place.name end,
        'space', coalesce(pg.name, pp.real_name))) as places
      from unnest(array['from', 'to']) side
      join file place on place.id = (case when due.kind = 'file.moved' then due.details->>side end)::uuid
      join space s on s.id = place.space_id
      left join "group" pg on pg.id = s.id
      left join person pp on pp.id = s.person_id
    ) places on true
    order by due.id`.execute(tx)
  return {
    drafts: rows.filter(isAudited).map(draftOfChange),
    lastId: rows.at(-1)?.id ?? afterId,
    more: rows.length === ROWS_PER_BATCH,
  }
}

/**
 * Hiding a group in one's own list is not audited. A move into another space is audited by the change of the target
 * space.
 */
const isAudited = ({ kind, details }: PendingChange): boolean =>
  !UNAUDITED.has(kind) &&
  !(kind === 'group.changed' && OWN_VIEW_ACTIONS.has(details?.what)) &&
  details?.leaving !== true
const OWN_VIEW_ACTIONS = new Set<unknown>(['hidden', 'unhidden'])

const contextColumns = (context: RecordedContext | null) => ({
  behaviour: context?.call ?? null,
  region: context?.region ?? null,
  device: context?.device ?? null,
  ip: context?.ip ?? null,
  traceId: context?.traceId ?? null,
})

function draftOfChange(row: PendingChange): EntryDraft {
  const { time, actorId, actorName, actorAccount, departmentId, spaceId } = row
  const detail = {
    ...row.details,
    ...(row.places && placesOf(row.places)),
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
    ...contextColumns(row.requestContext),
    result: 'ok',
    ...objectOf(row),
    subjectIds: [...(row.subjectIds ?? []), ...(row.personId === null ? [] : [row.personId])],
    spaceId,
    detail: Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
  }
}

/** Source and target by name, with their spaces if these differ. */
function placesOf({ from, to }: NonNullable<PendingChange['places']>) {
  if (!from || !to) return {}
  return {
    ...{ from: from.name, fromId: from.id, to: to.name, toId: to.id },
    ...(from.spaceId !== to.spaceId && { fromSpace: from.space, toSpace: to.space }),
  }
}

/** Names of the principals, with roles if they have several, and their number if not all are listed. */
function principalsOf({ details, principalCount }: PendingChange, named: readonly NamedPrincipal[]) {
  const roles = details?.roles as Record<string, string> | undefined
  const principals = named.map((one) => ({ ...one, role: roles?.[one.id] }))
  // What is undefined is left out of what is written down.
  return { roles: undefined, principals, ...(principalCount !== named.length && { principalCount }) }
}

/**
 * Copies, what was extracted, restored versions, new groups and lowered classifications are recorded as what they are to a list; the
 * details tell them apart.
 */
function actionOf({ kind, details }: PendingChange): string {
  if (details?.copyOf !== undefined) return 'file.copied'
  if (details?.extractedFrom !== undefined) return 'file.extracted'
  if (details?.importedFrom !== undefined) return 'file.imported'
  if (details?.restoredVersion !== undefined) return 'version.restored'
  if (kind === 'file.classified' && Number(details?.to) < Number(details?.from)) return 'file.declassified'
  return kind === 'group.changed' && details?.what === 'created' ? 'group.created' : kind
}

function objectOf({ kind, fileId, name, isFolder, spaceId, personId, groupName }: PendingChange) {
  const isOfGroup = kind.startsWith('group.') || kind.startsWith('member.')
  if (isOfGroup) return { objectType: 'group', objectId: spaceId, objectName: groupName ?? name }
  if (fileId !== null) {
    const isOne = isFolder ?? kind.startsWith('folder.')
    return { objectType: isOne ? 'folder' : 'file', objectId: fileId, objectName: name }
  }
  // If several were deleted together, the first is named and the others are in the details.
  if (kind === 'file.purged') return { objectType: 'file', objectId: null, objectName: name }
  return { objectType: personId === null ? null : 'person', objectId: personId, objectName: name }
}

interface PendingEvent {
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
  readonly request_context: RecordedContext | null
}

/** The person, and the recipient of its files. */
const subjectsOf = ({ object_type: type, object_id: id, detail }: PendingEvent): string[] => {
  if (type !== 'person') return []
  const to = detail?.to
  return [...(id === null ? [] : [id]), ...(typeof to === 'string' && isId(to) ? [to] : [])]
}

/** Takes recorded events; deletes them in this transaction. */
export async function pendingEvents(tx: Tx): Promise<{ drafts: EntryDraft[]; more: boolean }> {
  const { rows } = await sql<PendingEvent>`
    with taken as (
      delete from audit_event where id in (select id from audit_event order by id limit ${ROWS_PER_BATCH}) returning *
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
    ...contextColumns(row.request_context),
    result: row.result,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    spaceId: null,
    subjectIds: subjectsOf(row),
    detail: row.detail ? JSON.stringify(row.detail) : null,
  }))
  return { drafts, more: rows.length === ROWS_PER_BATCH }
}
