-- Search in the text of files. `content_text` has the text of a content once; `file_text` has for each file which short
-- sequences of letters its text contains, with the space in the same index, so that a search reads only entries of spaces that
-- the searcher has access to. Both can be made again from the content, and no backup contains them.
create table content_text (
  id uuid primary key,
  sha256 bytea not null,
  size bigint not null,
  text text not null,
  constraint content_text_once unique (sha256, size)
);

create table file_text (
  file_id uuid primary key references file on delete cascade,
  space_id uuid not null,
  version_id uuid not null,
  content_id uuid not null references content_text on delete cascade,
  -- Hashes of the sequences (features/search/content/grams.ts).
  grams integer[] not null
);
create index file_text_content on file_text (content_id);
create index file_text_search on file_text using gin (space_id, grams);

-- Files whose text is to be read: their content is new, or they came to another space. Filled by triggers, so that nothing is
-- left out whatever writes a file, also while contents are not searched.
create table text_queue (
  file_id uuid primary key references file on delete cascade,
  -- Tells a file that was queued again meanwhile.
  queued_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp()
);
create index text_queue_due on text_queue (due_at);

create function queue_text() returns trigger language plpgsql as $$
begin
  insert into text_queue (file_id) values (new.id)
  on conflict (file_id) do update set queued_at = clock_timestamp(), due_at = clock_timestamp();
  return null;
end $$;
create trigger file_has_content after insert on file
  for each row when (not new.is_folder) execute function queue_text();
create trigger file_changes_content after update of version_id, space_id on file
  for each row when (not new.is_folder
    and (old.version_id is distinct from new.version_id or old.space_id is distinct from new.space_id))
  execute function queue_text();

insert into text_queue (file_id) select id from file where not is_folder;

-- By the index in any case: to the planner a table whose arrays are stored apart looks small enough to read as a whole.
create function files_with_grams(spaces uuid[], wanted integer[])
returns table (file_id uuid, version_id uuid, content_id uuid)
language sql stable rows 1000 set enable_seqscan = off
as $$ select file_id, version_id, content_id from file_text where space_id = any(spaces) and grams @> wanted $$;
