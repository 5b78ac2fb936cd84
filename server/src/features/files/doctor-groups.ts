import { type RawBuilder, sql } from 'kysely'

/** Group checks of `doctor`: allowances, owners, members and stored counts. */
export const GROUP_CHECKS: readonly {
  readonly name: string
  readonly query: RawBuilder<{ id: string; says: string }>
}[] = [
  {
    name: 'group quota used by users adds up',
    query: sql`
      select p.id, format('recorded %s, actual %s', p.group_allotted, coalesce(g.total, 0)) as says
      from person p left join (
        select g.owner_id, sum(s.total) as total from "group" g join space s on s.id = g.id
        where s.department_id is null and not g.is_library group by 1
      ) g on g.owner_id = p.id
      where p.group_allotted <> coalesce(g.total, 0)`,
  },
  {
    name: 'group quota used by departments adds up',
    query: sql`
      select d.id, format('recorded %s, actual %s', d.allotted, coalesce(g.total, 0)) as says
      from department d left join (
        select s.department_id, sum(s.total) as total from "group" g join space s on s.id = g.id group by 1
      ) g on g.department_id = d.id
      where d.allotted <> coalesce(g.total, 0)`,
  },
  {
    // A dissolved group loses its members first, then its files, then its row.
    name: 'every group has one owner among its members',
    query: sql`
      select g.id, 'has no owner, several, or another one' as says
      from "group" g join space s on s.id = g.id left join (
        select file_id, count(*) as n, (array_agg(principal_id))[1] as principal_id from file_grant
        where source = 'member' and role = 'owner' and principal_type = 'person' group by 1
      ) o on o.file_id = s.root_id
      where (g.dissolve_at is null or s.member_rows > 0) and (o.n is distinct from 1 or o.principal_id <> g.owner_id)`,
  },
  {
    name: 'every membership belongs to a group',
    query: sql`
      select m.file_id as id, 'has members but is not the root of a group' as says from file_grant m
      where m.source = 'member'
        and not exists (select from space s join "group" g on g.id = s.id where s.root_id = m.file_id)`,
  },
  {
    name: 'only groups being deleted are read-only',
    query: sql`
      select s.id, 'is read-only but not being deleted, or the reverse' as says
      from space s left join "group" g on g.id = s.id
      where s.read_only <> (g.dissolve_at is not null)`,
  },
  {
    name: 'group names match their root folders',
    query: sql`
      select g.id, format('is named %s, its root folder %s', g.name, f.name) as says
      from "group" g join space s on s.id = g.id join file f on f.id = s.root_id where g.name <> f.name`,
  },
  {
    name: 'user and member counts are correct',
    query: sql`
      select d.id, format('recorded %s users, actual %s', d.people, coalesce(p.n, 0)) as says
      from department d left join (
        select department_id, count(*) as n from person where status <> 'removed' group by 1
      ) p on p.department_id = d.id
      where d.people <> coalesce(p.n, 0)
      union all
      select s.id, format('recorded %s members and %s users, actual %s and %s', s.member_rows, s.member_people,
        coalesce(m.n, 0), coalesce(m.people, 0))
      from space s left join (
        select file_id, count(*) as n, count(*) filter (where principal_type = 'person') as people
        from file_grant where source = 'member' group by 1
      ) m on m.file_id = s.root_id
      where s.member_rows <> coalesce(m.n, 0) or s.member_people <> coalesce(m.people, 0)`,
  },
]
