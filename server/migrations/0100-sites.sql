-- Nodes (our servers), clusters of them with the buckets near them, and sites, which are places with clusters.
create table site (
  id uuid primary key,
  name text not null,
  -- Of the sign-in page.
  region text check (region in ('asiaPacific', 'northAmerica')),
  -- People in these networks are at the site.
  networks cidr[] not null default '{}',
  -- Where people sign in at the site; null: as anywhere.
  address text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index site_name on site (lower(name));

create table cluster (
  id uuid primary key,
  name text not null,
  address text not null default '',
  site_id uuid references site on delete set null,
  -- clamd, as host:port.
  antivirus_address text not null default '',
  -- Converts Office files for previews.
  preview_address text not null default '',
  -- The Office server that people edit together with.
  coediting_address text not null default '',
  -- What "sync to" offers first.
  sync_direction text not null default 'oneWay' check (sync_direction in ('oneWay', 'twoWay')),
  sync_mode text not null default 'syncAndSave' check (sync_mode in ('sync', 'syncAndSave')),
  -- Of copies to its buckets; null: without a limit.
  bytes_per_second bigint check (bytes_per_second > 0),
  -- Whether its servers read from buckets of other clusters what has no copy here.
  remote_reads boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index cluster_name on cluster (lower(name));

create table node (
  id uuid primary key,
  name text not null check (char_length(name) between 3 and 12),
  remarks text not null default '',
  business_address text not null default '',
  internal_address text not null default '',
  cluster_id uuid references cluster on delete set null,
  -- The data folder of the server that it is; null: none has started as it yet.
  server_id uuid unique,
  version text,
  started_at timestamptz,
  seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index node_name on node (lower(name));

-- A bucket by its name, also one of the environment.
create table cluster_bucket (
  bucket text primary key,
  cluster_id uuid not null references cluster on delete cascade,
  -- Days that copies of the mode "sync only" are kept; null: 30.
  storage_cycle integer check (storage_cycle between 1 and 3650)
);
create index cluster_bucket_cluster on cluster_bucket (cluster_id);
create trigger cluster_bucket_changed after insert or update or delete on cluster_bucket
  for each statement execute function notify_buckets();
-- Servers then read anew where they are and which buckets are near.
create trigger cluster_changed after update of site_id or delete on cluster
  for each statement execute function notify_buckets();
create trigger node_changed after insert or update of cluster_id or delete on node
  for each statement execute function notify_buckets();

-- A copy of content in another bucket: a row of its own, as every stored object has.
alter table blob
  drop constraint blob_state_check,
  drop constraint blob_duplicate_check,
  add column verified_at timestamptz,
  add constraint blob_state_check check
    (state in ('pending', 'unverified', 'live', 'orphaned', 'redundant', 'quarantined', 'deleting', 'derived', 'copy')),
  add constraint blob_duplicate_check check ((state in ('redundant', 'copy')) = (duplicate_of is not null)),
  add constraint blob_copy_check check
    (state <> 'copy' or (sha256 is null and size is not null and verified_at is not null));
create unique index blob_copy_once on blob (duplicate_of, bucket) where state = 'copy';

-- What is kept at several clusters: a file, or a folder with all below it (the root of a group or a library, too).
create table sync_rule (
  id uuid primary key,
  file_id uuid not null unique references file on delete cascade,
  direction text not null check (direction in ('oneWay', 'twoWay')),
  mode text not null check (mode in ('sync', 'syncAndSave')),
  -- Of one way: from where.
  from_cluster_id uuid references cluster on delete set null,
  created_by uuid references person on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_run_at timestamptz not null
);
create index sync_rule_due on sync_rule (next_run_at);

create table sync_target (
  rule_id uuid not null references sync_rule on delete cascade,
  cluster_id uuid not null references cluster on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'syncing', 'finished', 'failed')),
  reason text check (reason in ('unreachable', 'full', 'noBucket', 'damaged', 'stopped')),
  -- Of the last run, and when it is tried again.
  started_at timestamptz,
  finished_at timestamptz,
  retry_at timestamptz,
  files integer not null default 0,
  files_done integer not null default 0,
  bytes bigint not null default 0,
  bytes_done bigint not null default 0,
  primary key (rule_id, cluster_id),
  constraint sync_target_failed_check check ((state = 'failed') = (reason is not null))
);
create index sync_target_cluster on sync_target (cluster_id);
