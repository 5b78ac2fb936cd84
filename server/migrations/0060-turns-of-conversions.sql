-- Conversions are made in turn for the people who ask, previews before thumbnails, and tell how far they are.
alter table rendition
  -- The person who asked last, while it waits or runs; only for taking turns.
  add column asked_by uuid,
  -- When a preview that somebody has open asked last.
  add column preview_asked_at timestamptz,
  -- Of a running one: the share that is done, from 0 to 1, where that is known.
  add column progress real;
drop index rendition_waiting;
create index rendition_waiting on rendition (kind) where state in ('queued', 'running');
