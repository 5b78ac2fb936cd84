-- Tables, columns, functions and notification channels get the terms that the code uses. Servers of earlier versions
-- cannot work with this schema: stop all of them before the upgrade.

alter table leaver rename to offboarding;
alter table offboarding rename column to_id to recipient_id;
alter table offboarding rename column by_id to started_by;
alter table offboarding rename column enlarge to raise_quota;
alter table ended_session rename to revoked_session;
alter table last_use rename to person_activity;
alter table person_activity rename column at to last_active_at;
alter table role rename column items to permissions;

alter table removed_lately rename to deletion_rate;
alter table deletion_rate rename column place_id to shared_root_id;
alter table trash rename column counted_in to deletion_rate_id;
alter table trash rename column trail to original_path;
alter table purge rename column begun_at to started_at;

alter table content_reading rename to scrub_round;
alter table scrub_round rename column after to last_key;
alter table scrub_round rename column all_objects to total_objects;
alter table scrub_round rename column all_bytes to total_bytes;
alter table scrub_round rename column begun_at to started_at;
alter table scrub_round rename column whole_at to last_completed_at;

alter table content_fault rename to corruption;
alter table corruption rename column wrong to kind;
alter table corruption rename column says to message;
alter table corruption rename column seen_at to detected_at;
alter table corruption rename column tried_at to checked_at;
alter table corruption rename column damaged_at to confirmed_at;
alter table corruption rename column mended_at to repaired_at;
alter table corruption rename column told_at to notified_at;

alter table content_sweep rename to gc_run;
alter table gc_run rename column swept_at to ran_at;
alter table strays_aside rename to untracked_total;
alter table untracked_total rename column seen_at to listed_at;
alter table content_key rename column made_at to created_at;
alter table content_move rename column begun_at to started_at;
alter table upload_proof_wrong rename to upload_proof_failure;

alter table instance_fact rename to instance_metadata;
alter table change rename column circumstances to request_context;
alter table audit_event rename column circumstances to request_context;
alter table notification rename column mail_tries to mail_attempts;
alter table notification_spread rename to notification_fan_out;
alter table notification_fan_out rename column entries_before to grants_before;
alter table notification_fan_out rename column without_id to excluded_person_id;
alter table notification_fan_out rename column after_id to last_person_id;
alter table quota_notice rename column told_at to notified_at;

-- Constraints and indexes take the names of their tables.
alter index hold_standing rename to hold_active;
do $$
declare
  renamed record;
  item record;
begin
  for renamed in
    select * from (values
      ('leaver', 'offboarding'), ('ended_session', 'revoked_session'), ('last_use', 'person_activity'),
      ('removed_lately', 'deletion_rate'), ('content_reading', 'scrub_round'), ('content_fault', 'corruption'),
      ('content_sweep', 'gc_run'), ('strays_aside', 'untracked_total'), ('upload_proof_wrong', 'upload_proof_failure'),
      ('instance_fact', 'instance_metadata'), ('notification_spread', 'notification_fan_out')
    ) as names (old, new)
  loop
    for item in
      select conname as name from pg_constraint
      where conrelid = renamed.new::regclass and starts_with(conname, renamed.old || '_')
    loop
      execute format('alter table %I rename constraint %I to %I',
        renamed.new, item.name, renamed.new || substr(item.name, length(renamed.old) + 1));
    end loop;
    for item in
      select indexrelid::regclass::text as name from pg_index
      where indrelid = renamed.new::regclass and starts_with(indexrelid::regclass::text, renamed.old || '_')
    loop
      execute format('alter index %I rename to %I', item.name, renamed.new || substr(item.name, length(renamed.old) + 1));
    end loop;
  end loop;
end $$;
alter table deletion_rate rename constraint deletion_rate_person_id_place_id_minute_key to deletion_rate_once;
alter table offboarding rename constraint offboarding_to_id_fkey to offboarding_recipient_id_fkey;
alter table offboarding rename constraint offboarding_by_id_fkey to offboarding_started_by_fkey;
alter table corruption rename constraint corruption_wrong_check to corruption_kind_check;

-- Memberships of a person: departments (own first), groups, and roles with the departments that they apply to
-- (access/actor.ts).
drop function standing_of;
create function memberships_of(who uuid) returns jsonb language sql stable as $$
  with recursive above as (
    select d.id, d.parent_id, 1 as depth from person p join department d on d.id = p.department_id where p.id = who
    union all
    select d.id, d.parent_id, above.depth + 1 from above join department d on d.id = above.parent_id
    where above.depth < 100
  ), principals as (
    select array_agg(id order by depth) as departments from above
  ), held as (
    select coalesce(r.name, h.preset) as name, h.preset, case when h.preset is null then r.permissions end as permissions,
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
      select jsonb_agg(jsonb_build_object('name', held.name, 'preset', held.preset, 'permissions', held.permissions,
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

drop function people_reached;
-- The number of people_of(principals), without one person.
create function count_people_of(principals uuid[], leave_out uuid) returns bigint language sql stable as $$
  select count(*) from people_of(principals) as id where id is distinct from leave_out
$$;

-- Servers cache memberships. A notification at the commit of each change that affects them clears the caches.
alter function notify_standing() rename to notify_memberships;
create or replace function notify_memberships() returns trigger language plpgsql as $$
begin
  notify clouddisk_memberships;
  return null;
end $$;
alter function notify_gone_standing() rename to notify_memberships_if_deleted;
create or replace function notify_memberships_if_deleted() returns trigger language plpgsql as $$
begin
  if exists (select from gone) then
    notify clouddisk_memberships;
  end if;
  return null;
end $$;
alter trigger session_ended on session rename to session_deleted;
