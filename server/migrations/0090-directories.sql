-- Directories (LDAP, Active Directory, SCIM): where people and departments come from, and what each run did.
create table directory (
  id uuid primary key,
  -- What administrators call it in configurations; shown as ID.
  code text not null,
  code_key text not null constraint directory_code_taken unique,
  name text not null,
  protocol text not null check (protocol in ('ldap', 'activeDirectory', 'scim')),
  -- All settings but the password.
  settings jsonb not null,
  -- Of the account that reads, sealed; null where there is none.
  password bytea,
  enabled boolean not null default true,
  -- How far the last run has read, for a run that reads changes only; null: the next run reads everything.
  cursor jsonb,
  created_at timestamptz(3) not null default now(),
  -- End of the last run that was applied.
  synced_at timestamptz(3)
);

-- Who comes from which directory; found again by the directory's own id, whatever the name.
create table directory_person (
  directory_id uuid not null references directory on delete cascade,
  external_id text not null,
  person_id uuid not null unique references person on delete cascade,
  -- Its place in the directory; '' where there is none.
  dn text not null,
  -- SHA-256 of what was applied last; null: apply it again.
  applied bytea,
  -- Roles that the directory has given: names of presets, ids of others.
  roles text[] not null default '{}',
  -- Whether the directory has frozen the account: disabled there, or gone.
  frozen boolean not null default false,
  left_at timestamptz(3),
  primary key (directory_id, external_id)
);

create table directory_department (
  directory_id uuid not null references directory on delete cascade,
  external_id text not null,
  department_id uuid not null unique references department on delete cascade,
  dn text not null,
  -- Gone from the directory, but still in use here.
  gone boolean not null default false,
  primary key (directory_id, external_id)
);

-- Groups that the last complete run found, for the choice of roles.
create table directory_group (
  directory_id uuid not null references directory on delete cascade,
  dn text not null,
  name text not null,
  members integer not null,
  primary key (directory_id, dn)
);

create table directory_run (
  id uuid primary key,
  directory_id uuid not null references directory on delete cascade,
  kind text not null check (kind in ('full', 'incremental', 'dryRun')),
  state text not null check (state in ('queued', 'reading', 'applying', 'waiting', 'done', 'failed', 'discarded')),
  -- The administrator; null: the schedule.
  started_by uuid references person,
  -- Of the request that started it, for the audit log.
  request_context jsonb,
  -- The waiting run whose leavers were confirmed.
  confirms uuid,
  -- The process that works on it, and its last sign of life.
  runner uuid,
  alive_at timestamptz(3),
  counts jsonb not null default '{}',
  -- Of single entries; capped, counts has how many there were.
  problems jsonb not null default '[]',
  -- Why the run failed as a whole: name and details.
  error jsonb,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index directory_run_latest on directory_run (directory_id, created_at desc, id);
create unique index directory_run_open on directory_run (directory_id) where state in ('queued', 'reading', 'applying');

-- What a run did, or a dry run would do, to whom; capped, the run's counts has how many there were.
create table directory_change (
  run_id uuid not null references directory_run on delete cascade,
  position integer not null,
  -- Person or department.
  subject text not null check (subject in ('person', 'department')),
  kind text not null,
  external_id text not null,
  name text not null,
  detail jsonb not null default '{}',
  primary key (run_id, position)
);
create index directory_change_kind on directory_change (run_id, subject, kind, position);

-- Entries of a run that have to be applied, until they are; lost with a crash, as is the run.
create unlogged table directory_entry (
  run_id uuid not null,
  external_id text not null,
  entry jsonb not null,
  primary key (run_id, external_id)
);

-- Null where a directory, not a person, has started it.
alter table offboarding alter column started_by drop not null;
