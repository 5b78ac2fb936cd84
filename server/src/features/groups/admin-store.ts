import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'
import { pinyinPattern } from '../../tree/pinyin.ts'
import type { GroupRow } from './store.ts'

/** SQL of all groups, for administrators. */

export interface AdminGroupRow extends GroupRow {
  readonly ownerAccount: string
  readonly ownerDepartmentId: string | null
  readonly hiddenBy: number
}

const ROWS: RawBuilder<AdminGroupRow> = sql`
  select g.id, s.root_id as "rootId", g.name, g.description, s.used, s.reserved, s.total, g.owner_id as "ownerId",
    o.real_name as "ownerName", o.account_name as "ownerAccount", o.department_id as "ownerDepartmentId",
    s.department_id as "departmentId", d.name as "departmentName", g.is_library as "isLibrary", g.synced, g.dissolve_at as "dissolveAt",
    g.created_at as "createdAt", null::int as rank, false as "byDepartment", false as hidden,
    (select count(*)::int from group_hidden h where h.group_id = g.id) as "hiddenBy"
  from "group" g join space s on s.id = g.id join person o on o.id = g.owner_id
  left join department d on d.id = s.department_id`

/** Null for all. */
export type DepartmentIds = readonly string[] | null

/** Whose a group is: its department's whoever owns it, else its owner's. */
const DEPARTMENT = sql`coalesce(s.department_id, o.department_id)`

const inDepartments = (departments: DepartmentIds) =>
  departments === null ? sql`true` : sql`${DEPARTMENT} = any(${departments}::uuid[])`

export async function adminGroup(
  db: Reader,
  departments: DepartmentIds,
  groupId: string,
): Promise<AdminGroupRow | undefined> {
  const { rows } = await sql<AdminGroupRow>`
    ${ROWS} where g.id = ${groupId} and not g.is_library and ${inDepartments(departments)} and ${NOT_ENDED}`.execute(
    db,
  )
  return rows[0]
}

/** Groups that are libraries, by name; one where its id is given. */
export async function libraryGroups(db: Reader, groupId?: string): Promise<AdminGroupRow[]> {
  const { rows } = await sql<AdminGroupRow>`
    ${ROWS} where g.is_library and ${NOT_ENDED} ${groupId === undefined ? sql`` : sql`and g.id = ${groupId}`}
    order by g.name collate name_order, g.id`.execute(db)
  return rows
}

/** One whose time is over has no people any more, and is gone in a moment. */
const NOT_ENDED = sql`s.member_rows > 0`

export type OrderBy = 'groupName' | 'createTime' | 'usedCapacity' | 'totalCapacity'
const ID = ['g.id', 'uuid'] as const
const KEY_COLUMNS: Record<OrderBy, readonly KeysetColumn[]> = {
  groupName: [['g.name', 'text'], ID],
  createTime: [['g.created_at', 'timestamptz'], ID],
  usedCapacity: [['s.used', 'bigint'], ID],
  totalCapacity: [['s.total', 'bigint'], ID],
}

export const isKey = (key: KeysetKey, by: OrderBy): boolean => isKeyFor(KEY_COLUMNS[by], key)

export function keyOf(row: AdminGroupRow, by: OrderBy): KeysetKey {
  const keys: Record<OrderBy, KeysetKey> = {
    groupName: [row.name, row.id],
    createTime: [row.createdAt.toISOString(), row.id],
    usedCapacity: [row.used, row.id],
    totalCapacity: [row.total, row.id],
  }
  return keys[by]
}

export interface Filter {
  readonly scope: DepartmentIds
  /** One that is asked for, with those below. */
  readonly departmentId: string | undefined
  readonly keyword: string
  readonly kind: 'department' | 'person' | undefined
  readonly state: 'living' | 'dissolving' | undefined
}

const belowDepartment = (departmentId: string | undefined) => sql`
  with recursive below as (
    select ${departmentId ?? null}::uuid as id
    union
    select d.id from below join department d on d.parent_id = below.id
  )`

const groupsWhere = ({ scope, departmentId, keyword, kind, state }: Filter): RawBuilder<unknown> => sql`
  not g.is_library and ${NOT_ENDED} and ${inDepartments(scope)}
  ${departmentId === undefined ? sql`` : sql`and ${DEPARTMENT} in (select id from below)`}
  ${
    keyword === ''
      ? sql``
      : sql`and (strpos(g.name_key, ${keyword}) > 0 or strpos(o.find_key, ${keyword}) > 0
    or concat(g.pinyin, o.pinyin) like ${pinyinPattern(keyword)})`
  }
  ${kind === undefined ? sql`` : kind === 'department' ? sql`and s.department_id is not null` : sql`and s.department_id is null`}
  ${state === undefined ? sql`` : state === 'living' ? sql`and g.dissolve_at is null` : sql`and g.dissolve_at is not null`}`

export async function pageAdminGroups(
  db: Reader,
  filter: Filter,
  { orderBy: by, descending: down, start: from, pageSize }: PageRequest<OrderBy>,
): Promise<AdminGroupRow[]> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`and ${afterKey(columns, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<AdminGroupRow>`
    ${belowDepartment(filter.departmentId)} ${ROWS} where ${groupsWhere(filter)} ${behind}
    order by ${orderByColumns(columns, down)} limit ${pageSize} ${skip}`.execute(db)
  return rows
}

/** Counted: there are some thousands of groups, and administrators rarely look. */
export async function countAdminGroups(db: Reader, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    ${belowDepartment(filter.departmentId)}
    select count(*)::int as n from "group" g join space s on s.id = g.id join person o on o.id = g.owner_id
    where ${groupsWhere(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Somebody of the departments who can be given a group, held as it is; undefined where it is not there. */
export async function ownerCandidate(db: Tx, departments: DepartmentIds, personId: string) {
  return db
    .selectFrom('person')
    .select(['id', 'status', 'valid_until as validUntil'])
    .where('id', '=', personId)
    .where('status', '<>', 'removed')
    .$if(departments !== null, (query) =>
      query.where('department_id', '=', sql<string>`any(${departments}::uuid[])`),
    )
    .forKeyShare()
    .executeTakeFirst()
}

export async function isDepartment(db: Reader, departments: DepartmentIds, id: string): Promise<boolean> {
  const row = await db.selectFrom('department').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined && (departments === null || departments.includes(row.id))
}
