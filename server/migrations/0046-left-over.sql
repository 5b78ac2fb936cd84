-- Administrators see what is left over, and what sweeping it up came to. What rows do not say, sweeps remember: asking
-- the stores anew whenever somebody looks would take as long as a listing of all that they hold.

-- Of each kind of sweep the last one, and the last one that removed anything.
create table content_sweep (
  kind text primary key check (kind in ('uploads', 'content', 'loose', 'strays')),
  swept_at timestamptz not null,
  removed_at timestamptz,
  removed_objects bigint not null default 0,
  removed_bytes bigint not null default 0
);

-- What lay aside in each bucket, named by no row, when it was last listed.
create table strays_aside (
  bucket text primary key,
  objects bigint not null,
  bytes bigint not null,
  seen_at timestamptz not null
);

-- Of what was left behind by a move, or in place of what was mended: whatever is on its way in has none.
alter table loose_object add column size bigint;
