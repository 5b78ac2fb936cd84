-- Links that an administrator stopped: who did, and the reason that the owner reads.
alter table link
  add column ended_by uuid references person on delete set null,
  add column end_reason text;
create index link_by_creation on link (created_at, id);
