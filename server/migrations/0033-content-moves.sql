-- Content goes from one bucket to another while people work: row by row, each switched once its copy was read again.
create table content_move (
  id uuid primary key,
  from_bucket text not null,
  to_bucket text not null check (to_bucket <> from_bucket),
  -- Null: as fast as it goes.
  bytes_per_second bigint check (bytes_per_second > 0),
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  objects bigint not null default 0,
  bytes bigint not null default 0,
  -- Content that could not be copied, or not as it was saved; it stays where it is.
  failed bigint not null default 0,
  begun_at timestamptz not null,
  ended_at timestamptz
);
create unique index content_move_running on content_move ((true)) where state = 'running';

-- Objects that no content names for the time being: copies on their way in, and what was left behind, which somebody may
-- still be reading. A day later they go, unless content names them by then.
create table loose_object (
  bucket text not null,
  key text not null,
  since timestamptz not null,
  primary key (bucket, key)
);
create index loose_object_since on loose_object (since);
