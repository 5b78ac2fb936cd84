import { type RawBuilder, sql } from 'kysely'

/** Access checks of `doctor`: owners, shares and their entries, permissions of files, removed people. */
export const ACCESS_CHECKS: readonly {
  readonly name: string
  readonly query: RawBuilder<{ id: string; says: string }>
}[] = [
  {
    name: 'every personal drive belongs to its user',
    query: sql`
      select s.id, 'its root has no owner, several, or another user' as says
      from space s left join (
        select file_id, count(*) as n, (array_agg(principal_id))[1] as principal_id from file_grant
        where source = 'owner' and role = 'owner' and principal_type = 'person' group by 1
      ) o on o.file_id = s.root_id
      where s.kind = 'person' and (o.n is distinct from 1 or o.principal_id is distinct from s.person_id)`,
  },
  {
    name: 'only the root of a personal drive has an owner entry',
    query: sql`
      select g.file_id as id, 'has an owner entry' as says from file_grant g
      where g.source = 'owner' and not exists (select from space s where s.root_id = g.file_id and s.kind = 'person')`,
  },
  {
    name: 'every group space has its group',
    query: sql`
      select s.id, 'holds files or members, but its group is gone' as says from space s
      where s.kind = 'group' and not exists (select from "group" g where g.id = s.id)
        and (s.member_rows > 0 or exists (select from file f where f.parent_id = s.root_id))`,
  },
  {
    name: 'every group owner exists',
    query: sql`
      select g.id, format('its owner %s was deleted', g.owner_id) as says
      from "group" g join person p on p.id = g.owner_id where p.status = 'removed'`,
  },
  {
    name: 'shares have recipients, and their entries have a share',
    query: sql`
      select sh.id, 'is a share without recipients' as says from share sh
      where not exists (select from file_grant g where g.file_id = sh.file_id and g.source = 'share')
      union all
      select distinct g.file_id, 'has entries of a missing share' from file_grant g
      where g.source = 'share' and not exists (select from share sh where sh.file_id = g.file_id)`,
  },
  {
    name: 'every share is in the personal drive of its file',
    query: sql`
      select sh.id, format('is recorded in space %s, its file is in %s (%s)', sh.space_id, f.space_id, s.kind) as says
      from share sh join file f on f.id = sh.file_id join space s on s.id = f.space_id
      where sh.space_id <> f.space_id or s.kind <> 'person'`,
  },
  {
    name: 'only items in groups have their own permissions',
    query: sql`
      select distinct g.file_id as id, format('has its own permissions in a space of kind %s', s.kind) as says
      from file_grant g join file f on f.id = g.file_id join space s on s.id = f.space_id
      where g.source = 'entry' and s.kind <> 'group'
      union all
      select distinct g.file_id, 'has its own permissions and is the root of a space' from file_grant g
      join space s on s.root_id = g.file_id where g.source = 'entry'`,
  },
  {
    name: 'everyone with access exists',
    query: sql`
      select g.file_id as id, format('is accessible to %s %s, which does not exist', g.principal_type, g.principal_id) as says
      from file_grant g
      where g.source <> 'owner'
        and not exists (
          select from person p where g.principal_type = 'person' and p.id = g.principal_id and p.status <> 'removed')
        and not exists (select from department d where g.principal_type = 'department' and d.id = g.principal_id)
        and not exists (select from "group" o where g.principal_type = 'group' and o.id = g.principal_id)`,
  },
  {
    name: 'users being offboarded are frozen, then deleted',
    query: sql`
      select l.person_id as id, format('offboarding is %s, but the account is %s', l.state, p.status) as says
      from offboarding l join person p on p.id = l.person_id
      where case when l.state = 'ended' then p.status <> 'removed' else p.status = 'active' end`,
  },
]
