-- Business libraries (R94). A library is a group with a form for its files: rows of "group", space and library share an id, so
-- that members, roles, recycle bin and dissolving are those of groups. Its capacity is the company's and counts against no
-- allowance.
alter table "group" add column is_library boolean not null default false;

create table library (
  id uuid primary key references "group" on delete cascade,
  code text not null,
  menu_display boolean not null default true,
  -- Clusters that all its files are kept at.
  cluster_ids uuid[] not null default '{}',
  updated_at timestamptz not null
);
create unique index library_code_taken on library (lower(code));

create table library_icon (
  library_id uuid not null references library on delete cascade,
  kind text not null check (kind in ('home', 'tool', 'menu', 'app')),
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 65536),
  updated_at timestamptz not null,
  primary key (library_id, kind)
);

-- A category is a folder of the library with a code: the name and the place are the folder's.
create table library_category (
  folder_id uuid primary key references file on delete cascade,
  library_id uuid not null references library on delete cascade,
  code text not null
);
create unique index library_category_code_taken on library_category (library_id, lower(code));

create table library_attribute (
  id uuid primary key,
  library_id uuid not null references library on delete cascade,
  name text not null,
  code text not null,
  type text not null check (type in ('text', 'number', 'date', 'choice', 'yesNo')),
  -- Characters of a text, digits of a number.
  length integer check (length between 1 and 9999),
  -- Of a number.
  min numeric,
  max numeric,
  options text[] not null default '{}',
  in_list boolean not null default true,
  allow_empty boolean not null default true,
  searchable boolean not null default false,
  -- Set once.
  read_only boolean not null default false,
  position integer not null,
  constraint library_attribute_range_check check
    ((type = 'number') = (min is not null) and (type = 'number') = (max is not null) and min <= max)
);
-- Checked at the end: names may be exchanged.
alter table library_attribute
  add constraint library_attribute_name_taken unique (library_id, name) deferrable initially deferred,
  add constraint library_attribute_code_taken unique (library_id, code) deferrable initially deferred;

-- Values follow the file, also where it leaves the library for a while.
create table library_value (
  file_id uuid not null references file on delete cascade,
  attribute_id uuid not null references library_attribute on delete cascade,
  -- As it is shown: a day as 2026-05-31, a number without trailing zeros.
  value text not null check (value <> ''),
  -- Folded, of what is searched by its text.
  value_key text not null,
  number numeric,
  primary key (file_id, attribute_id)
);
-- Long texts do not fit into an index whole.
create index library_value_text on library_value (attribute_id, left(value_key, 100) collate "C", file_id);
create index library_value_number on library_value (attribute_id, number, file_id) where number is not null;
create index library_value_part on library_value using gin (attribute_id, value_key gin_trgm_ops);

-- What somebody who uploads into a library has filled in already; it becomes the values of the file as soon as that is there.
create table library_draft (
  folder_id uuid not null references file on delete cascade,
  person_id uuid not null references person on delete cascade,
  name_key text not null,
  -- {"attribute id": {"value", "key", "number"}}
  entries jsonb not null,
  expires_at timestamptz not null,
  primary key (folder_id, person_id, name_key)
);
create index library_draft_expiry on library_draft (expires_at);

create function take_library_draft() returns trigger language plpgsql as $$
declare
  taken jsonb;
begin
  delete from library_draft d
  where d.folder_id = new.parent_id and d.person_id = new.created_by and d.name_key = new.name_key
    and d.expires_at > now()
  returning d.entries into taken;
  if taken is not null then
    insert into library_value (file_id, attribute_id, value, value_key, number)
    select new.id, a.id, e.value ->> 'value', e.value ->> 'key', (e.value ->> 'number')::numeric
    from jsonb_each(taken) e join library_attribute a on a.id = e.key::uuid;
  end if;
  return null;
end $$;
create trigger file_takes_library_draft after insert on file for each row
  when (not new.is_folder and new.parent_id is not null) execute function take_library_draft();
