import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/**
 * Counts the distinct people of groups and departments from stored counts: it iterates departments, and people only for
 * groups with both. The parts are joined here rather than in SQL, to avoid nested loops from bad estimates.
 */

interface PrincipalCount {
  readonly id: string
  readonly rootId: string
  readonly people: number
  readonly departments: readonly string[]
}

/** Number of people by group id. */
export async function peopleOfGroups(db: Reader, groupIds: readonly string[]): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map()
  const { rows: groups } = await sql<PrincipalCount>`
    select s.id, s.root_id as "rootId", s.member_people as people, case when s.member_rows > s.member_people then array(
      select g.principal_id from file_grant g
      where g.file_id = s.root_id and g.source = 'member' and g.principal_type = 'department'
    ) else '{}' end as departments
    from space s where s.id = any(${groupIds}::uuid[])`.execute(db)
  const mixed = groups.filter((group) => group.departments.length > 0)
  const tops = mixed.flatMap((group) => group.departments)
  const [heads, named] = await Promise.all([
    peopleOfDepartments(db, tops),
    namedPeople(
      db,
      mixed.map((group) => group.rootId),
    ),
  ])
  const own = [...named.values()].flat().map((one) => one.departmentId)
  const above = await departmentsAbove(db, [...tops, ...own])
  return new Map(
    groups.map(({ id, rootId, people, departments }) => {
      const within = (departmentId: string) =>
        above.get(departmentId)?.some((one) => departments.includes(one))
      const whole = departments.filter((top) => !within(top)).map((top) => heads.get(top) ?? 0)
      const twice = (named.get(rootId) ?? [])
        .filter(({ departmentId }) => departments.includes(departmentId) || within(departmentId))
        .map((one) => one.people)
      return [id, people + sum(whole) - sum(twice)]
    }),
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Number of people in departments and all below them, by department id. */
export async function peopleOfDepartments(
  db: Reader,
  departmentIds: readonly string[],
): Promise<Map<string, number>> {
  if (departmentIds.length === 0) return new Map()
  const { rows } = await sql<{ top: string; people: number }>`
    with recursive below as (
      select id as top, id, people from department where id = any(${[...new Set(departmentIds)]}::uuid[])
      union all
      select below.top, d.id, d.people from below join department d on d.parent_id = below.id
    )
    select top, sum(people)::int as people from below group by top`.execute(db)
  return new Map(rows.map((row) => [row.top, row.people]))
}

/** The ancestors of each department, without itself. */
async function departmentsAbove(
  db: Reader,
  departmentIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (departmentIds.length === 0) return new Map()
  const { rows } = await sql<{ start: string; ids: string[] }>`
    with recursive up as (
      select id as start, parent_id as id from department where id = any(${[...new Set(departmentIds)]}::uuid[])
      union all
      select up.start, d.parent_id from up join department d on d.id = up.id
    )
    select start, array_agg(id) as ids from up where id is not null group by start`.execute(db)
  return new Map(rows.map((row) => [row.start, row.ids]))
}

/** Number of individual members per department, by group root. */
async function namedPeople(
  db: Reader,
  rootIds: readonly string[],
): Promise<Map<string, { departmentId: string; people: number }[]>> {
  if (rootIds.length === 0) return new Map()
  const { rows } = await sql<{ rootId: string; departmentId: string; people: number }>`
    select g.file_id as "rootId", p.department_id as "departmentId", count(*)::int as people
    from file_grant g join person p on p.id = g.principal_id
    where g.file_id = any(${rootIds}::uuid[]) and g.source = 'member' and g.principal_type = 'person'
      and p.department_id is not null and p.status <> 'removed'
    group by 1, 2`.execute(db)
  return Map.groupBy(rows, (row) => row.rootId)
}

/** Department names from the top down, by department id. */
export async function departmentPaths(
  db: Reader,
  departmentIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (departmentIds.length === 0) return new Map()
  const { rows } = await sql<{ start: string; names: string[] }>`
    with recursive up as (
      select id as start, parent_id, name, 0 as depth from department where id = any(${departmentIds}::uuid[])
      union all
      select up.start, d.parent_id, d.name, up.depth + 1 from up join department d on d.id = up.parent_id
    )
    select start, array_agg(name order by depth desc) as names from up group by start`.execute(db)
  return new Map(rows.map((row) => [row.start, row.names]))
}
