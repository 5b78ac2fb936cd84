-- Kept numbers of who is in what, so that a page of groups counts nobody: people of a department by itself, and of a
-- group the rows of its members and how many of those are people.
alter table department add column people integer not null default 0 check (people >= 0);
update department d set people = p.n
from (select department_id, count(*) as n from person where status <> 'removed' group by 1) p
where p.department_id = d.id;

create function keep_department_people() returns trigger language plpgsql as $$
declare
  was uuid;
  now_in uuid;
begin
  if tg_op <> 'INSERT' and old.status <> 'removed' then was := old.department_id; end if;
  if tg_op <> 'DELETE' and new.status <> 'removed' then now_in := new.department_id; end if;
  if was is distinct from now_in then
    update department d set people = d.people + case when d.id = now_in then 1 else -1 end
    from (select id from department where id in (was, now_in) order by id for no key update) held
    where d.id = held.id;
  end if;
  return null;
end $$;
create trigger person_enters_department after insert on person
  for each row when (new.department_id is not null) execute function keep_department_people();
create trigger person_changes_department after update of department_id, status on person
  for each row execute function keep_department_people();
create trigger person_leaves_department after delete on person
  for each row when (old.department_id is not null) execute function keep_department_people();

alter table space
  add column member_rows integer not null default 0 check (member_rows >= 0),
  add column member_people integer not null default 0 check (member_people >= 0);

create function keep_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update space set member_rows = member_rows + t.n, member_people = member_people + t.people
    from (
      select file_id, count(*) as n, count(*) filter (where principal_type = 'person') as people
      from added where source = 'member' group by file_id
    ) t where space.root_id = t.file_id;
  else
    update space set member_rows = member_rows - t.n, member_people = member_people - t.people
    from (
      select file_id, count(*) as n, count(*) filter (where principal_type = 'person') as people
      from removed where source = 'member' group by file_id
    ) t where space.root_id = t.file_id;
  end if;
  return null;
end $$;
create trigger members_added after insert on file_grant
  referencing new table as added for each statement execute function keep_members();
create trigger members_removed after delete on file_grant
  referencing old table as removed for each statement execute function keep_members();
