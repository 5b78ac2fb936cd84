-- How many people principals stand for together, each once: people, departments with all below them, groups with their
-- members. Only those who can sign in count, and not whom it is somebody else's to reckon with already.
create function people_reached(principals uuid[], leave_out uuid) returns bigint language sql stable as $$
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
  select count(*) from (
    select p.id from person p join named on named.id = p.id where p.status = 'active'
    union
    select p.id from person p join below on below.id = p.department_id where p.status = 'active'
  ) reached where id is distinct from leave_out
$$;

-- Whose a share is, so that what an owner has shared is found without looking at everybody's. It follows its file.
alter table share add column space_id uuid references space;
update share set space_id = f.space_id from file f where f.id = share.file_id;
alter table share alter column space_id set not null;
create index share_by_space on share (space_id, created_at, id);
create function share_follows() returns trigger language plpgsql as $$
begin
  update share set space_id = new.space_id where file_id = new.id;
  return null;
end
$$;
create trigger share_follows after update of space_id on file
  for each row when (old.space_id is distinct from new.space_id) execute function share_follows();
