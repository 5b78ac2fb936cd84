-- Access tokens of programs, and accounts that are programs'.
alter table person add column account_kind text not null default 'person' check (account_kind in ('person', 'service'));
create index person_service on person (id) where account_kind = 'service';

create table api_token (
  id uuid primary key,
  -- SHA-256; the token itself is told once and kept nowhere.
  token_hash bytea not null constraint api_token_unique unique,
  person_id uuid not null references person on delete cascade,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_ip text
);
create index api_token_person on api_token (person_id, id);
create index api_token_expiry on api_token (expires_at);
create trigger api_token_deleted after delete on api_token
  referencing old table as gone
  for each statement execute function notify_memberships_if_deleted();
