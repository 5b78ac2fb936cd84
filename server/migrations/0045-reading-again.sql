-- What is stored is read again little by little: of each bucket, how far one round over all of it has come, by key.
create table content_reading (
  bucket text primary key,
  -- The last key that was read.
  after text not null default '',
  -- What there was when the round began, and what of it was read.
  all_objects bigint not null,
  all_bytes bigint not null,
  objects bigint not null default 0,
  bytes bigint not null default 0,
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- When a round last ended; null until one has.
  whole_at timestamptz
);

-- Content that was not there, or not as it came, when it was read again. What looks lost is looked at again before it is
-- taken for damaged; what is damaged is `quarantined`, and has the state back that it had once it is mended.
create table content_fault (
  blob_id uuid primary key references blob on delete cascade,
  wrong text not null check (wrong in ('missing', 'size', 'hash', 'unreadable')),
  says text not null,
  seen_at timestamptz not null,
  tried_at timestamptz not null,
  damaged_at timestamptz,
  state_before text not null,
  mended_at timestamptz,
  told_at timestamptz
);
create index content_fault_open on content_fault (tried_at) where mended_at is null;
