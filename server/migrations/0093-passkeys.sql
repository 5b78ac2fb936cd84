-- Passkeys (WebAuthn), and sign-ins that a signed-in phone confirms.
create table passkey (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  credential_id bytea not null constraint passkey_credential unique,
  -- COSE.
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- Kept by its maker on several devices.
  synced boolean not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index passkey_person on passkey (person_id);

-- Asked of a browser, and answered once within five minutes.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'prove', 'signIn')),
  -- SHA-256 of what only this browser has: its session, or a cookie.
  browser_hash bytea not null,
  network text not null,
  created_at timestamptz(3) not null
);
create index passkey_challenge_network on passkey_challenge (network, created_at);

-- A browser that waits for a phone. Neither hash alone gives the session: the id is what the phone reads, the secret
-- what the browser keeps.
create table qr_sign_in (
  id_hash bytea primary key,
  secret_hash bytea not null,
  state text not null check (state in ('waiting', 'scanned', 'confirmed', 'refused', 'used')),
  device text not null,
  ip text not null,
  region text,
  person_id uuid references person on delete cascade,
  -- Of the phone.
  session_id text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index qr_sign_in_ip on qr_sign_in (ip, created_at);
