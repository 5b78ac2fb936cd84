-- What departments are told of entries on a file is for those of their people alone whom it concerns: what is kept from
-- somebody stays unnamed. For that it is remembered what the entries were before they changed, by principal, null for none.
alter table notification_spread add column entries_before jsonb;
