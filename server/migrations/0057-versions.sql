-- Versions can be named, restored and removed, and expire by count and age (G22).
alter table file_version
  -- Of a pinned version.
  add column name text check (length(name) between 1 and 64),
  -- The number of the version whose content it has again.
  add column restored_from integer,
  -- When another version became the current one: its age counts from then. Null for current versions.
  add column superseded_at timestamptz;

update file_version v set superseded_at = coalesce(
  (select greatest(v.created_at, n.created_at) from file_version n where n.file_id = v.file_id and n.no > v.no order by n.no limit 1),
  now()
)
where not exists (select from file f where f.version_id = v.id);

-- Files that have, or had, several versions: what the cleanup looks through.
create index file_versioned on file (space_id, id) where version_no > 1;

-- How many versions a space keeps, and how many days after they were replaced (0: however old). Null: as the installation
-- has it.
alter table space
  add column versions_kept integer check (versions_kept between 1 and 1000),
  add column version_days integer check (version_days between 0 and 3650);
