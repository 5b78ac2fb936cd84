-- Sign-in through identity providers. `settings` has no secrets; they are sealed in `secret`.
create table identity_provider (
  id uuid primary key,
  kind text not null check (kind in ('oidc', 'saml', 'cas')),
  name_zh text not null,
  name_en text not null,
  settings jsonb not null,
  secret bytea,
  mapping jsonb not null,
  rules jsonb not null,
  enabled boolean not null default true,
  automatic boolean not null default false,
  position integer not null,
  created_at timestamptz not null default now()
);
-- The sign-in page can go to one at once.
create unique index identity_provider_automatic on identity_provider (automatic) where automatic;

-- Who a provider's subject is here. Names and mail may change at the provider; the subject does not.
create table person_identity (
  id uuid primary key,
  provider_id uuid not null references identity_provider on delete cascade,
  subject text not null,
  person_id uuid not null references person on delete cascade,
  -- What the provider called them last, for people to tell identities apart.
  name text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint person_identity_taken unique (provider_id, subject)
);
create index person_identity_person on person_identity (person_id);

-- A sign-in that is at the provider: `data` is sealed, `browser_hash` is of a cookie. Deleted when it is used.
create table sign_in_flow (
  id uuid primary key,
  state_hash bytea not null unique,
  provider_id uuid not null references identity_provider on delete cascade,
  purpose text not null check (purpose in ('signIn', 'try', 'link')),
  -- Who tries or links.
  person_id uuid references person on delete cascade,
  browser_hash bytea not null,
  data bytea not null,
  service text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_flow_expires on sign_in_flow (expires_at);

-- Assertions that were used, until they end by themselves.
create table spent_assertion (
  provider_id uuid not null references identity_provider on delete cascade,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (provider_id, assertion_hash)
);
create index spent_assertion_expires on spent_assertion (expires_at);

-- Sessions that a provider opened, for single log-out both ways. `data` is sealed (id_token, SAML name).
create table session_identity (
  session_id uuid primary key references session on delete cascade,
  provider_id uuid not null references identity_provider on delete cascade,
  subject text not null,
  session_index text,
  data bytea not null
);
create index session_identity_subject on session_identity (provider_id, subject);

-- Whoever is removed may come back as somebody new.
create function remove_identities() returns trigger language plpgsql as $$
begin
  delete from person_identity where person_id = new.id;
  return null;
end $$;
create trigger person_removed_identities after update of status on person
  for each row when (new.status = 'removed' and old.status <> 'removed') execute function remove_identities();
