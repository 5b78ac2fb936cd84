-- Values of the business configuration that an administrator has set, by code. A code without a row has the value of the
-- environment, or else the default.
create table business_config (
  code text primary key,
  value jsonb not null,
  changed_at timestamptz(3) not null,
  changed_by uuid references person on delete set null,
  -- The name of that moment.
  author text not null
);
create index business_config_by_person on business_config (changed_by);

-- Every server keeps these values in memory; a notification at the commit of a change has it read them again.
create function notify_business_config() returns trigger language plpgsql as $$
begin
  notify clouddisk_business_config;
  return null;
end $$;
create trigger business_config_changed after insert or update or delete on business_config
  for each statement execute function notify_business_config();
