-- Who comes back with the token of a session that somebody ended is told so, and who makes one up is not: what was ended
-- before its time is remembered until that time.
create table ended_session (
  token_hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  expires_at timestamptz not null
);
create index ended_session_person on ended_session (person_id);
