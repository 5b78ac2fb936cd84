-- Content that somebody asked for at a cluster that does not read at others: its copy there is kept until then, without a sync.
create table requested_copy (
  blob_id uuid not null references blob on delete cascade,
  cluster_id uuid not null references cluster on delete cascade,
  requested_at timestamptz not null,
  keep_until timestamptz not null,
  primary key (blob_id, cluster_id)
);
create index requested_copy_cluster on requested_copy (cluster_id);

-- Servers then read anew whether they read at other clusters.
drop trigger cluster_changed on cluster;
create trigger cluster_changed after update of site_id, antivirus_address, remote_reads or delete on cluster
  for each statement execute function notify_buckets();
