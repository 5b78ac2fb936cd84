-- Who hears of what. A change that concerns people rather than folders (a share that was given or stopped, a membership
-- that came or went) names its audience: people, departments and groups hear of it whatever they have of the space.
alter table change add column principal_ids uuid[];
-- Who comes back by a cursor asks for some spaces of all that there are, and for what is addressed to somebody.
create index change_by_space on change (space_id, xid);
create index change_addressed on change (xid) where principal_ids is not null or person_id is not null;

-- What people are told, each once for an event however many ways lead to them. Names stand in `data` as they were.
create table notification (
  person_id uuid not null references person on delete cascade,
  -- UUIDv7 of when it happened, so that a person's are read in the order of time.
  event_id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz,
  -- Whether the page shows it; otherwise it is only to be mailed.
  shown boolean not null default true,
  -- What is still to be mailed, and when; `sending` has gone to the mail server, or was about to when we died.
  mail text check (mail in ('now', 'daily', 'sending')),
  mail_tries integer not null default 0,
  mail_after timestamptz,
  primary key (person_id, event_id)
);
create index notification_unread on notification (person_id) where read_at is null and shown;
create index notification_created on notification (created_at);
create index notification_mail on notification (mail, person_id) where mail is not null;

-- Events for whole departments and groups: their people are told by work behind the call.
create table notification_spread (
  event_id uuid primary key,
  kind text not null,
  data jsonb not null,
  department_ids uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  -- Who is not told: who did it.
  without_id uuid,
  -- The last person that was told.
  after_id uuid,
  created_at timestamptz(3) not null default now()
);

-- Where a person wants it otherwise than usual.
create table notification_setting (
  person_id uuid not null references person on delete cascade,
  kind text not null,
  app boolean not null,
  mail text not null check (mail in ('off', 'now', 'daily')),
  primary key (person_id, kind)
);

-- How full a space was when that was told last: 90 or 100; gone again once there is room.
create table quota_notice (
  space_id uuid primary key references space on delete cascade,
  level smallint not null check (level in (90, 100)),
  told_at timestamptz not null default now()
);
