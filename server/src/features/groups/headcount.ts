import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/**
 * How many people groups and departments have, each once, of kept numbers: what is gone through are departments, and
 * people only where a group has both departments and people.
 */

/** Departments `top` of a CTE `tops(top)` with all below them, and their people together: CTEs `below` and `heads`. */
const HEADS: RawBuilder<unknown> = sql`below as (
      select distinct top, top as id from tops
      union all
      select below.top, d.id from below join department d on d.parent_id = below.id
    ), heads as (
      select below.top, sum(d.people)::int as people from below join department d on d.id = below.id group by below.top
    )`

/** People of groups by the groups' ids; a department inside another that is in the group as well counts no more. */
export async function peopleOfGroups(db: Reader, groupIds: readonly string[]): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; people: number }>`
    with recursive named as (
      select s.id as group_id, s.root_id, g.principal_id as department_id
      from space s join file_grant g on g.file_id = s.root_id
      where s.id = any(${groupIds}::uuid[]) and s.member_rows > s.member_people
        and g.source = 'member' and g.principal_type = 'department'
    ), above as (
      select d.id as start, d.parent_id as id from (select distinct department_id as id from named) n
      join department d on d.id = n.id
      union all
      select above.start, d.parent_id from above join department d on d.id = above.id
    ), tops as (
      select n.group_id, n.root_id, n.department_id as top from named n
      where not exists (
        select from above a join named o on o.department_id = a.id
        where a.start = n.department_id and o.group_id = n.group_id
      )
    ), ${HEADS}, whole as (
      select t.group_id, sum(heads.people)::int as people from tops t join heads on heads.top = t.top group by 1
    ), twice as (
      select t.group_id, count(*)::int as people from (
        select t.group_id, g.principal_id, t.top from tops t join file_grant g on g.file_id = t.root_id
        where g.source = 'member' and g.principal_type = 'person'
      ) t join person p on p.id = t.principal_id and p.status <> 'removed'
      join below on below.top = t.top and below.id = p.department_id
      group by t.group_id
    )
    select s.id, s.member_people + coalesce(whole.people, 0) - coalesce(twice.people, 0) as people
    from space s left join whole on whole.group_id = s.id left join twice on twice.group_id = s.id
    where s.id = any(${groupIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.people]))
}

/** People of departments and all below them, by the departments' ids. */
export async function peopleOfDepartments(
  db: Reader,
  departmentIds: readonly string[],
): Promise<Map<string, number>> {
  if (departmentIds.length === 0) return new Map()
  const { rows } = await sql<{ top: string; people: number }>`
    with recursive tops as (select unnest(${departmentIds}::uuid[]) as top), ${HEADS}
    select top, people from heads`.execute(db)
  return new Map(rows.map((row) => [row.top, row.people]))
}

/** Departments' names from the top down, their own last, by their ids. */
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
