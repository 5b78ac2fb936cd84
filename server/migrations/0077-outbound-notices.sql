-- Servers read again what they send to visitors of links when a built-in role is switched off for external sharing.
create trigger preset_without_outbound_changed after insert or update or delete on preset_without_outbound
  for each row execute function notify_memberships();
