-- Locks the spaces that files belong to, in one order for everybody. While it waited, something may have gone into
-- another space: what it answers for is what is so once the locks are held.
create function lock_spaces(file_ids uuid[]) returns void language plpgsql as $$
declare
  wanted uuid[];
  held uuid[];
begin
  loop
    select array_agg(distinct space_id) into wanted from file where id = any(file_ids);
    perform from space where id = any(wanted) order by id for update;
    select array_agg(distinct space_id) into held from file where id = any(file_ids);
    exit when held <@ wanted or held is null;
  end loop;
end $$;

-- Whom principals stand for: people, all who are in departments or below them, and the members of groups. Only those who
-- can sign in.
create function people_of(principals uuid[]) returns setof uuid language sql stable as $$
  with recursive named as (
    select unnest(principals) as id
    union
    select g.principal_id from space s join file_grant g on g.file_id = s.root_id and g.source = 'member'
    where s.id = any(principals)
  ), below as (
    select d.id from department d join named on named.id = d.id
    union
    select d.id from below join department d on d.parent_id = below.id
  )
  select p.id from person p join named on named.id = p.id where p.status = 'active'
  union
  select p.id from person p join below on below.id = p.department_id where p.status = 'active'
$$;
