-- The first floor: people, their sessions, spaces with a quota ledger, the file tree, content, trash, changes, jobs.
-- Shapes leave room for groups and libraries (space.kind), versions, grants on file ids, the administrators' second
-- bin (trash.stage) and holds, so that later migrations add rows and tables, not columns to a million rows.

-- Names sort as people read them: natural numbers, Chinese by pinyin, Latin before Han.
create collation name_order (provider = icu, locale = 'zh-u-co-pinyin-kn-true-kr-latn-hani');

create table person (
  id uuid primary key,
  account_name text not null,
  account_key text not null constraint person_account_taken unique,
  real_name text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  is_admin boolean not null default false,
  status text not null default 'active' check (status in ('active', 'frozen')),
  valid_until timestamptz,
  settings jsonb not null default '{}',
  -- Kept by triggers on favorite.
  favorites integer not null default 0,
  created_at timestamptz not null default now()
);

create table session (
  id uuid primary key,
  token_hash bytea not null constraint session_token_unique unique,
  person_id uuid not null references person on delete cascade,
  device text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_person on session (person_id);

-- Failed tries per account, per account and network, per network; a success clears the first two.
create table sign_in_throttle (
  key text primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null
);

-- A person's, a group's or a library's space. used + reserved <= total is kept by one conditional UPDATE;
-- total null is unlimited. Locking this row is the lock of every structural change in the space.
create table space (
  id uuid primary key,
  kind text not null check (kind in ('person', 'group', 'library')),
  person_id uuid constraint space_person_unique unique references person,
  root_id uuid not null constraint space_root_unique unique,
  total bigint check (total >= 0),
  used bigint not null default 0 check (used >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  -- What lies in the person's stage of the recycle bin; kept by triggers on trash.
  trash_entries integer not null default 0,
  trash_size bigint not null default 0,
  created_at timestamptz not null default now(),
  check ((kind = 'person') = (person_id is not null))
) with (fillfactor = 50);

-- Parent pointers only: a move or a delete is one row. A row without a parent is a space's root, or the top of
-- something in the recycle bin; what lies below such a top is reached by nobody until it is restored.
-- child_* and total_* are kept with each write, never counted; total_charge includes kept versions.
create table file (
  id uuid primary key,
  space_id uuid not null references space deferrable initially deferred,
  parent_id uuid references file,
  is_folder boolean not null,
  rank smallint not null generated always as (case when is_folder then 0 else 1 end) stored,
  name text collate name_order not null,
  name_key text not null,
  ext text not null default '',
  size bigint not null default 0 check (size >= 0),
  version_id uuid,
  version_no integer not null default 0,
  child_files integer not null default 0 check (child_files >= 0),
  child_folders integer not null default 0 check (child_folders >= 0),
  total_size bigint not null default 0 check (total_size >= 0),
  total_charge bigint not null default 0 check (total_charge >= 0),
  total_files bigint not null default 0 check (total_files >= 0),
  total_folders bigint not null default 0 check (total_folders >= 0),
  created_by uuid not null references person,
  updated_by uuid not null references person,
  -- Milliseconds, so that a time that went through a cursor compares equal.
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (is_folder = (version_id is null))
) with (fillfactor = 90);
create unique index file_name_taken on file (parent_id, name_key);
create index file_by_name on file (parent_id, rank, name, id);
create index file_by_size on file (parent_id, rank, size, id);
create index file_by_time on file (parent_id, rank, updated_at, id);
-- Roots, tops in the recycle bin, and copies in the making.
create index file_top on file (id) where parent_id is null;
create index file_by_type on file (parent_id, rank, ext, name, id);

alter table space add foreign key (root_id) references file deferrable initially deferred;

-- Stored content. Rows name bytes that are durable; only verified content serves deduplication.
create table blob (
  id uuid primary key,
  sha256 bytea not null,
  md5 bytea,
  size bigint not null check (size >= 0),
  bucket text not null,
  key text not null,
  state text not null check (state in ('received', 'verified', 'scanned', 'published', 'quarantined')),
  created_at timestamptz not null default now(),
  -- Set when the last version that names it goes; removed by a job after a grace time.
  unreachable_since timestamptz,
  constraint blob_key_unique unique (bucket, key)
);
create index blob_by_content on blob (sha256, size);
create index blob_unreachable on blob (unreachable_since) where unreachable_since is not null;

create table file_version (
  id uuid primary key,
  file_id uuid not null references file on delete cascade,
  no integer not null,
  blob_id uuid not null references blob,
  size bigint not null,
  -- Time of last modification at the source, where the client told it.
  modified_at timestamptz,
  pinned boolean not null default false,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  constraint file_version_no_unique unique (file_id, no)
);
create index file_version_blob on file_version (blob_id);
alter table file add foreign key (version_id) references file_version deferrable initially deferred;

-- Explicit entries only; the nearest one up the tree decides per principal.
create table file_grant (
  file_id uuid not null references file on delete cascade,
  principal_type text not null check (principal_type in ('person', 'department', 'group')),
  principal_id uuid not null,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (file_id, principal_type, principal_id)
);
create index file_grant_principal on file_grant (principal_id);

-- While a hold stands, nothing in the file's subtree is purged.
create table hold (
  id uuid primary key,
  file_id uuid not null references file,
  reason text not null,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  released_at timestamptz
);
create index hold_standing on hold (file_id) where released_at is null;

-- One entry a deleted subtree. parent_id may be gone for good; then `trail` re-creates it: [{id, name}] from
-- below the root down to the parent.
create table trash (
  id uuid primary key,
  file_id uuid not null constraint trash_file_unique unique references file on delete cascade,
  space_id uuid not null references space,
  stage text not null default 'person' check (stage in ('person', 'administrators')),
  parent_id uuid not null,
  trail jsonb not null,
  name text collate name_order not null,
  size bigint not null,
  deleted_by uuid not null references person,
  deleted_at timestamptz(3) not null default now(),
  expires_at timestamptz not null
);
create index trash_by_time on trash (space_id, stage, deleted_at, id);
create index trash_by_name on trash (space_id, stage, name, id);
create index trash_by_size on trash (space_id, stage, size, id);
create index trash_expiry on trash (stage, expires_at);

-- A page's total is a kept number, never a count over the bin.
create function keep_trash_sums() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    update space set trash_entries = trash_entries + t.n, trash_size = trash_size + t.bytes
    from (select space_id, count(*) as n, sum(size) as bytes from added where stage = 'person' group by space_id) t
    where space.id = t.space_id;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update space set trash_entries = trash_entries - t.n, trash_size = trash_size - t.bytes
    from (select space_id, count(*) as n, sum(size) as bytes from removed where stage = 'person' group by space_id) t
    where space.id = t.space_id;
  end if;
  return null;
end $$;
create trigger trash_added after insert on trash referencing new table as added
  for each statement execute function keep_trash_sums();
create trigger trash_changed after update on trash referencing new table as added old table as removed
  for each statement execute function keep_trash_sums();
create trigger trash_removed after delete on trash referencing old table as removed
  for each statement execute function keep_trash_sums();

create table favorite (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  file_id uuid not null references file on delete cascade,
  created_at timestamptz(3) not null default now(),
  constraint favorite_once unique (person_id, file_id)
);
create index favorite_by_time on favorite (person_id, created_at, id);
create index favorite_file on favorite (file_id);

create function keep_favorite_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update person set favorites = favorites + t.n
    from (select person_id, count(*) as n from added group by person_id) t where person.id = t.person_id;
  else
    update person set favorites = favorites - t.n
    from (select person_id, count(*) as n from removed group by person_id) t where person.id = t.person_id;
  end if;
  return null;
end $$;
create trigger favorite_added after insert on favorite referencing new table as added
  for each statement execute function keep_favorite_count();
create trigger favorite_removed after delete on favorite referencing old table as removed
  for each statement execute function keep_favorite_count();

-- An upload's session: its space is reserved from check to save. The key is the object's name in its bucket.
create table upload (
  key text primary key,
  bucket text not null,
  person_id uuid not null references person on delete cascade,
  space_id uuid not null references space,
  parent_id uuid not null,
  name text not null,
  size bigint not null check (size >= 0),
  part_size bigint not null,
  conflict text not null,
  modified_at timestamptz,
  state text not null default 'open' check (state in ('open', 'saved', 'discarded')),
  -- What the first save answered, so that a retried save answers the same.
  file_id uuid,
  outcome text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index upload_person_open on upload (person_id, created_at desc) where state = 'open';
create index upload_expiry on upload (expires_at);

-- Proof of possession: the same ranges again for the same person and content until answered.
create table upload_proof (
  person_id uuid not null references person on delete cascade,
  blob_id uuid not null references blob on delete cascade,
  parent_id uuid not null,
  nonce text not null constraint upload_proof_nonce unique,
  ranges jsonb not null,
  expires_at timestamptz not null,
  primary key (person_id, blob_id, parent_id)
);

-- The feed that live refresh, activity and audit follow. The cursor is a pg_snapshot over xid: an id below the
-- oldest running transaction would lose rows that commit late.
create table change (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  space_id uuid,
  -- Set where only one person may see it.
  person_id uuid,
  file_id uuid,
  parent_ids uuid[] not null default '{}',
  actor_id uuid,
  details jsonb,
  created_at timestamptz not null default now()
);
create index change_xid on change (xid);
create index change_created on change (created_at);

create table job (
  id uuid primary key,
  kind text not null,
  person_id uuid not null references person on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  cancel_requested boolean not null default false,
  total bigint not null default 0,
  done bigint not null default 0,
  target_id uuid not null,
  input jsonb not null,
  results jsonb not null default '[]',
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index job_person on job (person_id, created_at desc);

-- Facts about this database itself, such as the version of its collation.
create table instance_fact (
  name text primary key,
  value text not null
);
