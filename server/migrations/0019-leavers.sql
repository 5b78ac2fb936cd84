-- Somebody who leaves: what was decided, and how far it has come. What it has is handed over in one transaction; what is
-- left goes to the administrators' bin when the account is purged.
create table leaver (
  person_id uuid primary key references person on delete cascade,
  to_id uuid references person,
  by_id uuid not null references person,
  enlarge boolean not null default false,
  -- Name of the folder that the files go into.
  folder_name text not null,
  state text not null check (state in ('handing', 'kept', 'failed', 'ended')),
  -- The catalogue's name of what made the handover fail, and its details.
  failure text,
  failure_details jsonb,
  created_at timestamptz(3) not null default now(),
  purge_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index leaver_open on leaver (state, purge_at) where state <> 'ended';
