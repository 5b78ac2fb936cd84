import { type RawBuilder, sql } from 'kysely'
import { prepareChange } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'

/** Revokes access and records it in the same statement. */

/**
 * Records the entries deleted by CTE `gone` (`file_id`, `principal_id`, `source`): one change per file,
 * addressed to everybody who loses access, in the file's current space.
 */
export function recordRevokedSql(tx: Tx, gone: string, actorId: string | null): RawBuilder<unknown> {
  const { request_context } = prepareChange(tx, {
    kind: 'share.ended',
    spaceId: null,
    fileId: null,
    parentIds: [],
    actorId,
  })
  return sql`
    insert into change (kind, space_id, principal_ids, file_id, name, parent_ids, actor_id, details, request_context)
    select case g.source when 'share' then 'share.ended' when 'member' then 'member.changed' else 'privilege.changed' end,
      f.space_id, array_agg(g.principal_id), f.id, f.name,
      array_remove(array[case when g.source = 'member' then f.id else f.parent_id end], null), ${actorId}::uuid,
      case when g.source = 'member' then jsonb_build_object('removed', jsonb_agg(g.principal_id))
        else jsonb_build_object('name', f.name) end,
      ${request_context}::jsonb
    from ${sql.ref(gone)} g join file f on f.id = g.file_id group by f.id, g.source`
}

/** Locks the spaces of all grants of a principal, and optionally one more, in the global lock order. */
export async function lockGrantedSpaces(tx: Tx, principalId: string, spaceId?: string): Promise<void> {
  await sql`
    select lock_spaces(array(
      select file_id from file_grant where principal_id = ${principalId} and source <> 'owner'
      union all
      select root_id from space where id = ${spaceId ?? null}::uuid
    ))`.execute(tx)
}

/**
 * Revokes all grants of a principal and deletes shares without recipients. The caller holds the space locks
 * (`lockGrantedSpaces`). Returns the number of files.
 */
export async function revokeAllGrants(tx: Tx, principalId: string, actorId: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from file_grant where principal_id = ${principalId} and source <> 'owner'
      returning file_id, principal_id, source
    ), forgotten as (
      delete from share s using gone where s.file_id = gone.file_id and gone.source = 'share' and not exists (
        select from file_grant g
        where g.file_id = s.file_id and g.source = 'share' and g.principal_id <> ${principalId}
      )
    ), told as (${recordRevokedSql(tx, 'gone', actorId)})
    select count(*)::int as n from gone`.execute(tx)
  return rows[0]?.n ?? 0
}

/** People or departments that were moved to another department. */
export interface DepartmentMove {
  readonly people?: readonly string[]
  /** Includes everything below each department. */
  readonly departments?: readonly string[]
  /** The former department, or the former parent department. */
  readonly from: string
}

/**
 * Revokes entries and favorites of moved people and departments in groups of which they were members only
 * through the former department.
 */
export async function revokeAfterDepartmentMove(
  tx: Tx,
  { people = [], departments = [], from }: DepartmentMove,
  actorId: string | null,
): Promise<void> {
  await sql`
    with recursive former as (
      select id, parent_id from department where id = ${from}
      union
      select d.id, d.parent_id from former join department d on d.id = former.parent_id
    ), below as (
      select unnest(${departments}::uuid[]) as id
      union
      select d.id from below join department d on d.parent_id = below.id
    ), moved as materialized (
      select id, id as at from below
      union all
      select p.id, at from person p, unnest(array[p.id, p.department_id]) at
      where p.id = any(${people}::uuid[]) or p.department_id in (select id from below)
    ), up as (
      select id, at from moved
      union
      select up.id, d.parent_id from up join department d on d.id = up.at
    ), through as materialized (
      select id, root_id from space where kind = 'group' and root_id in (
        select g.file_id from file_grant g where g.principal_id in (select id from former) and g.source = 'member'
      )
    ), outside as materialized (
      select t.id as space_id, moved.id from through t cross join moved
      except
      select t.id, up.id from through t
      join file_grant g on g.file_id = t.root_id and g.source = 'member' join up on up.at = g.principal_id
    ), unmarked as (
      delete from favorite v using file f, outside o
      where v.person_id = o.id and f.id = v.file_id and f.space_id = o.space_id
    ), unhidden as (
      delete from group_hidden h using outside o where h.group_id = o.space_id and h.person_id = o.id
    ), gone as (
      delete from file_grant g using file f, outside o
      where g.principal_id = o.id and g.source = 'entry' and f.id = g.file_id and f.space_id = o.space_id
      returning g.file_id, g.principal_id, g.source
    )
    ${recordRevokedSql(tx, 'gone', actorId)}`.execute(tx)
}
