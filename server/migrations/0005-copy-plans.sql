-- A copy is planned in one statement, which sees its source as it is at one moment, and is then built from that plan:
-- what is moved or changed inside the source meanwhile is in it once, as it was. A server that dies goes on behind the
-- last row that it built.

-- UUIDv7 as the server makes them (PostgreSQL 15 has none): in the order of time, so that indexes grow at one end.
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
    ), 52, 1), 53, 1), 'hex')::uuid
$$;

create table copy_row (
  job_id uuid not null references job on delete cascade,
  -- Parents come before their children.
  no integer not null,
  id uuid not null,
  parent_id uuid,
  is_folder boolean not null,
  name text not null,
  name_key text not null,
  ext text not null,
  source_version_id uuid,
  version_id uuid,
  size bigint not null,
  primary key (job_id, no)
);
