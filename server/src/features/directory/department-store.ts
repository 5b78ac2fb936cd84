import { nameKey } from '@clouddisk/contract/names'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { compiledStatement } from '../../db/statement.ts'

/** SQL of departments. `department.people` is kept by triggers; what lies below is added up here. */

export interface DepartmentRow {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly description: string
  readonly total: number | null
  /** With what those below were given; the total binds them all. */
  readonly allotted: number
  readonly own: number
  /** With those of the departments below. */
  readonly people: number
  readonly isParent: boolean
  readonly createdAt: Date
  /** Name of the directory that it comes from; null: made here. */
  readonly directory: string | null
  /** Names from the top down, its own last. */
  readonly path: string[]
}

const shown = sql`
  d.id, d.name, d.parent_id as "parentId", d.description, d.total, sums.allotted, d.people as own,
  sums.people, sums.below > 0 as "isParent", d.created_at as "createdAt",
  (select y.name from directory_department m join directory y on y.id = m.directory_id
    where m.department_id = d.id and not m.gone) as directory, ways.path`

/** `scope` null is all; what lies outside of it is neither counted nor a parent's child. */
const sums = sql`(
  with recursive below as (
    select d.id, d.people, d.allotted, 0 as depth
    union all
    select c.id, c.people, c.allotted, below.depth + 1 from below join department c on c.parent_id = below.id
    where below.depth < 100
  )
  select coalesce(sum(people) filter (where mine), 0)::bigint as people,
    count(*) filter (where mine and depth = 1) as below, sum(allotted)::bigint as allotted
  from below, lateral (
    select (select scope from asked) is null or below.id = any((select scope from asked)::uuid[]) as mine
  ) whose
)`

const paths = sql`(
  with recursive above as (
    select d.id, d.parent_id, d.name, 0 as height
    union all
    select u.id, u.parent_id, u.name, above.height + 1 from above join department u on u.id = above.parent_id
    where above.height < 100
  ) select array_agg(name::text order by height desc) as path from above
)`

interface DepartmentFilter {
  scope: string[] | null
  parentId: string | null
  keyword: string
  /** The keyword in pinyin, see pinyinPattern. */
  sound: string | null
  anywhere: boolean
  limit: number
}

/**
 * Right below a parent, or, where that is null, the top ones: of a scope those that have no parent in it. `anywhere`
 * looks at all of them. By name.
 */
export const departments = compiledStatement<DepartmentFilter, DepartmentRow>(
  (slot) => sql`
    with asked as materialized (select ${slot('scope')}::uuid[] as scope, ${slot('parentId')}::uuid as parent),
    listed as materialized (
      select d.* from department d, asked
      where (asked.scope is null or d.id = any(asked.scope))
        and (${slot('keyword')} = '' or strpos(d.name_key, ${slot('keyword')}) > 0 or d.pinyin like ${slot('sound')})
        and (${slot('anywhere')}::boolean or case when asked.parent is not null then d.parent_id = asked.parent
          else d.parent_id is null or (asked.scope is not null and d.parent_id <> all(asked.scope)) end)
      order by d.name, d.id limit ${slot('limit')}
    )
    select ${shown} from listed d, lateral ${sums} sums, lateral ${paths} ways order by d.name, d.id`,
)

export const departmentsById = compiledStatement<{ ids: string[]; scope: string[] | null }, DepartmentRow>(
  (slot) => sql`
    with asked as materialized (select ${slot('scope')}::uuid[] as scope)
    select ${shown} from department d, lateral ${sums} sums, lateral ${paths} ways where d.id = any(${slot('ids')}::uuid[])`,
)

export const departmentById = async (
  db: Reader,
  id: string,
  scope: string[] | null,
): Promise<DepartmentRow | undefined> => (await departmentsById(db, { ids: [id], scope }))[0]

export interface DepartmentPath {
  readonly ids: string[]
  readonly names: string[]
}

const selectDepartmentPaths = compiledStatement<{ ids: string[] }, DepartmentPath & { id: string }>(
  (slot) => sql`
    with recursive above as (
      select d.id as start, d.id, d.parent_id, d.name, 0 as height from department d
      where d.id = any(${slot('ids')}::uuid[])
      union all
      select above.start, u.id, u.parent_id, u.name, above.height + 1
      from above join department u on u.id = above.parent_id where above.height < 100
    )
    select start as id, array_agg(id::text order by height desc) as ids,
      array_agg(name::text order by height desc) as names
    from above group by start`,
)

/** From the top down, each department itself last. */
export async function departmentPathsById(
  db: Reader,
  ids: Iterable<string | null>,
): Promise<ReadonlyMap<string, DepartmentPath>> {
  const departmentIds = [...new Set(ids)].filter((id) => id !== null)
  if (departmentIds.length === 0) return new Map()
  return new Map((await selectDepartmentPaths(db, { ids: departmentIds })).map(({ id, ...way }) => [id, way]))
}

/** A department with all below it, and how deep each lies. */
export async function subtree(db: Reader, id: string): Promise<{ id: string; depth: number }[]> {
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive below as (
      select d.id, 0 as depth from department d where d.id = ${id}
      union all
      select c.id, below.depth + 1 from below join department c on c.parent_id = below.id where below.depth < 100
    ) select id, depth from below`.execute(db)
  return rows
}

/** Every department by its way from the top, each name folded; what a workbook's rows name. */
export async function departmentsByPath(db: Reader): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; way: string }>`
    with recursive tree as (
      select id, name_key as way, 0 as depth from department where parent_id is null
      union all
      select d.id, tree.way || '/' || d.name_key, tree.depth + 1 from tree join department d on d.parent_id = tree.id
      where tree.depth < 100
    ) select id, way from tree`.execute(db)
  return new Map(rows.map(({ id, way }) => [way, id]))
}

/** What `departmentsByWay` has a department under; `names` from the top down. */
export const departmentKey = (names: readonly string[]): string => names.map(nameKey).join('/')

/** Of a parent, but for one of them. */
export async function isDepartmentTaken(
  db: Reader,
  parentId: string | null,
  nameKey: string,
  but?: string,
): Promise<boolean> {
  let query = db
    .selectFrom('department')
    .select('id')
    .where('parent_id', 'is not distinct from', parentId)
    .where('name_key', '=', nameKey)
  if (but !== undefined) query = query.where('id', '!=', but)
  return (await query.executeTakeFirst()) !== undefined
}

/** It cannot be removed until the transaction ends; false where it is gone. */
export const lockDepartmentRow = (tx: Tx, id: string): Promise<boolean> => lockDepartmentRows(tx, [id])

/** The same of several; false where one is gone. */
export async function lockDepartmentRows(tx: Tx, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await sql`
    select from department where id = any(${ids}::uuid[]) order by id for key share`.execute(tx)
  return rows.length === ids.length
}

/**
 * What keeps a department from being removed: people, departments below, groups, and roles that hold where it says so:
 * without the last that they name they would hold in each holder's own.
 */
export async function isDepartmentUsed(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from person where department_id = ${id} and status <> 'removed'
    union all select from department where parent_id = ${id}
    union all select from space where department_id = ${id}
    union all select from role where ${id} = any(department_ids) limit 1`.execute(tx)
  return rows.length > 0
}

/** People who have left were in it, and do not keep it. */
export async function deleteDepartmentHistory(tx: Tx, id: string): Promise<void> {
  await sql`update person set department_id = null where department_id = ${id} and status = 'removed'`.execute(
    tx,
  )
}

/** Whether the caller's scope, as it is by now, holds a department. */
export async function isStillAdministered(tx: Tx, personId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (
      select from jsonb_array_elements(memberships_of(${personId}) -> 'roles') r
      where r ->> 'admin' = 'orgAdmin' and r -> 'departments' ? ${id}
    ) as holds`.execute(tx)
  return rows[0]?.holds ?? false
}
