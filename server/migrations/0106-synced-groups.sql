-- A group is synced while its root folder is.
create function set_group_synced() returns trigger language plpgsql as $$
begin
  update "group" g set synced = tg_op = 'INSERT' from space s
  where s.id = g.id and s.root_id = case tg_op when 'INSERT' then new.file_id else old.file_id end;
  return null;
end $$;
create trigger sync_rule_group after insert or delete on sync_rule for each row execute function set_group_synced();
update "group" g set synced = true from space s join sync_rule r on r.file_id = s.root_id where s.id = g.id;
