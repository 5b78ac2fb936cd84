-- What administrators ask of people and departments: who changed a person last, a person by any of its names, counts.

alter table person
  add column changed_at timestamptz(3),
  add column changed_by uuid references person,
  -- What a person is found by. The collation folds case in every script, whatever the database's own does.
  add column find_key text not null generated always as
    (lower((account_name || chr(10) || real_name || chr(10) || user_name) collate "und-x-icu")) stored;

create index department_by_parent on department (parent_id);
-- Holders of a role from the role's side.
create index person_role_holders on person_role (preset, person_id) where preset is not null;

create trigger person_speed_changed after update of speed_limit on person
  for each row when (old.speed_limit is distinct from new.speed_limit) execute function notify_standing();
