-- A file waits once for the content check of the same person's doing at a place, however often a call is repeated.
delete from dlp_pending a using dlp_pending b
  where a.id > b.id and a.file_id = b.file_id and a.version_id = b.version_id and a.place = b.place
    and a.person_id = b.person_id and a.name = b.name;
-- The file or folder of the call that it is, or lies in: its person knows that name, though perhaps not the file's.
alter table dlp_pending add column top_name text;
create unique index dlp_pending_once on dlp_pending (file_id, version_id, place, person_id, name);

create or replace function file_comes_into_group() returns trigger language plpgsql as $$
begin
  if exists (select from dlp_rule where enabled and 'upload' = any(places))
    and exists (select from space where id = new.space_id and kind = 'group') then
    insert into dlp_pending (place, person_id, file_id, name, version_id)
    values ('upload', new.updated_by, new.id, new.name, new.version_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
