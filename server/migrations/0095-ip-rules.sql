-- From which addresses people, administrators and visitors of links get in.

-- Networks under a name, for rules to refer to.
create table ip_region (
  id uuid primary key,
  name text not null,
  name_key text not null constraint ip_region_name_taken unique,
  -- Networks in CIDR form.
  ranges text[] not null,
  remark text not null default '',
  updated_at timestamptz not null default now()
);

create table ip_rule (
  id uuid primary key,
  object_type text not null check (object_type in ('everybody', 'department', 'administrators', 'links')),
  department_id uuid references department on delete cascade,
  ranges text[] not null,
  remark text not null default '',
  -- `try` refuses nobody, and counts whom it would refuse.
  mode text not null check (mode in ('active', 'try', 'off')),
  refused_count bigint not null default 0,
  refused_at timestamptz,
  refused_ip text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references person on delete set null,
  check ((object_type = 'department') = (department_id is not null))
);
create index ip_rule_department on ip_rule (department_id);

create table ip_rule_region (
  rule_id uuid not null references ip_rule on delete cascade,
  region_id uuid not null references ip_region,
  primary key (rule_id, region_id)
);
create index ip_rule_region_region on ip_rule_region (region_id);

-- Servers keep the rules in memory, and end what they refuse now.
create trigger ip_rule_changed after insert or delete or update of object_type, department_id, ranges, mode on ip_rule
  for each statement execute function notify_memberships();
create trigger ip_rule_region_changed after insert or delete on ip_rule_region
  for each statement execute function notify_memberships();
create trigger ip_region_changed after update of ranges on ip_region
  for each statement execute function notify_memberships();
