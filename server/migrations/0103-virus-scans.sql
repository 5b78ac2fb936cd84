-- What a virus scanner said of content. Content without a row was not scanned yet, or came before a scanner was configured.
create table virus_scan (
  blob_id uuid primary key references blob on delete cascade,
  state text not null check (state in ('waiting', 'clean', 'infected', 'tooLarge', 'failed')),
  -- The name of what was found; stays when an administrator declares the content clean.
  finding text,
  -- Why it could not be scanned, as the scanner says.
  reason text,
  -- Of the scanner's signatures: engine/number, and their date where it is known.
  signature text,
  signature_at timestamptz(3),
  scanned_at timestamptz(3),
  -- Of waiting content: not before, as a server is at it, or the last try failed.
  retry_at timestamptz(3) not null default now(),
  -- An administrator has declared it clean; scans do not change that.
  released_by uuid references person on delete set null,
  released_at timestamptz(3),
  release_reason text,
  constraint virus_scan_finding_check check (state <> 'infected' or finding is not null),
  constraint virus_scan_released_check check (released_at is null or state = 'clean')
);
create index virus_scan_waiting on virus_scan (blob_id) where state = 'waiting';
create index virus_scan_held on virus_scan (scanned_at desc, blob_id desc) where state in ('infected', 'tooLarge', 'failed');
create index virus_scan_released_by on virus_scan (released_by) where released_by is not null;

-- Rounds over all content, begun when a scanner has other signatures: the newest content first, down to `before`.
create table virus_sweep (
  address text primary key,
  signature text not null,
  before uuid,
  scanned bigint not null default 0,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3)
);

-- New content waits for its scan, whatever way it comes, where the cluster of its bucket or of any server has a scanner.
create function queue_virus_scan() returns trigger language plpgsql as $$
begin
  if exists (select from cluster c where c.antivirus_address <> '' and (
      exists (select from cluster_bucket b where b.cluster_id = c.id and b.bucket = new.bucket)
      or exists (select from node n where n.cluster_id = c.id))) then
    insert into virus_scan (blob_id, state) values (new.id, 'waiting') on conflict do nothing;
  end if;
  return null;
end $$;
create trigger blob_virus_scan after insert on blob
  for each row when (new.state in ('live', 'unverified')) execute function queue_virus_scan();

-- Content that was damaged and is whole again may have been scanned while it was damaged.
create function repeat_virus_scan() returns trigger language plpgsql as $$
begin
  update virus_scan set state = 'waiting', retry_at = now()
  where blob_id = new.id and state in ('clean', 'tooLarge', 'failed') and released_at is null;
  return null;
end $$;
create trigger blob_virus_rescan after update of state, key on blob
  for each row when (old.state = 'quarantined') execute function repeat_virus_scan();

-- Servers then know anew which buckets have a scanner.
drop trigger cluster_changed on cluster;
create trigger cluster_changed after update of site_id, antivirus_address or delete on cluster
  for each statement execute function notify_buckets();
