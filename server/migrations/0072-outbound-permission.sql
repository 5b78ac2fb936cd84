-- External links need the outbound permission (B§5): an ordinary role that permits sharing gives it unless it was switched off there,
-- and an approved request gives it for a time. All roles keep it at first.
alter table role add column outbound boolean not null default true;

-- Built-in roles where it was switched off.
create table preset_without_outbound (
  preset text primary key
);

create table outbound_request (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  reason text not null,
  -- How long it is asked for; null: without an end.
  days int check (days > 0),
  -- What the person wanted to share, as it was named then.
  file_names text[] not null default '{}',
  state text not null check (state in ('waiting', 'approved', 'refused', 'withdrawn', 'timeout', 'expired', 'revoked')),
  created_at timestamptz(3) not null,
  -- When it came into this state.
  state_at timestamptz(3) not null,
  decided_by uuid references person on delete set null,
  note text not null default '',
  -- Of an approved one: when the permission ends; null: without an end.
  until timestamptz(3)
);
create unique index outbound_request_waiting on outbound_request (person_id) where state = 'waiting';
create index outbound_request_approved on outbound_request (person_id) where state = 'approved';
create index outbound_request_by_person on outbound_request (person_id, created_at);
create index outbound_request_by_creation on outbound_request (created_at, id);
