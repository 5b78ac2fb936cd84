-- Servers remember for a moment who is signed in. They are told, at the commit, of everything that makes it untrue:
-- a session that ends, a person whose standing changes. An empty notice: to forget all is cheap and cannot miss one.
create function notify_standing() returns trigger language plpgsql as $$
begin
  notify clouddisk_standing;
  return null;
end $$;

create trigger session_ended after delete on session
  for each statement execute function notify_standing();

create trigger person_changed after update of account_name, real_name, password_hash, must_change_password, is_admin,
  status, valid_until on person
  for each statement execute function notify_standing();
