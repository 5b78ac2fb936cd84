import { type GroupRole, STRENGTH } from '@clouddisk/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import { lockDepartments } from '../../access/principals.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'
import { pinyinPattern } from '../../tree/pinyin.ts'

/** SQL of a group's members: rows of its root's entries, one for a person or a department. */

export interface MemberRow {
  readonly type: 'person' | 'department'
  readonly id: string
  readonly role: GroupRole
  readonly joinedAt: Date
  readonly name: string
  /** A person's account. */
  readonly account: string | null
  /** A person's department, or the department itself. */
  readonly departmentId: string | null
  readonly invitedBy: string | null
  readonly frozen: boolean
  /** Found inside a department. */
  readonly within: boolean
}

export type OrderBy = 'joinTime'
const KEY: readonly KeysetColumn[] = [
  ['m.created_at', 'timestamptz'],
  ['m.principal_id', 'uuid'],
]
export const isKey = (key: KeysetKey): boolean => isKeyFor(KEY, key)
export const keyOf = (row: MemberRow): KeysetKey => [row.joinedAt.toISOString(), row.id]

export interface Filter {
  readonly rootId: string
  /** A name's key that all contain; '' for all. */
  readonly keyword: string
  readonly role: GroupRole | undefined
  /** Only rows of these. */
  readonly principals?: readonly string[] | undefined
}

const OF_ROOT = (rootId: string, role: GroupRole | undefined) => sql`
  m.file_id = ${rootId} and m.source = 'member' ${role ? sql`and m.role = ${role}` : sql``}`

const nameMatches = (keyword: string) =>
  sql`(strpos(p.find_key, ${keyword}) > 0 or p.pinyin like ${pinyinPattern(keyword)})`

/**
 * Rows whose name fits, and people inside the departments of others who have no row of their own: under the strongest of
 * those departments' roles.
 */
const searchedMembers = ({ rootId, keyword, role }: Filter): RawBuilder<unknown> => sql`
  with recursive below as (
    select m.principal_id as top, m.principal_id as id from file_grant m
    where ${OF_ROOT(rootId, undefined)} and m.principal_type = 'department'
    union
    select below.top, d.id from below join department d on d.parent_id = below.id
  ), m as (
    select m.principal_type, m.principal_id, m.role, m.created_at, m.created_by, false as within
    from file_grant m left join person p on m.principal_type = 'person' and p.id = m.principal_id
    left join department d on m.principal_type = 'department' and d.id = m.principal_id
    where ${OF_ROOT(rootId, role)} and (${nameMatches(keyword)} or strpos(d.name_key, ${keyword}) > 0
      or d.pinyin like ${pinyinPattern(keyword)})
    union all
    select * from (
      select distinct on (p.id) 'person', p.id, g.role, g.created_at, g.created_by, true
      from below join person p on p.department_id = below.id and p.status <> 'removed'
      join file_grant g on g.file_id = ${rootId} and g.principal_id = below.top
      where ${nameMatches(keyword)}
        and not exists (select from file_grant own where own.file_id = ${rootId} and own.principal_id = p.id)
      order by p.id, array_position(${STRENGTH}::text[], g.role)
    ) inside(principal_type, principal_id, role, created_at, created_by, within)
    where true ${role ? sql`and role = ${role}` : sql``}
  )`

const allMembers = ({ rootId, role, principals }: Filter): RawBuilder<unknown> => sql`
  with m as not materialized (
    select m.principal_type, m.principal_id, m.role, m.created_at, m.created_by, false as within
    from file_grant m where ${OF_ROOT(rootId, role)}
      ${principals ? sql`and m.principal_id = any(${principals}::uuid[])` : sql``}
  )`

/** Whoever names members asks of their rows alone, whatever the keyword. */
const selectedMembers = (filter: Filter): RawBuilder<unknown> =>
  filter.keyword === '' || filter.principals ? allMembers(filter) : searchedMembers(filter)

export async function pageMembers(
  db: Reader,
  filter: Filter,
  { descending: down, start: from, pageSize }: PageRequest<OrderBy>,
): Promise<MemberRow[]> {
  const behind = 'key' in from ? sql`where ${afterKey(KEY, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<MemberRow>`
    ${selectedMembers(filter)}, paged as (
      select * from m ${behind} order by ${orderByColumns(KEY, down)} limit ${pageSize} ${skip}
    )
    select m.principal_type as type, m.principal_id as id, m.role, m.created_at as "joinedAt",
      coalesce(p.real_name, d.name, '') as name, p.account_name as account,
      coalesce(p.department_id, d.id) as "departmentId", i.real_name as "invitedBy", m.within,
      coalesce(p.status <> 'active', false) as frozen
    from paged m left join person p on m.principal_type = 'person' and p.id = m.principal_id
    left join department d on m.principal_type = 'department' and d.id = m.principal_id
    left join person i on i.id = m.created_by
    order by ${orderByColumns(KEY, down)}`.execute(db)
  return rows
}

/** A kept number where nothing is filtered. */
export async function countMembers(db: Reader, filter: Filter): Promise<number> {
  const { rows } =
    filter.keyword === '' && !filter.role && !filter.principals
      ? await sql<{ n: number }>`select member_rows as n from space where root_id = ${filter.rootId}`.execute(
          db,
        )
      : await sql<{ n: number }>`
          ${selectedMembers(filter)} select count(*)::int as n from m`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * What is there of these people and departments, and stays until the transaction ends; who has left is not. Of each
 * whether it may come in: of people who can sign in.
 */
export async function knownPrincipals(
  tx: Tx,
  people: readonly string[],
  departments: readonly string[],
  asOf: Date,
): Promise<Map<string, { mayJoin: boolean }>> {
  const known = await sql<{ id: string; mayJoin: boolean }>`
    select id, status = 'active' and (valid_until is null or valid_until > ${asOf}::timestamptz) as "mayJoin"
    from person where id = any(${people}::uuid[]) and status <> 'removed'
    order by id for key share`.execute(tx)
  const there = (await lockDepartments(tx, departments)).map((id) => ({ id, mayJoin: true }))
  return new Map([...known.rows, ...there].map(({ id, mayJoin }) => [id, { mayJoin }]))
}

export interface NewMember {
  readonly type: 'person' | 'department'
  readonly id: string
  readonly role: GroupRole
}

/** Gives each its row or its row the new role; which ones are new, and which changed. */
export async function putMembers(
  tx: Tx,
  rootId: string,
  members: readonly NewMember[],
  invitedBy: string,
): Promise<{ added: string[]; changed: string[] }> {
  if (members.length === 0) return { added: [], changed: [] }
  const { rows } = await sql<{ id: string; added: boolean }>`
    insert into file_grant (file_id, principal_type, principal_id, role, source, created_by)
    select ${rootId}, t.type, t.id, t.role, 'member', ${invitedBy}
    from unnest(${members.map((one) => one.type)}::text[], ${members.map((one) => one.id)}::uuid[],
      ${members.map((one) => one.role)}::text[]) as t(type, id, role)
    on conflict (file_id, principal_id) do update set role = excluded.role
      where file_grant.role <> excluded.role and file_grant.role <> 'owner'
    returning principal_id as id, xmax = 0 as added`.execute(tx)
  return {
    added: rows.filter((row) => row.added).map((row) => row.id),
    changed: rows.filter((row) => !row.added).map((row) => row.id),
  }
}

/** The roles of those of `ids` that have a row. */
export async function rolesOf(
  db: Reader,
  rootId: string,
  ids: readonly string[],
): Promise<Map<string, GroupRole>> {
  const { rows } = await sql<{ id: string; role: GroupRole }>`
    select principal_id as id, role from file_grant
    where file_id = ${rootId} and source = 'member' and principal_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.role]))
}

/** A member by its id. */
export type MemberPrincipal = Pick<NewMember, 'id' | 'type'>

export async function setRoles(
  tx: Tx,
  rootId: string,
  ids: readonly string[],
  role: GroupRole,
): Promise<MemberPrincipal[]> {
  const rows = await tx
    .updateTable('file_grant')
    .set({ role })
    .where('file_id', '=', rootId)
    .where('source', '=', 'member')
    .where('principal_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('role', '<>', role)
    .returning(['principal_id as id', 'principal_type as type'])
    .execute()
  return rows as MemberPrincipal[]
}

/** Takes rows away; whose they were. */
export async function deleteMembers(
  tx: Tx,
  rootId: string,
  ids: readonly string[],
): Promise<MemberPrincipal[]> {
  const rows = await tx
    .deleteFrom('file_grant')
    .where('file_id', '=', rootId)
    .where('source', '=', 'member')
    .where('principal_id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(['principal_id as id', 'principal_type as type'])
    .execute()
  return rows as MemberPrincipal[]
}

/** Departments by which a person is in a group, the nearest to it first. */
export async function departmentsThrough(db: Reader, rootId: string, personId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive up as (
      select d.id, d.parent_id, d.name, 0 as depth from person p join department d on d.id = p.department_id
      where p.id = ${personId}
      union all
      select d.id, d.parent_id, d.name, up.depth + 1 from up join department d on d.id = up.parent_id
    )
    select up.name from up join file_grant g on g.file_id = ${rootId} and g.principal_id = up.id and g.source = 'member'
    order by up.depth`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * What those who were taken out had of single files, and their marks on them, once they are in the group by no other way;
 * of departments only what they had themselves, and of all people inside.
 */
export async function deleteUnreachableState(
  tx: Tx,
  group: { readonly id: string; readonly rootId: string },
  removed: readonly MemberPrincipal[],
): Promise<void> {
  const ids = (type: 'person' | 'department') =>
    removed.filter((one) => one.type === type).map((one) => one.id)
  await sql`
    with recursive below as (
      select unnest(${ids('department')}::uuid[]) as id
      union
      select d.id from below join department d on d.parent_id = below.id
    ), still as (
      select g.principal_id as id from file_grant g
      where g.file_id = ${group.rootId} and g.source = 'member' and g.principal_type = 'department'
      union
      select d.id from still join department d on d.parent_id = still.id
    ), concerned as (
      select p.id, p.department_id from person p where p.id = any(${ids('person')}::uuid[])
      union
      select p.id, p.department_id from below join person p on p.department_id = below.id
    ), outside as materialized (
      select c.id from concerned c
      where not exists (select from still where still.id = c.department_id)
        and not exists (select from file_grant g where g.file_id = ${group.rootId} and g.principal_id = c.id)
    ), unmarked as (
      delete from favorite v using file f
      where v.person_id in (select id from outside) and f.id = v.file_id and f.space_id = ${group.id}
    ), unhidden as (
      delete from group_hidden h where h.group_id = ${group.id} and h.person_id in (select id from outside)
    )
    delete from file_grant g using file f
    where g.principal_id in (select id from outside union select unnest(${ids('department')}::uuid[]))
      and g.source = 'entry' and f.id = g.file_id and f.space_id = ${group.id}`.execute(tx)
}

/** Of people, and of whole departments, who are in by another row. */
export async function remainingMembers(
  tx: Tx,
  rootId: string,
  of: readonly MemberPrincipal[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select o.id as start, coalesce(p.department_id, d.parent_id) as id from unnest(${of.map((one) => one.id)}::uuid[]) o(id)
      left join person p on p.id = o.id left join department d on d.id = o.id
      union
      select up.start, d.parent_id from up join department d on d.id = up.id
    )
    select distinct up.start as id from up
    join file_grant g on g.file_id = ${rootId} and g.source = 'member' and g.principal_id = up.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether somebody is in, by itself or through a department. */
export async function isMember(db: Reader, rootId: string, personId: string): Promise<boolean> {
  const roles = await rolesOf(db, rootId, [personId])
  return roles.size > 0 || (await departmentsThrough(db, rootId, personId)).length > 0
}
