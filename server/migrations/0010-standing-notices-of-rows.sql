-- A statement that touched no row changed nobody's standing: whoever listens is not asked after for it. Between the
-- columns of a person and a transition table PostgreSQL lets one choose, so a person's is looked at row by row; notices
-- of one transaction are one.
create function notify_gone_standing() returns trigger language plpgsql as $$
begin
  if exists (select from gone) then
    notify clouddisk_standing;
  end if;
  return null;
end $$;

drop trigger session_ended on session;
create trigger session_ended after delete on session
  referencing old table as gone
  for each statement execute function notify_gone_standing();

drop trigger person_changed on person;
create trigger person_changed after update of account_name, real_name, password_hash, must_change_password, is_admin,
  status, valid_until on person
  for each row execute function notify_standing();
