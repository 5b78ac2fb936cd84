import type { LinkStatus } from '@clouddisk/contract/links'
import { type RawBuilder, sql } from 'kysely'
import { type Memberships, membershipsColumn } from '../../access/actor.ts'
import { hasStatus, linkColumns } from '../../access/link-visitor.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'

/** SQL of the links of everybody, for administrators. */

export interface AdminLinkFilter {
  /** Department ids; null: all. */
  readonly scope: readonly string[] | null
  /** One that is asked for, with those below. */
  readonly departmentId: string | undefined
  readonly ownerId: string | undefined
  readonly status: LinkStatus | undefined
  /** ISO timestamps: created from (inclusive) and before (exclusive). */
  readonly start: string | undefined
  readonly end: string | undefined
  /** A name key; "" for all. */
  readonly keyword: string
  /** The secret part of an address, which names one link. */
  readonly path: string | undefined
  readonly asOf: Date
}

export type OrderBy = 'createTime'
const KEY_COLUMNS: readonly KeysetColumn[] = [
  ['l.created_at', 'timestamptz'],
  ['l.id', 'uuid'],
]

export const isKey = (key: KeysetKey): boolean => isKeyFor(KEY_COLUMNS, key)
export const keyOf = ({ id, createdAt }: PagedLink): KeysetKey => [createdAt.toISOString(), id]

export interface PagedLink {
  readonly id: string
  readonly createdAt: Date
}

const and = (isFiltered: boolean, condition: RawBuilder<unknown>) =>
  isFiltered ? sql`and ${condition}` : sql``

/** Few links fail, so all of them are looked at: their targets' folders at once instead of each link's by itself. */
const HAS_TARGET = sql`l.id in (
  with recursive up as (
    select t.link_id, f.id, f.parent_id from link_target t join file f on f.id = t.file_id
    union
    select up.link_id, f.id, f.parent_id from up join file f on f.id = up.parent_id
  )
  select up.link_id from up join space s on s.root_id = up.id where up.parent_id is null
)`

/** Columns that no condition reads are not computed, so only a filter by status walks up from the targets. */
const matching = (filter: AdminLinkFilter): RawBuilder<unknown> => {
  const { scope, departmentId, ownerId, status, start, end, keyword, path, asOf } = filter
  return sql`
    from (
      select ${linkColumns(asOf)}, l.created_at, person.department_id, person.find_key
      from link l join person on person.id = l.created_by
    ) l
    where true
      ${and(scope !== null, sql`l.department_id = any(${scope}::uuid[])`)}
      ${and(departmentId !== undefined, sql`l.department_id in (select id from below)`)}
      ${and(ownerId !== undefined, sql`l."ownerId" = ${ownerId}::uuid`)}
      ${and(start !== undefined, sql`l.created_at >= ${start}::timestamptz`)}
      ${and(end !== undefined, sql`l.created_at < ${end}::timestamptz`)}
      ${and(path !== undefined, sql`l.path = ${path}`)}
      ${and(
        keyword !== '',
        sql`(strpos(l.find_key, ${keyword}) > 0 or l.id in (
          select t.link_id from link_target t join file f on f.id = t.file_id where strpos(f.name_key, ${keyword}) > 0))`,
      )}
      ${status === undefined ? sql`` : sql`and ${hasStatus(status, asOf, status === 'failed' ? HAS_TARGET : undefined)}`}`
}

const belowDepartment = (departmentId: string | undefined) => sql`
  with recursive below as (
    select ${departmentId ?? null}::uuid as id
    union
    select d.id from below join department d on d.parent_id = below.id
  )`

export async function pageAdminLinks(
  db: Reader,
  filter: AdminLinkFilter,
  { descending, start: from, pageSize }: PageRequest<OrderBy>,
): Promise<PagedLink[]> {
  const behind = 'key' in from ? sql`and ${afterKey(KEY_COLUMNS, descending, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<PagedLink>`
    ${belowDepartment(filter.departmentId)}
    select l.id, l.created_at as "createdAt" ${matching(filter)} ${behind}
    order by ${orderByColumns(KEY_COLUMNS, descending)} limit ${pageSize} ${skip}`.execute(db)
  return rows
}

/** Counted up to `most`. */
export async function countAdminLinks(db: Reader, filter: AdminLinkFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    ${belowDepartment(filter.departmentId)}
    select count(*)::int as n from (select ${matching(filter)} limit ${most + 1}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

export interface LinkOwner {
  readonly id: string
  readonly ownerId: string
  readonly accountName: string
  readonly realName: string
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly memberships: Memberships
  readonly path: string
  readonly expiresAt: Date | null
  readonly endedAt: Date | null
  readonly endReason: string | null
  /** The administrator who stopped it. */
  readonly endedBy: string | null
}

export async function linkOwners(db: Reader, ids: readonly string[]): Promise<Map<string, LinkOwner>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('link as l')
    .innerJoin('person', 'person.id', 'l.created_by')
    .leftJoin('department as d', 'd.id', 'person.department_id')
    .leftJoin('person as e', 'e.id', 'l.ended_by')
    .select(['l.id', 'person.id as ownerId', 'person.account_name as accountName', 'l.path'])
    .select(['person.real_name as realName', 'person.department_id as departmentId'])
    .select(['d.name as departmentName', 'l.expires_at as expiresAt', 'l.ended_at as endedAt'])
    .select(['l.end_reason as endReason', 'e.real_name as endedBy'])
    .select(membershipsColumn())
    .where('l.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Where the first target of a link lies. */
export interface LinkPlace {
  readonly linkId: string
  readonly parentId: string
  readonly kind: 'person' | 'group'
  /** Null in a group. */
  readonly spacePersonId: string | null
  readonly spaceName: string | null
  /** Null for a group of a department. */
  readonly spaceOwnerId: string | null
  readonly spaceDepartmentId: string | null
}

export async function placesOf(db: Reader, linkIds: readonly string[]): Promise<Map<string, LinkPlace>> {
  const { rows } = await sql<LinkPlace>`
    select distinct on (t.link_id) t.link_id as "linkId", f.parent_id as "parentId", s.kind, s.person_id as "spacePersonId",
      coalesce(g.name, r.name) as "spaceName",
      case when s.department_id is null then coalesce(s.person_id, g.owner_id) end as "spaceOwnerId",
      coalesce(s.department_id, sp.department_id, o.department_id) as "spaceDepartmentId"
    from link_target t join file f on f.id = t.file_id join space s on s.id = f.space_id
    left join file r on r.id = s.root_id left join person sp on sp.id = s.person_id
    left join "group" g on g.id = s.id left join person o on o.id = g.owner_id
    where t.link_id = any(${linkIds}::uuid[]) and f.parent_id is not null
    order by t.link_id, t.position`.execute(db)
  return new Map(rows.map((row) => [row.linkId, row]))
}

/** Stops links that nobody stopped yet, and answers which. */
export async function stopLinks(
  tx: Tx,
  ids: readonly string[],
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<Set<string>> {
  const rows = await tx
    .updateTable('link')
    .set({ ended_at: at, ended_by: by, end_reason: reason })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Folders in which the targets of links lie, whose lists show marks of these. */
export async function foldersOf(db: Reader, linkId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('link_target as t')
    .innerJoin('file as f', 'f.id', 't.file_id')
    .select('f.parent_id as parentId')
    .where('t.link_id', '=', linkId)
    .execute()
  return rows.map(({ parentId }) => parentId)
}
