-- Imports from old drives: where from, what is being imported, and what became of each file.
create table import_source (
  id uuid primary key,
  kind text not null check (kind in ('webdav', 'folder')),
  name text not null,
  -- URL of a WebDAV server, or absolute path of a folder on the server.
  address text not null,
  created_at timestamptz(3) not null default now()
);

-- Who may use a folder of the server.
create table import_source_person (
  source_id uuid not null references import_source on delete cascade,
  person_id uuid not null references person on delete cascade,
  primary key (source_id, person_id)
);
create index import_source_person_person on import_source_person (person_id);

-- One folder of a source into one folder here; its latest run is the job.
create table import (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  source_id uuid references import_source on delete set null,
  source_name text not null,
  kind text not null check (kind in ('webdav', 'folder')),
  path text not null,
  target_id uuid not null,
  job_id uuid not null,
  state text not null check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- Why it failed as a whole: name and details.
  error jsonb,
  run integer not null,
  account text not null,
  -- The password, sealed; only while the job runs.
  credentials bytea,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index import_person on import (person_id, created_at desc);
create index import_source_imports on import (source_id);
create index import_job on import (job_id);
create index import_ended on import (ended_at);

create table import_item (
  no bigint generated always as identity,
  import_id uuid not null references import on delete cascade,
  -- SHA-256 of the path, which may be too long for an index.
  path_key bytea not null,
  path text not null,
  is_folder boolean not null,
  -- As the source listed it when it was imported.
  size bigint,
  etag text,
  modified_at timestamptz(3),
  -- What it became here.
  file_id uuid,
  name text,
  is_renamed boolean not null default false,
  outcome text not null check (outcome in ('imported', 'there', 'keptBoth', 'skipped', 'failed')),
  -- Name and details of the error.
  error jsonb,
  -- Of the import, by which it was last looked at.
  run integer not null,
  primary key (import_id, path_key)
);
create index import_item_no on import_item (import_id, no);
create index import_item_file on import_item (import_id, file_id);
