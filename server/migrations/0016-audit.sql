-- The audit log: what was done, by whom, from where, in a chain that shows when an entry was changed, removed or added.
-- Changes come from the feed; what changes nothing (a sign-in, a download, a refusal) is put down beside them. A sealer
-- takes both over into the log, which nobody can change afterwards.

-- How each change came about: trace id, address, device, region and call, where a request stands behind it.
alter table change
  add column name text,
  add column circumstances jsonb;

-- The region chosen at sign-in.
alter table session add column region text;

-- What waits to be taken over; gone from here in the same transaction.
create table audit_event (
  id bigint generated always as identity primary key,
  action text not null,
  actor_id uuid,
  actor_name text,
  actor_account text,
  result text not null default 'ok' check (result in ('ok', 'refused')),
  object_type text,
  object_id uuid,
  object_name text,
  detail jsonb,
  circumstances jsonb,
  created_at timestamptz(3) not null default now()
);

create table audit_log (
  seq bigint primary key,
  time timestamptz(3) not null,
  actor_id uuid,
  actor_name text,
  actor_account text,
  action text not null,
  behaviour text,
  region text,
  device text,
  ip text,
  result text not null,
  object_type text,
  object_id uuid,
  object_name text,
  space_id uuid,
  -- Text, as it was hashed.
  detail text,
  trace_id text,
  -- HMAC over the mac of the entry before and this entry.
  mac bytea not null
);
create index audit_log_time on audit_log (time, seq);
create index audit_log_actor on audit_log (actor_id, time, seq);
create index audit_log_action on audit_log (action, time, seq);
create index audit_log_object on audit_log (object_id, seq);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- The end of the log, and up to where the feed was taken over: all that `cursor` sees, and of what came between it and
-- `target` the changes up to `after_id`. What was before this migration is not in the log.
create table audit_head (
  one boolean primary key default true check (one),
  seq bigint not null default 0,
  mac bytea not null,
  cursor text not null default pg_current_snapshot()::text,
  target text,
  after_id bigint not null default 0
);
insert into audit_head (mac) values (decode(repeat('00', 32), 'hex'));

-- Sums of a day (UTC) for the dashboard: of people's transfers by department, kept as the log grows.
create table daily_transfer (
  day date not null,
  kind text not null check (kind in ('upload', 'download')),
  department_id uuid,
  transfers bigint not null default 0,
  bytes bigint not null default 0,
  constraint daily_transfer_once unique nulls not distinct (day, kind, department_id)
);

-- What is stored, as it was measured last on each day.
create table daily_storage (
  day date primary key,
  files bigint not null,
  -- Bytes of all versions, and of the contents that they share.
  charged bigint not null,
  stored bigint not null,
  measured_at timestamptz(3) not null
);

create index job_open on job (created_at) where ended_at is null;
create index job_failed on job (ended_at) where state = 'failed';
