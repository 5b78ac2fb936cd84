-- Departments, roles, groups and internal shares. Rights hang on files' ids alone: a member of a group is an entry on the
-- group's root, a share is entries on what is shared, a permission of one file is an entry on it. So one department of
-- five thousand people is one row, and a move or a rename changes nobody's access by itself.

create table department (
  id uuid primary key,
  parent_id uuid references department,
  name text collate name_order not null,
  name_key text not null,
  description text not null default '',
  -- Bytes that the department's groups may be given together, and what they were given; null is unlimited.
  total bigint check (total >= 0),
  allotted bigint not null default 0 check (allotted >= 0),
  created_at timestamptz(3) not null default now(),
  constraint department_name_taken unique nulls not distinct (parent_id, name_key)
);
create index department_by_name on department (parent_id, name, id);

alter table person
  add column user_name text collate name_order not null default '',
  add column phone text not null default '',
  add column email text not null default '',
  add column department_id uuid references department,
  -- Bytes a second; null is unlimited.
  add column speed_limit bigint check (speed_limit > 0),
  -- Bytes of groups that the person may own together, and of those it owns; null is unlimited.
  add column group_total bigint default 107374182400 check (group_total >= 0),
  add column group_allotted bigint not null default 0 check (group_allotted >= 0),
  -- An account that has left stays as a name: its files, groups and entries are handed over or gone.
  drop constraint person_status_check,
  add constraint person_status_check check (status in ('active', 'frozen', 'removed'));
update person set user_name = real_name;
create index person_by_department on person (department_id, id);

create table role (
  id uuid primary key,
  name text collate name_order not null,
  name_key text not null constraint role_name_taken unique,
  description text not null default '',
  type text not null check (type in ('ordinary', 'advanced')),
  items text[] not null default '{}',
  -- What its holders administer, and where: within these departments, or the holder's own where none is named.
  admin text check (admin in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin')),
  scope text check (scope in ('current', 'subtree')),
  department_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  check ((type = 'advanced') = (scope is not null))
);

-- A role that comes with the product is named by its preset; the contract has its items.
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
insert into person_role (person_id, preset) select id, 'superAdmin' from person where is_admin;

alter table space
  -- Of a department's group: whose allowance it is taken from, and whose advanced roles reach it.
  add column department_id uuid references department,
  -- Of a group that is about to be dissolved.
  add column read_only boolean not null default false;

-- A group's id is its space's. Its name is its root's too.
create table "group" (
  id uuid primary key references space deferrable initially deferred,
  name text collate name_order not null,
  name_key text not null constraint group_name_taken unique,
  description text not null default '',
  owner_id uuid not null references person,
  -- Its content goes to other nodes by itself.
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
  -- The catalogue's name of what made it fail.
  failure text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index group_handover_open on group_handover (group_id) where state in ('waiting', 'moving');
create index group_handover_to on group_handover (to_id, created_at desc);
create index group_handover_group on group_handover (group_id, created_at desc);

-- Of one file or folder; who has what of it are entries on the file.
create table share (
  id uuid primary key,
  file_id uuid not null constraint share_file_unique unique references file on delete cascade,
  created_by uuid not null references person,
  message text not null default '',
  created_at timestamptz(3) not null default now()
);
create index share_by_creator on share (created_by, created_at, id);

alter table file_grant
  drop constraint file_grant_pkey,
  add primary key (file_id, principal_id),
  add column source text not null default 'owner' check (source in ('owner', 'member', 'entry', 'share')),
  add column created_by uuid references person,
  add column expires_at timestamptz,
  alter column created_at type timestamptz(3);
alter table file_grant alter column source drop default;
drop index file_grant_principal;
create index file_grant_principal on file_grant (principal_id, source, file_id);
create index file_grant_by_time on file_grant (file_id, created_at, principal_id);
create index file_grant_expiry on file_grant (expires_at) where expires_at is not null;

-- What is known of a person before any file is looked at (access/actor.ts): its department and those above it, the
-- groups that it is in, its roles with the departments that they reach.
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

-- Servers remember for a moment who somebody is: they are told of everything that makes it untrue.
drop trigger person_changed on person;
alter table person drop column is_admin;
create trigger person_changed after update of account_name, real_name, password_hash, must_change_password, status,
  valid_until, department_id on person
  for each row execute function notify_standing();
create trigger department_changed after insert or update of parent_id or delete on department
  for each row execute function notify_standing();
create trigger role_changed after insert or update or delete on role for each row execute function notify_standing();
create trigger person_role_changed after insert or update or delete on person_role
  for each row execute function notify_standing();
create trigger member_added after insert on file_grant
  for each row when (new.source = 'member') execute function notify_standing();
create trigger member_removed after delete on file_grant
  for each row when (old.source = 'member') execute function notify_standing();
