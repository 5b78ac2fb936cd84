-- Tokens by which pages prove to the local helper of the desktop client who they act for: of one use, for a minute.
create table helper_token (
  -- SHA-256; the token itself is told once and kept nowhere.
  token_hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  -- It ends with the session of the page.
  session_id uuid not null references session on delete cascade,
  purpose text not null check (purpose in ('upload', 'download')),
  expires_at timestamptz(3) not null
);
create index helper_token_session on helper_token (session_id);
create index helper_token_person on helper_token (person_id);
