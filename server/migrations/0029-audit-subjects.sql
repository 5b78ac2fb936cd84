-- Whom an entry of the log is about besides who did it, so that what was done to a person is found by that person: who was
-- given something or lost it, whose account was changed, who got what somebody left. It leads into the log and is no part
-- of it: entries and what is hashed of them stay as they are.
create table audit_subject (
  subject_id uuid not null,
  seq bigint not null,
  primary key (subject_id, seq)
);

insert into audit_subject (subject_id, seq)
select object_id, seq from audit_log where object_type = 'person' and object_id is not null;

-- What somebody wrote into the database by hand may be anything: it is passed over.
create function pg_temp.subjects_in(detail text) returns setof uuid language plpgsql as $$
begin
  return query
    select distinct (one ->> 'id')::uuid from jsonb_array_elements(detail::jsonb -> 'principals') one
    where one ->> 'id' is not null;
exception when others then
  return;
end $$;
insert into audit_subject (subject_id, seq)
select subject.id, l.seq from audit_log l, pg_temp.subjects_in(l.detail) as subject (id)
where l.detail like '%"principals":[%'
on conflict do nothing;
