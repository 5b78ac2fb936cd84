-- Links whose files were checked show visitors nothing that was not: what changes in them is checked again.
alter table link
  add column is_checked boolean not null default false,
  -- Something below its targets has changed since.
  add column has_changed boolean not null default false;
update link set is_checked = true where review <> 'passed' or id in (select link_id from link_check);
create index link_checked on link (id) where is_checked and ended_at is null;
create index link_changed on link (id) where has_changed and ended_at is null;

-- Files and folders that came, moved, or have another name or version, until the links above them are known.
create table link_changed_file (
  file_id uuid primary key references file on delete cascade,
  queued_at timestamptz(3) not null default now()
);

create function file_changes_links() returns trigger language plpgsql as $$
begin
  if exists (select from link where is_checked and ended_at is null) then
    insert into link_changed_file (file_id) values (new.id) on conflict (file_id) do nothing;
  end if;
  return null;
end $$;
create trigger file_comes_into_links after insert on file
  for each row execute function file_changes_links();
create trigger file_changes_links after update of version_id, name, parent_id on file
  for each row when (old.version_id is distinct from new.version_id or old.name <> new.name
    or old.parent_id is distinct from new.parent_id)
  execute function file_changes_links();
