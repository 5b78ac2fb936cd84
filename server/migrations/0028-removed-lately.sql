-- What somebody took little by little of what others have, so that it is asked for like what goes at once: a row for each
-- minute, so that summing up the last ones costs the same however many calls there were. A bin's entry remembers where it
-- was counted, so that giving it back takes it off there.
create table removed_lately (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- A group's root, or what was shared.
  place_id uuid not null,
  minute timestamptz not null,
  items integer not null,
  unique (person_id, place_id, minute)
);
alter table trash add column counted_in uuid;
