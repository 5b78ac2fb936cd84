-- Second factors. A session that still needs one is pending; secrets of authenticator apps are sealed.
alter table session
  add column pending text check (pending in ('secondFactor', 'secondFactorSetup'));

create table totp (
  person_id uuid primary key references person on delete cascade,
  secret bytea not null,
  -- Of the last code that was accepted; each is accepted once.
  last_step bigint not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);

-- Until a code of the app was confirmed.
create table totp_draft (
  person_id uuid primary key references person on delete cascade,
  secret bytea not null,
  created_at timestamptz(3) not null
);

create table recovery_code (
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (person_id, code_hash)
);
