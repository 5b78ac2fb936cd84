-- External links (B§3): what of the tree somebody opened to visitors, with which permissions, until when.
create table link (
  id uuid primary key,
  -- The secret part of the address, of at least 128 random bits.
  path text not null constraint link_path_unique unique,
  created_by uuid not null references person,
  visitor text not null check (visitor in ('anyone', 'signedIn', 'designated')),
  permissions text[] not null,
  -- The extraction code, sealed for this link; null: none.
  code bytea,
  validity text not null,
  expires_at timestamptz(3),
  max_visits integer check (max_visits > 0),
  -- Counted for visitors, one within 24 hours for each (G19).
  visits integer not null default 0,
  watermark boolean not null default false,
  remark text not null default '',
  download_count integer not null default 0,
  save_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- Stopped by its owner or an administrator.
  ended_at timestamptz(3),
  -- The owner was notified of these.
  opened_at timestamptz(3),
  reminded_at timestamptz(3)
);
create index link_by_creator on link (created_by, created_at, id);

-- What a link opens: one file or folder, or a selection.
create table link_target (
  link_id uuid not null references link on delete cascade,
  file_id uuid not null references file on delete cascade,
  position smallint not null,
  primary key (link_id, file_id)
);
create index link_target_by_file on link_target (file_id);

-- Who may open a link for designated people.
create table link_principal (
  link_id uuid not null references link on delete cascade,
  principal_type text not null check (principal_type in ('person', 'department', 'group')),
  principal_id uuid not null,
  primary key (link_id, principal_id)
);

-- A visitor's session of one link.
create table link_visitor (
  id uuid primary key,
  link_id uuid not null references link on delete cascade,
  token_hash bytea not null constraint link_visitor_token_unique unique,
  -- Who was signed in when it began; it ends with that account.
  person_id uuid references person on delete cascade,
  ip text not null,
  device text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When its current visit was counted: one is 24 hours (G19).
  visited_at timestamptz(3)
);
create index link_visitor_by_link on link_visitor (link_id);
create index link_visitor_by_expiry on link_visitor (expires_at);
