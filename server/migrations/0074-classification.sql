-- Classification of files and folders (C G15): 0 public, 1 internal, 2 confidential, 3 secret; null inherits from the folder.
alter table file add column classification smallint check (classification between 0 and 3);
create index file_classified on file (space_id) where classification is not null;
alter table copy_row add column classification smallint;

-- The highest level that is set on a file or above it; null without any.
create function classification_of(start uuid) returns smallint stable language sql as $$
  with recursive up as (
    select id, parent_id, classification from file where id = start
    union all
    select f.id, f.parent_id, f.classification from up join file f on f.id = up.parent_id
  )
  select max(classification) from up
$$;

-- What leaves a folder keeps the level that it inherited there: only administrators lower it.
create function keep_classification() returns trigger language plpgsql as $$
declare
  inherited smallint;
begin
  if exists (select from file where space_id = old.space_id and classification is not null) then
    inherited := classification_of(old.parent_id);
    new.classification := greatest(new.classification, inherited);
  end if;
  return new;
end $$;
create trigger file_keeps_classification before update of parent_id on file
  for each row when (old.parent_id is not null and old.parent_id is distinct from new.parent_id)
  execute function keep_classification();
