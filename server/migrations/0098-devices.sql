-- Computers with the desktop client, and what local sync uploaded last from each.
create table device (
  person_id uuid not null references person on delete cascade,
  -- Made by the client, once on a computer.
  id uuid not null,
  name text not null,
  system text not null,
  version text not null,
  last_seen_at timestamptz not null,
  sync_started_at timestamptz,
  sync_at timestamptz,
  sync_uploaded integer not null default 0,
  sync_failed integer not null default 0,
  primary key (person_id, id)
);
-- Null: a browser or another program.
alter table session add column device_id uuid,
  add constraint session_device foreign key (person_id, device_id) references device on delete set null (device_id);
alter table api_token add column device_id uuid,
  add constraint api_token_device foreign key (person_id, device_id) references device on delete set null (device_id);
