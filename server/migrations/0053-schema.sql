-- The schema of a new installation. Migrations 0001 to 0052 are folded into this file; later changes follow as files of
-- their own. Installations that have 0053 keep what they have and continue with 0054.

-- Names sort as people read them: natural numbers, Chinese by pinyin, Latin before Han.
create collation name_order (provider = icu, locale = 'zh-u-co-pinyin-kn-true-kr-latn-hani');

-- UUIDv7, as the server makes them: ordered by time, so that indexes grow at one end.
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
    ), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Organization ------------------------------------------------------------------------------------------------------

create table department (
  id uuid primary key,
  parent_id uuid references department,
  name text collate name_order not null,
  name_key text not null,
  description text not null default '',
  -- Bytes that the department's groups may have in total, and bytes allotted to them; null is unlimited.
  total bigint check (total >= 0),
  allotted bigint not null default 0 check (allotted >= 0),
  -- Direct members, without removed accounts. Maintained by triggers on person.
  people integer not null default 0 check (people >= 0),
  home_bucket text,
  created_at timestamptz(3) not null default now(),
  constraint department_name_taken unique nulls not distinct (parent_id, name_key)
);
create index department_by_name on department (parent_id, name, id);
create index department_by_parent on department (parent_id);

create table person (
  id uuid primary key,
  account_name text not null,
  account_key text not null constraint person_account_taken unique,
  real_name text not null,
  user_name text collate name_order not null default '',
  phone text not null default '',
  email text not null default '',
  password_hash text not null,
  must_change_password boolean not null default false,
  -- The row of a removed account stays, as others refer to it; its files, groups and grants are transferred or deleted.
  status text not null default 'active' check (status in ('active', 'frozen', 'removed')),
  valid_until timestamptz,
  settings jsonb not null default '{}',
  department_id uuid references department,
  -- Bytes per second; null is unlimited.
  speed_limit bigint check (speed_limit > 0),
  -- Bytes of all groups that the person may own, and of those owned; null is unlimited.
  group_total bigint default 107374182400 check (group_total >= 0),
  group_allotted bigint not null default 0 check (group_allotted >= 0),
  created_at timestamptz not null default now(),
  -- The last change by an administrator.
  changed_at timestamptz(3),
  changed_by uuid references person,
  -- For search. The collation folds case in all scripts, whatever the default collation of the database is.
  find_key text not null generated always as
    (lower((account_name || chr(10) || real_name || chr(10) || user_name) collate "und-x-icu")) stored
);
create index person_by_department on person (department_id, id);

create function keep_department_people() returns trigger language plpgsql as $$
declare
  was uuid;
  now_in uuid;
begin
  if tg_op <> 'INSERT' and old.status <> 'removed' then was := old.department_id; end if;
  if tg_op <> 'DELETE' and new.status <> 'removed' then now_in := new.department_id; end if;
  if was is distinct from now_in then
    update department d set people = d.people + case when d.id = now_in then 1 else -1 end
    from (select id from department where id in (was, now_in) order by id for no key update) held
    where d.id = held.id;
  end if;
  return null;
end $$;
create trigger person_enters_department after insert on person
  for each row when (new.department_id is not null) execute function keep_department_people();
create trigger person_changes_department after update of department_id, status on person
  for each row execute function keep_department_people();
create trigger person_leaves_department after delete on person
  for each row when (old.department_id is not null) execute function keep_department_people();

create table role (
  id uuid primary key,
  name text collate name_order not null,
  name_key text not null constraint role_name_taken unique,
  description text not null default '',
  type text not null check (type in ('ordinary', 'advanced')),
  items text[] not null default '{}',
  -- What its holders administer, in these departments, or in the holder's own if the list is empty.
  admin text check (admin in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin')),
  scope text check (scope in ('current', 'subtree')),
  department_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  check ((type = 'advanced') = (scope is not null))
);

-- Built-in roles are named by preset; the contract defines them.
create table person_role (
  person_id uuid not null references person on delete cascade,
  preset text,
  role_id uuid references role on delete cascade,
  created_at timestamptz(3) not null default now(),
  check ((preset is null) <> (role_id is null)),
  constraint person_role_once unique nulls not distinct (person_id, preset, role_id)
);
create index person_role_role on person_role (role_id);
create index person_role_preset on person_role (preset);
create index person_role_holders on person_role (preset, person_id) where preset is not null;

create table leaver (
  person_id uuid primary key references person on delete cascade,
  to_id uuid references person,
  by_id uuid not null references person,
  enlarge boolean not null default false,
  -- Of the folder that receives the files.
  folder_name text not null,
  state text not null check (state in ('handing', 'kept', 'failed', 'ended')),
  -- Error name and details of a failed transfer.
  failure text,
  failure_details jsonb,
  created_at timestamptz(3) not null default now(),
  purge_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index leaver_open on leaver (state, purge_at) where state <> 'ended';

-- Sessions ----------------------------------------------------------------------------------------------------------

create table session (
  id uuid primary key,
  token_hash bytea not null constraint session_token_unique unique,
  person_id uuid not null references person on delete cascade,
  device text not null,
  ip text not null,
  -- Chosen at sign-in.
  region text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_person on session (person_id);

-- Tokens of sessions that were revoked, until they would have expired: their owners are told so.
create table ended_session (
  token_hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  expires_at timestamptz not null
);
create index ended_session_person on ended_session (person_id);

-- A table of its own, not a column of person: recording activity must not wait for locks on the person.
create table last_use (
  person_id uuid primary key references person on delete cascade,
  at timestamptz not null
);

-- Failed attempts per account, per account and network, and per network; a success clears the first two.
create table sign_in_throttle (
  key text primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null
);

-- Spaces and the file tree ------------------------------------------------------------------------------------------

-- The space of a person, a group or a library. One conditional UPDATE keeps used + reserved <= total; total null is
-- unlimited. The lock on this row is the lock of every structural change in the space.
create table space (
  id uuid primary key,
  kind text not null check (kind in ('person', 'group', 'library')),
  person_id uuid constraint space_person_unique unique references person,
  root_id uuid not null constraint space_root_unique unique,
  total bigint check (total >= 0),
  used bigint not null default 0 check (used >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  -- Entries in the first stage of the recycle bin. Maintained by triggers on trash.
  trash_entries integer not null default 0,
  trash_size bigint not null default 0,
  -- Of a department's group: whose allowance it counts against, and whose advanced roles apply to it.
  department_id uuid references department,
  -- Of a group that is about to be dissolved.
  read_only boolean not null default false,
  -- Members of a group, and how many of them are people. Maintained by triggers on file_grant.
  member_rows integer not null default 0 check (member_rows >= 0),
  member_people integer not null default 0 check (member_people >= 0),
  -- Bucket for new content; null: that of the department, else the default bucket.
  home_bucket text,
  created_at timestamptz not null default now(),
  check ((kind = 'person') = (person_id is not null))
) with (fillfactor = 50);
create index space_home on space (home_bucket) where home_bucket is not null;

-- Parent pointers only: a move or a delete changes one row. A row without a parent is the root of a space, or the top of
-- an entry in the recycle bin, whose descendants are unreachable until it is restored.
-- child_* and total_* are updated with each write, never counted; total_charge includes retained versions.
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
  -- In milliseconds, so that a time that went through a cursor compares equal.
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (is_folder = (version_id is null))
) with (fillfactor = 90);
create unique index file_name_taken on file (parent_id, name_key);
create index file_by_name on file (parent_id, rank, name, id);
create index file_by_size on file (parent_id, rank, size, id);
create index file_by_time on file (parent_id, rank, updated_at, id);
create index file_by_type on file (parent_id, rank, ext, name, id);
create index file_latest on file (updated_at desc, id desc);
create index file_top on file (id) where parent_id is null;
create index file_version_current on file (version_id) where version_id is not null;
alter table space add foreign key (root_id) references file deferrable initially deferred;

-- Locks the spaces of files in one global order. A file may move to another space while this waits, so it repeats until
-- the locks cover the spaces that the files are in.
create function lock_spaces(file_ids uuid[]) returns void language plpgsql as $$
declare
  wanted uuid[];
  held uuid[];
begin
  loop
    select array_agg(distinct space_id) into wanted from file where id = any(file_ids);
    perform from space where id = any(wanted) order by id for update;
    select array_agg(distinct space_id) into held from file where id = any(file_ids);
    exit when held <@ wanted or held is null;
  end loop;
end $$;

-- Groups ------------------------------------------------------------------------------------------------------------

-- The id is that of the group's space, the name also that of its root.
create table "group" (
  id uuid primary key references space deferrable initially deferred,
  name text collate name_order not null,
  name_key text not null constraint group_name_taken unique,
  description text not null default '',
  owner_id uuid not null references person,
  -- Whether content is replicated to other nodes.
  synced boolean not null default false,
  dissolve_at timestamptz,
  created_by uuid not null references person,
  created_at timestamptz(3) not null default now()
);
create index group_owner on "group" (owner_id);
create index group_by_name on "group" (name, id);
create index group_dissolving on "group" (dissolve_at) where dissolve_at is not null;

create table group_hidden (
  person_id uuid not null references person on delete cascade,
  group_id uuid not null references "group" on delete cascade,
  primary key (person_id, group_id)
);
create index group_hidden_group on group_hidden (group_id);

create table group_handover (
  id uuid primary key,
  group_id uuid not null references "group" on delete cascade,
  from_id uuid not null references person,
  to_id uuid not null references person,
  state text not null default 'waiting'
    check (state in ('waiting', 'moving', 'agreed', 'rejected', 'cancelled', 'expired', 'failed')),
  -- Name of the error.
  failure text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index group_handover_open on group_handover (group_id) where state in ('waiting', 'moving');
create index group_handover_to on group_handover (to_id, created_at desc);
create index group_handover_group on group_handover (group_id, created_at desc);

-- Grants and shares -------------------------------------------------------------------------------------------------

-- Explicit entries only; per principal, the nearest one up the tree applies. A member of a group is an entry on the
-- group's root, a share is entries on the shared file.
create table file_grant (
  file_id uuid not null references file on delete cascade,
  principal_type text not null check (principal_type in ('person', 'department', 'group')),
  principal_id uuid not null,
  role text not null,
  source text not null check (source in ('owner', 'member', 'entry', 'share')),
  created_by uuid references person,
  expires_at timestamptz,
  created_at timestamptz(3) not null default now(),
  primary key (file_id, principal_id)
);
create index file_grant_principal on file_grant (principal_id, source, file_id);
create index file_grant_by_time on file_grant (file_id, created_at, principal_id);
create index file_grant_expiry on file_grant (expires_at) where expires_at is not null;

create function keep_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update space set member_rows = member_rows + t.n, member_people = member_people + t.people
    from (
      select file_id, count(*) as n, count(*) filter (where principal_type = 'person') as people
      from added where source = 'member' group by file_id
    ) t where space.root_id = t.file_id;
  else
    update space set member_rows = member_rows - t.n, member_people = member_people - t.people
    from (
      select file_id, count(*) as n, count(*) filter (where principal_type = 'person') as people
      from removed where source = 'member' group by file_id
    ) t where space.root_id = t.file_id;
  end if;
  return null;
end $$;
create trigger members_added after insert on file_grant
  referencing new table as added for each statement execute function keep_members();
create trigger members_removed after delete on file_grant
  referencing old table as removed for each statement execute function keep_members();

-- Of one file or folder; its recipients are entries of file_grant.
create table share (
  id uuid primary key,
  file_id uuid not null constraint share_file_unique unique references file on delete cascade,
  -- That of the file, for the shares of an owner. Maintained by a trigger on file.
  space_id uuid not null references space,
  created_by uuid not null references person,
  message text not null default '',
  created_at timestamptz(3) not null default now()
);
create index share_by_creator on share (created_by, created_at, id);
create index share_by_space on share (space_id, created_at, id);
create function share_follows() returns trigger language plpgsql as $$
begin
  update share set space_id = new.space_id where file_id = new.id;
  return null;
end
$$;
create trigger share_follows after update of space_id on file
  for each row when (old.space_id is distinct from new.space_id) execute function share_follows();

-- Active people that principals stand for: people, departments with all below them, members of groups.
create function people_of(principals uuid[]) returns setof uuid language sql stable as $$
  with recursive named as (
    select unnest(principals) as id
    union
    select g.principal_id from space s join file_grant g on g.file_id = s.root_id and g.source = 'member'
    where s.id = any(principals)
  ), below as (
    select d.id from department d join named on named.id = d.id
    union
    select d.id from below join department d on d.parent_id = below.id
  )
  select p.id from person p join named on named.id = p.id where p.status = 'active'
  union
  select p.id from person p join below on below.id = p.department_id where p.status = 'active'
$$;

-- The number of people_of(principals), without one person.
create function people_reached(principals uuid[], leave_out uuid) returns bigint language sql stable as $$
  with recursive named as (
    select unnest(principals) as id
    union
    select g.principal_id from space s join file_grant g on g.file_id = s.root_id and g.source = 'member'
    where s.id = any(principals)
  ), below as (
    select d.id from department d join named on named.id = d.id
    union
    select d.id from below join department d on d.parent_id = below.id
  )
  select count(*) from (
    select p.id from person p join named on named.id = p.id where p.status = 'active'
    union
    select p.id from person p join below on below.id = p.department_id where p.status = 'active'
  ) reached where id is distinct from leave_out
$$;

-- A person's departments (own first), groups, and roles with the departments that they apply to (access/actor.ts).
create function standing_of(who uuid) returns jsonb language sql stable as $$
  with recursive above as (
    select d.id, d.parent_id, 1 as depth from person p join department d on d.id = p.department_id where p.id = who
    union all
    select d.id, d.parent_id, above.depth + 1 from above join department d on d.id = above.parent_id
    where above.depth < 100
  ), principals as (
    select array_agg(id order by depth) as departments from above
  ), held as (
    select coalesce(r.name, h.preset) as name, h.preset, case when h.preset is null then r.items end as items,
      h.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin') or r.type = 'advanced' as advanced,
      case when h.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin') then h.preset else r.admin end as admin,
      case when h.preset = 'orgAdmin' then 'subtree' else r.scope end as scope,
      case when cardinality(r.department_ids) > 0 then r.department_ids
        else array(select department_id from person where id = who and department_id is not null) end as departments
    from person_role h left join role r on r.id = h.role_id where h.person_id = who
  )
  select jsonb_build_object(
    'departments', coalesce((select to_jsonb(departments) from principals), '[]'),
    'groups', coalesce((
      select jsonb_agg(distinct s.id) from principals, file_grant g join space s on s.root_id = g.file_id
      where g.source = 'member' and g.principal_id = any(array[who] || coalesce(principals.departments, '{}'))
    ), '[]'),
    'roles', coalesce((
      select jsonb_agg(jsonb_build_object('name', held.name, 'preset', held.preset, 'items', held.items,
        'advanced', coalesce(held.advanced, false), 'admin', held.admin, 'departments', case
          when held.scope is null then '[]'::jsonb
          when held.scope = 'current' then to_jsonb(held.departments)
          else coalesce((
            with recursive below as (
              select d.id from department d where d.id = any(held.departments)
              union
              select d.id from below join department d on d.parent_id = below.id
            ) select jsonb_agg(id) from below), '[]'::jsonb)
          end))
      from held
    ), '[]')
  )
$$;

-- Servers cache who somebody is. A notification at the commit of each change that affects it clears their caches.
create function notify_standing() returns trigger language plpgsql as $$
begin
  notify clouddisk_standing;
  return null;
end $$;
create function notify_gone_standing() returns trigger language plpgsql as $$
begin
  if exists (select from gone) then
    notify clouddisk_standing;
  end if;
  return null;
end $$;
create trigger session_ended after delete on session
  referencing old table as gone
  for each statement execute function notify_gone_standing();
create trigger person_changed after update of account_name, real_name, password_hash, must_change_password, status,
  valid_until, department_id on person
  for each row execute function notify_standing();
create trigger person_speed_changed after update of speed_limit on person
  for each row when (old.speed_limit is distinct from new.speed_limit) execute function notify_standing();
create trigger department_changed after insert or update of parent_id or delete on department
  for each row execute function notify_standing();
create trigger role_changed after insert or update or delete on role for each row execute function notify_standing();
create trigger person_role_changed after insert or update or delete on person_role
  for each row execute function notify_standing();
create trigger member_added after insert on file_grant
  for each row when (new.source = 'member') execute function notify_standing();
create trigger member_removed after delete on file_grant
  for each row when (old.source = 'member') execute function notify_standing();

-- Content -----------------------------------------------------------------------------------------------------------

-- Stored objects. A row names bytes that are durable; only verified content serves deduplication.
create table blob (
  id uuid primary key,
  sha256 bytea not null,
  md5 bytea,
  -- Of content that ZIP archives store as it is; the size and offsets of an archive are known before it is sent.
  crc32 bigint,
  size bigint not null check (size >= 0),
  bucket text not null,
  key text not null,
  -- Of the object as it was saved, in stores that others can write to.
  etag text,
  -- Who sent content that is not verified yet, and may read it alone.
  sent_by uuid,
  state text not null check (state in ('received', 'verified', 'scanned', 'published', 'quarantined')),
  created_at timestamptz not null default now(),
  unreachable_since timestamptz,
  constraint blob_key_unique unique (bucket, key)
);
create index blob_by_content on blob (sha256, size);
create index blob_unreachable on blob (unreachable_since) where unreachable_since is not null;
create index blob_received on blob (created_at) where state = 'received';

create table file_version (
  id uuid primary key,
  file_id uuid not null references file on delete cascade,
  no integer not null,
  blob_id uuid not null references blob,
  size bigint not null,
  -- When it was last modified at its source, if the client sent that.
  modified_at timestamptz,
  pinned boolean not null default false,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  constraint file_version_no_unique unique (file_id, no)
);
create index file_version_blob on file_version (blob_id, created_by);
alter table file add foreign key (version_id) references file_version deferrable initially deferred;

-- Objects that no content uses: copies being written, and objects left behind, which somebody may still read.
create table loose_object (
  bucket text not null,
  key text not null,
  since timestamptz not null,
  size bigint,
  etag text,
  -- Of a redundant copy: the content used in its place. No reference, as that may be removed first.
  spare_for uuid,
  primary key (bucket, key)
);
create index loose_object_since on loose_object (since);
create index loose_object_spare on loose_object (bucket, since) where spare_for is not null;

-- Content keys, from which the key of each object is derived, wrapped by a master key that is kept elsewhere.
create table content_key (
  -- Written into every segment that it encrypts, in three bytes.
  number integer primary key check (number between 1 and 16777215),
  -- Identifies the master key without revealing it.
  master text not null,
  wrapped bytea not null,
  made_at timestamptz not null
);

-- Progress of a scrub over each bucket, in the order of keys.
create table content_reading (
  bucket text primary key,
  after text not null default '',
  -- Totals when the round began, and how much of them was read.
  all_objects bigint not null,
  all_bytes bigint not null,
  objects bigint not null default 0,
  bytes bigint not null default 0,
  begun_at timestamptz not null,
  ended_at timestamptz,
  whole_at timestamptz
);

-- Content that a scrub found missing or corrupt. It is checked again before it is quarantined.
create table content_fault (
  blob_id uuid primary key references blob on delete cascade,
  wrong text not null check (wrong in ('missing', 'size', 'hash', 'unreadable')),
  says text not null,
  seen_at timestamptz not null,
  tried_at timestamptz not null,
  damaged_at timestamptz,
  state_before text not null,
  mended_at timestamptz,
  told_at timestamptz
);
create index content_fault_open on content_fault (tried_at) where mended_at is null;

-- Per kind of garbage collection: the last run, and the last one that removed anything.
create table content_sweep (
  kind text primary key check (kind in ('uploads', 'content', 'loose', 'strays')),
  swept_at timestamptz not null,
  removed_at timestamptz,
  removed_objects bigint not null default 0,
  removed_bytes bigint not null default 0
);

-- Untracked objects of each bucket when it was last listed.
create table strays_aside (
  bucket text primary key,
  objects bigint not null,
  bytes bigint not null,
  seen_at timestamptz not null
);

-- Buckets that administrators added. Content refers to a bucket by name, so names in use are unique; a retired bucket
-- keeps its row without credentials.
create table bucket (
  id uuid primary key,
  name text not null,
  driver text not null default 's3' check (driver = 's3'),
  endpoint text not null,
  -- For browsers; null: the same.
  public_endpoint text,
  region text not null,
  uploads text not null check (uploads in ('direct', 'proxied')),
  downloads text not null check (downloads in ('proxied', 'presigned')),
  -- Sealed with the installation's key, for this row only.
  credentials bytea,
  -- Owner and cloud of the bucket (R93).
  cloud jsonb not null default '{}',
  capacity bigint check (capacity >= 0),
  state text not null default 'active' check (state in ('active', 'readonly', 'retired')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Server-side encryption that the store is asked for; a key of null is the store's own.
  encryption text check (encryption in ('AES256', 'aws:kms')),
  kms_key text,
  check ((state = 'retired') = (credentials is null)),
  check (kms_key is null or encryption = 'aws:kms'),
  constraint bucket_kms_key_needs_kms check (kms_key is null or encryption is not distinct from 'aws:kms')
);
create unique index bucket_name on bucket (name) where state <> 'retired';

-- The bucket of a space, else of its department or the nearest one above; null: the default bucket.
create function home_bucket_of(of_space uuid) returns text language sql stable as $$
  with recursive above as (
    select d.parent_id, d.home_bucket, 1 as level from department d
    where d.id = (
      select coalesce(s.department_id, p.department_id) from space s left join person p on p.id = s.person_id
      where s.id = of_space)
    union all
    select d.parent_id, d.home_bucket, a.level + 1 from above a join department d on d.id = a.parent_id
    where a.home_bucket is null
  )
  select coalesce(
    (select home_bucket from space where id = of_space),
    (select home_bucket from above where home_bucket is not null order by level limit 1))
$$;

-- Moves of content between buckets, row by row; each row is switched once its copy was verified.
create table content_move (
  id uuid primary key,
  from_bucket text not null,
  to_bucket text not null check (to_bucket <> from_bucket),
  -- Null is unlimited.
  bytes_per_second bigint check (bytes_per_second > 0),
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  objects bigint not null default 0,
  bytes bigint not null default 0,
  -- Objects that could not be copied or did not verify; they stay where they are.
  failed bigint not null default 0,
  begun_at timestamptz not null,
  ended_at timestamptz
);
create unique index content_move_running on content_move ((true)) where state = 'running';

-- Metadata of this database, such as its installation id and default bucket.
create table instance_fact (
  name text primary key,
  value text not null
);

-- Servers cache the configuration of buckets; a notification at the commit of a change clears it.
create function notify_buckets() returns trigger language plpgsql as $$
begin
  notify clouddisk_buckets;
  return null;
end $$;
create trigger bucket_changed after insert or update or delete on bucket
  for each statement execute function notify_buckets();
create trigger space_home_changed after update of home_bucket on space
  for each statement execute function notify_buckets();
create trigger department_home_changed after update of home_bucket on department
  for each statement execute function notify_buckets();
create trigger default_bucket_changed after insert or update or delete on instance_fact
  for each statement execute function notify_buckets();

-- Uploads -----------------------------------------------------------------------------------------------------------

-- An upload session. Its size is reserved in the space from check to save. The key is the object's name in its bucket.
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
  -- Response of the first save, which a retry repeats.
  file_id uuid,
  outcome text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The administrator who ended it, so that its client does not start again.
  ended_by uuid references person on delete set null,
  -- Of many files sent in one call: the id that the client gave the call, and the number of the file in it.
  batch uuid,
  batch_no int,
  check ((batch is null) = (batch_no is null))
);
create index upload_person_open on upload (person_id, created_at desc) where state = 'open';
create index upload_expiry on upload (expires_at);
create unique index upload_batch on upload (person_id, batch, batch_no) where batch is not null;

-- An offer of an instant upload. A client that retries a claim gets the same file again.
create table upload_offer (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  blob_id uuid not null references blob on delete cascade,
  -- Response of the first claim.
  file_id uuid,
  outcome text,
  expires_at timestamptz not null
);
create index upload_offer_expiry on upload_offer (expires_at);
create index upload_offer_blob on upload_offer (blob_id);
create index upload_offer_open on upload_offer (person_id) where file_id is null;

-- Nonces for proofs of possession. The byte ranges to prove are derived from person and content and never change.
create table upload_proof (
  person_id uuid not null references person on delete cascade,
  blob_id uuid not null references blob on delete cascade,
  parent_id uuid not null,
  nonce text not null constraint upload_proof_nonce unique,
  expires_at timestamptz not null,
  primary key (person_id, blob_id, parent_id)
);

-- Failed proofs of a day; after too many, the content is no longer offered to the person.
create table upload_proof_wrong (
  person_id uuid not null references person on delete cascade,
  blob_id uuid not null references blob on delete cascade,
  count integer not null,
  since timestamptz not null,
  primary key (person_id, blob_id)
);
create index upload_proof_wrong_blob on upload_proof_wrong (blob_id);
create index upload_proof_wrong_since on upload_proof_wrong (since);

-- Favorites, recycle bin, downloads ---------------------------------------------------------------------------------

create table favorite (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  file_id uuid not null references file on delete cascade,
  created_at timestamptz(3) not null default now(),
  constraint favorite_once unique (person_id, file_id)
);
create index favorite_by_time on favorite (person_id, created_at, id);
create index favorite_file on favorite (file_id);

-- One entry per deleted subtree. If parent_id no longer exists, restoring recreates its path: [{id, name}] from below
-- the root down to the parent.
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
  expires_at timestamptz not null,
  -- Entries that were deleted in one operation share an id, by which they are shown and restored as one.
  deletion_id uuid,
  -- The row of removed_lately that counts it; that may no longer exist.
  counted_in uuid
);
create index trash_by_time on trash (space_id, stage, deleted_at, id);
create index trash_by_name on trash (space_id, stage, name, id);
create index trash_by_size on trash (space_id, stage, size, id);
create index trash_expiry on trash (stage, expires_at);
create index trash_of_deletion on trash (deletion_id, deleted_at, id) where deletion_id is not null;

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

-- How many items of others somebody deleted, per minute, so that many small deletions need the same confirmation as one
-- large one.
create table removed_lately (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- Root of the group or of the share.
  place_id uuid not null,
  minute timestamptz not null,
  items integer not null,
  unique (person_id, place_id, minute)
);

-- Subtrees being purged, in several transactions: their sums are no longer right and nothing of them can be restored.
create table purge (
  top_id uuid primary key references file on delete cascade,
  begun_at timestamptz not null default now()
);

-- While a hold is active, nothing in the file's subtree is purged.
create table hold (
  id uuid primary key,
  file_id uuid not null references file,
  reason text not null,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  released_at timestamptz
);
create index hold_standing on hold (file_id) where released_at is null;

-- The selection that an archive's URL stands for: a thousand ids do not fit into a URL.
create table archive (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  file_ids uuid[] not null,
  created_at timestamptz not null
);
create index archive_created on archive (created_at);

-- Changes, audit log, notifications ---------------------------------------------------------------------------------

-- The feed behind live updates, activity and audit. Its cursor is a pg_snapshot over xid: an id below the oldest running
-- transaction would miss rows that commit late.
create table change (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  space_id uuid,
  -- Set if only one person may see it.
  person_id uuid,
  file_id uuid,
  parent_ids uuid[] not null default '{}',
  actor_id uuid,
  details jsonb,
  created_at timestamptz not null default now(),
  name text,
  -- Trace id, address, device, region and call of the request behind it, if any.
  circumstances jsonb,
  -- Set if these people, departments and groups see it, whatever access they have to the space.
  principal_ids uuid[]
);
create index change_xid on change (xid);
create index change_created on change (created_at);
create index change_by_space on change (space_id, xid);
create index change_addressed on change (xid) where principal_ids is not null or person_id is not null;

-- Events that change nothing (sign-ins, downloads, refusals), until they are moved to the log in one transaction.
create table audit_event (
  id bigint generated always as identity primary key,
  action text not null,
  actor_id uuid,
  actor_name text,
  actor_account text,
  result text not null default 'ok' check (result in ('ok', 'refused')),
  object_type text,
  object_id uuid,
  object_name text,
  detail jsonb,
  circumstances jsonb,
  created_at timestamptz(3) not null default now()
);

-- Append-only. Each entry's mac covers the one before, which shows whether an entry was changed, removed or added.
create table audit_log (
  seq bigint primary key,
  time timestamptz(3) not null,
  actor_id uuid,
  actor_name text,
  actor_account text,
  action text not null,
  behaviour text,
  region text,
  device text,
  ip text,
  result text not null,
  object_type text,
  object_id uuid,
  object_name text,
  space_id uuid,
  -- Text, as it was hashed.
  detail text,
  trace_id text,
  -- HMAC of the previous mac and this entry.
  mac bytea not null
);
create index audit_log_time on audit_log (time, seq);
create index audit_log_actor on audit_log (actor_id, time, seq);
create index audit_log_action on audit_log (action, time, seq);
create index audit_log_object on audit_log (object_id, seq);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- People an entry is about besides its actor, for searches. Not part of the log or its macs.
create table audit_subject (
  subject_id uuid not null,
  seq bigint not null,
  primary key (subject_id, seq)
);

-- The end of the log, and how far the change feed was recorded: everything visible in `cursor`, and of what is between
-- it and `target` the changes up to `after_id`.
create table audit_head (
  one boolean primary key default true check (one),
  seq bigint not null default 0,
  mac bytea not null,
  cursor text not null default pg_current_snapshot()::text,
  target text,
  after_id bigint not null default 0
);
insert into audit_head (mac) values (decode(repeat('00', 32), 'hex'));

-- Daily totals (UTC) for the dashboard.
create table daily_transfer (
  day date not null,
  kind text not null check (kind in ('upload', 'download')),
  department_id uuid,
  transfers bigint not null default 0,
  bytes bigint not null default 0,
  constraint daily_transfer_once unique nulls not distinct (day, kind, department_id)
);
create table daily_storage (
  day date primary key,
  files bigint not null,
  -- Bytes of all versions, and of the distinct contents behind them.
  charged bigint not null,
  stored bigint not null,
  measured_at timestamptz(3) not null
);

-- One row per person and event. Names in `data` stay as they were at the time.
create table notification (
  person_id uuid not null references person on delete cascade,
  -- UUIDv7 of the time of the event, for the order.
  event_id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz,
  -- Whether the page shows it; otherwise it is for mail only.
  shown boolean not null default true,
  -- Pending mail. 'sending' was handed to the mail server, or was about to be when the server stopped.
  mail text check (mail in ('now', 'daily', 'sending')),
  mail_tries integer not null default 0,
  mail_after timestamptz,
  primary key (person_id, event_id)
);
create index notification_unread on notification (person_id) where read_at is null and shown;
create index notification_created on notification (created_at);
create index notification_mail on notification (mail, person_id) where mail is not null;

-- Events for departments and groups, fanned out to their people in the background.
create table notification_spread (
  event_id uuid primary key,
  kind text not null,
  data jsonb not null,
  department_ids uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  -- The actor, who is not notified.
  without_id uuid,
  -- The last person that was notified.
  after_id uuid,
  created_at timestamptz(3) not null default now(),
  -- Grants before the change, by principal, null for none: people whose access did not change are not notified.
  entries_before jsonb
);

-- Differences from the defaults.
create table notification_setting (
  person_id uuid not null references person on delete cascade,
  kind text not null,
  app boolean not null,
  mail text not null check (mail in ('off', 'now', 'daily')),
  primary key (person_id, kind)
);

-- The level of the last notification about a full space; deleted once there is room again.
create table quota_notice (
  space_id uuid primary key references space on delete cascade,
  level smallint not null check (level in (90, 100)),
  told_at timestamptz not null default now()
);

-- Jobs --------------------------------------------------------------------------------------------------------------

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
create index job_open on job (created_at) where ended_at is null;
create index job_failed on job (ended_at) where state = 'failed';

-- The plan of a copy, made in one statement from one snapshot of the source and then built row by row; a server that
-- takes over continues after the last row that was built.
create table copy_row (
  job_id uuid not null references job on delete cascade,
  -- Parents come before their children.
  no integer not null,
  id uuid not null,
  parent_id uuid,
  is_folder boolean not null,
  name text not null,
  name_key text not null,
  ext text not null,
  source_version_id uuid,
  version_id uuid,
  size bigint not null,
  primary key (job_id, no)
);
