-- SCIM: what a client has said of people and groups of its directory, its token, and what was refused to it.
create table scim_token (
  directory_id uuid primary key references directory on delete cascade,
  -- SHA-256; the token itself is told once and kept nowhere.
  token_hash bytea not null constraint scim_token_unique unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  last_ip text
);

create table scim_user (
  directory_id uuid not null references directory on delete cascade,
  -- `id` of the resource, and `external_id` of directory_person; the account comes with the first time that it is active.
  id uuid not null,
  -- The client's.
  external_id text,
  user_name text not null,
  user_key text not null,
  active boolean not null,
  -- The other attributes that are kept.
  resource jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- When it was deactivated or deleted last, while that counts for the guard.
  departed_at timestamptz(3),
  -- Its roles have to be applied again.
  pending boolean not null default false,
  primary key (directory_id, id)
);
create unique index scim_user_name on scim_user (directory_id, user_key) where deleted_at is null;
create index scim_user_external on scim_user (directory_id, external_id);
create index scim_user_order on scim_user (directory_id, created_at, id) where deleted_at is null;
create index scim_user_departed on scim_user (directory_id, departed_at) where departed_at is not null;
create index scim_user_pending on scim_user (directory_id, id) where pending;

create table scim_group (
  directory_id uuid not null references directory on delete cascade,
  id uuid primary key,
  external_id text,
  name text not null,
  name_key text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  constraint scim_group_name unique (directory_id, name_key)
);

create table scim_group_member (
  group_id uuid not null references scim_group on delete cascade,
  directory_id uuid not null,
  user_id uuid not null,
  primary key (group_id, user_id),
  foreign key (directory_id, user_id) references scim_user on delete cascade
);
create index scim_group_member_user on scim_group_member (directory_id, user_id);

-- The latest calls that were refused, for the administrator; capped.
create table scim_problem (
  id uuid primary key,
  directory_id uuid not null references directory on delete cascade,
  at timestamptz(3) not null,
  request text not null,
  status integer not null,
  fault text not null,
  value text not null
);
create index scim_problem_latest on scim_problem (directory_id, id desc);

alter table directory_run drop constraint directory_run_kind_check;
alter table directory_run add constraint directory_run_kind_check
  check (kind in ('full', 'incremental', 'dryRun', 'push'));
