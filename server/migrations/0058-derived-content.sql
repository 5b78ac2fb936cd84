-- Renditions: what is made from content, such as thumbnails. Each is made once for a content and kept in the object store as
-- long as the content is in use and the space set aside for renditions lasts. Its object has the state `derived`: it is no
-- content, so nothing is deduplicated with it, no version refers to it, and no backup contains it.
alter table blob
  drop constraint blob_state_check,
  add constraint blob_state_check check
    (state in ('pending', 'unverified', 'live', 'orphaned', 'redundant', 'quarantined', 'deleting', 'derived')),
  add constraint blob_derived_check check
    (state <> 'derived' or (sha256 is null and size is not null and crc32 is not null));

create table rendition (
  id uuid primary key,
  -- The content that it is made from.
  sha256 bytea not null,
  size bigint not null,
  kind text not null,
  state text not null check (state in ('queued', 'running', 'ready', 'failed')),
  converter_version integer not null,
  -- Of a ready one.
  blob_id uuid references blob,
  meta jsonb not null default '{}',
  -- Of a failed one: why.
  reason text,
  -- Made even if nobody waits for it.
  in_background boolean not null default false,
  asked_at timestamptz not null,
  -- Not tried again before, because the store or the disk failed.
  not_before timestamptz,
  attempts integer not null default 0,
  -- The server that makes it, and how long that is believed without a sign of life.
  worker uuid,
  lease_until timestamptz,
  finished_at timestamptz,
  last_used_at timestamptz,
  constraint rendition_once unique (sha256, size, kind),
  constraint rendition_ready_check check ((state = 'ready') = (blob_id is not null)),
  constraint rendition_running_check check ((state = 'running') = (worker is not null)),
  constraint rendition_failed_check check ((state = 'failed') = (reason is not null))
);
create index rendition_waiting on rendition (in_background, asked_at desc) where state in ('queued', 'running');
create index rendition_blob on rendition (blob_id) where blob_id is not null;
create index rendition_used on rendition (last_used_at) where state = 'ready';
