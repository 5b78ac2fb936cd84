-- Labels and remarks of files and folders (B§5). The keys are those of contract/src/label-names.ts, in the order of the labels.
alter table file
  add column labels text[],
  add column label_keys text[],
  add column remark text,
  add constraint file_labels check (
    labels is null and label_keys is null
    or cardinality(labels) = cardinality(label_keys) and cardinality(labels) between 1 and 5);
alter table copy_row add column labels text[], add column label_keys text[], add column remark text;

-- For lists of a folder and for search in spaces, by label.
create index file_labeled on file using gin (space_id, parent_id, label_keys) where label_keys is not null;

-- Every label that a file of the space has, and some that files had: their colors, and what is suggested.
create table label (
  space_id uuid not null references space on delete cascade,
  -- Prefixes are looked up by the primary key.
  name_key text collate "C" not null,
  name text not null,
  -- Null where nobody has chosen one.
  color text check (color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple')),
  used_at timestamptz not null default now(),
  primary key (space_id, name_key)
);
create index label_used on label (space_id, used_at desc);

-- Files that come from another space bring their labels, in their colors where the space has none of that name.
create function labels_come_into_space() returns trigger language plpgsql as $$
begin
  insert into label (space_id, name_key, name, color)
  select new.space_id, t.name_key, t.name,
    (select l.color from label l where l.space_id = old.space_id and l.name_key = t.name_key)
  from unnest(new.label_keys, new.labels) t (name_key, name) order by t.name_key
  on conflict do nothing;
  return null;
end $$;
create trigger file_brings_labels after update of space_id on file
  for each row when (new.labels is not null and old.space_id is distinct from new.space_id)
  execute function labels_come_into_space();
