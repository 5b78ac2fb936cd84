-- When the owner was notified that the link does not open any more: by its time, or by its visits.
alter table link add column end_notified_at timestamptz(3);
create index link_ending on link (expires_at) where ended_at is null;
