-- Buckets that administrators add while servers run, beside those that the environment names. Rows of content name a
-- bucket by its name, so no two that are in use have the same; one that is used no more keeps its row, without keys.
create table bucket (
  id uuid primary key,
  name text not null,
  driver text not null default 's3' check (driver = 's3'),
  endpoint text not null,
  -- Where browsers reach it; null: where we do.
  public_endpoint text,
  region text not null,
  uploads text not null check (uploads in ('direct', 'proxied')),
  downloads text not null check (downloads in ('proxied', 'presigned')),
  -- Sealed with the installation's key, for this row alone.
  credentials bytea,
  -- Whose it is and how it is reached beyond that (R93).
  cloud jsonb not null default '{}',
  capacity bigint check (capacity >= 0),
  state text not null default 'active' check (state in ('active', 'readonly', 'retired')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'retired') = (credentials is null))
);
create unique index bucket_name on bucket (name) where state <> 'retired';

-- Where what comes into a space goes. Null: where its department says, and where nobody says, to the default bucket,
-- which is the fact 'default_bucket' of the installation, or what the environment says.
alter table space add column home_bucket text;
alter table department add column home_bucket text;
create index space_home on space (home_bucket) where home_bucket is not null;

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

-- Every server holds what it knows of buckets in memory, and is told at the commit when that is true no more.
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
