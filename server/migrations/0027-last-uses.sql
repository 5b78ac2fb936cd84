-- When somebody was last here outlives the sessions that it is known by: those go at sign-out, when they are ended, with
-- freezing, and in time. A row of its own, not a column of person: who only reads would wait for whatever holds a person.
create table last_use (
  person_id uuid primary key references person on delete cascade,
  at timestamptz not null
);
insert into last_use (person_id, at)
select person_id, max(at) from (
  select person_id, last_seen_at as at from session
  union all
  -- What is left of sessions that are gone.
  select l.actor_id, l.time from audit_log l join person p on p.id = l.actor_id where l.action = 'session.opened'
) known group by person_id;
