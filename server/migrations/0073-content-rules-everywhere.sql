-- Where rules of the content check apply besides links, and files that a call let pass before their content was checked.
alter table dlp_rule add column places text[] not null default '{}'
  check (places <@ array['share', 'transfer', 'upload']);

create table dlp_pending (
  id uuid primary key default new_id(),
  place text not null check (place in ('share', 'transfer', 'upload')),
  -- Who did it.
  person_id uuid references person on delete set null,
  -- The file itself, or for a copy the one that it was made of.
  file_id uuid not null,
  name text not null,
  -- Its content; of content that is being verified the hash is not known yet.
  version_id uuid,
  sha256 bytea,
  size bigint,
  queued_at timestamptz(3) not null default now()
);
create index dlp_pending_next on dlp_pending (queued_at);

-- New files and versions in groups.
create function file_comes_into_group() returns trigger language plpgsql as $$
begin
  if exists (select from dlp_rule where enabled and 'upload' = any(places))
    and exists (select from space where id = new.space_id and kind = 'group') then
    insert into dlp_pending (place, person_id, file_id, name, version_id)
    values ('upload', new.updated_by, new.id, new.name, new.version_id);
  end if;
  return null;
end $$;
create trigger file_comes_into_group after insert on file
  for each row when (not new.is_folder) execute function file_comes_into_group();
create trigger file_changes_in_group after update of version_id, name on file
  for each row when (not new.is_folder and (old.version_id is distinct from new.version_id or old.name <> new.name))
  execute function file_comes_into_group();
