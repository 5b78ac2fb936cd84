-- One row and one state for each object that the server stores. Until now the state of an object was spread over
-- blob.state, blob.unreachable_since, rows of loose_object with or without spare_for, and content_fault.state_before.
--   pending      being written: a copy that no content uses yet, or a temporary file; collected after a day
--   unverified   content as its sender announced it, not read back by the server yet
--   live         verified content that versions use
--   orphaned     no version uses it; collected after a day
--   redundant    an equal upload that is kept until the content used in its place (duplicate_of) has been read
--   quarantined  content that is damaged or was lost
--   deleting     its bytes are being removed
alter table blob
  drop constraint blob_state_check,
  alter column sha256 drop not null,
  alter column size drop not null,
  add column state_since timestamptz not null default now(),
  add column duplicate_of uuid;

update blob set
  state_since = coalesce(unreachable_since, created_at),
  state = case
    when unreachable_since is not null and state = 'received' and sent_by is null then 'deleting'
    when unreachable_since is not null then 'orphaned'
    when state = 'received' then 'unverified'
    when state = 'quarantined' then 'quarantined'
    else 'live'
  end;

insert into blob (id, size, bucket, key, etag, state, state_since, duplicate_of)
select gen_random_uuid(), size, bucket, key, etag,
  case when spare_for is not null then 'redundant' when size is not null then 'orphaned' else 'pending' end,
  since, spare_for
from loose_object
on conflict (bucket, key) do nothing;

drop table loose_object;
drop index blob_unreachable;
drop index blob_received;
alter table blob
  drop column unreachable_since,
  add constraint blob_state_check check
    (state in ('pending', 'unverified', 'live', 'orphaned', 'redundant', 'quarantined', 'deleting')),
  add constraint blob_content_check check
    (state not in ('unverified', 'live', 'quarantined') or (sha256 is not null and size is not null)),
  add constraint blob_duplicate_check check ((state = 'redundant') = (duplicate_of is not null));
create index blob_unverified on blob (created_at) where state = 'unverified';
create index blob_garbage on blob (id) where state in ('pending', 'orphaned', 'redundant', 'deleting');

-- Only verified content is recorded as damaged; it is live again once it is repaired.
alter table content_fault drop column state_before;
alter table content_sweep drop constraint content_sweep_kind_check;
delete from content_sweep where kind = 'loose';
update content_sweep set kind = 'objects' where kind = 'content';
update content_sweep set kind = 'untracked' where kind = 'strays';
alter table content_sweep add constraint content_sweep_kind_check check (kind in ('uploads', 'objects', 'untracked'));
