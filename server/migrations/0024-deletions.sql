-- What was thrown away together is known as one deletion, so that it can be shown and taken back as one, by the owner who
-- is told of it as well. Entries of before have none; neither has what a job hands over.
alter table trash add column deletion_id uuid;
create index trash_of_deletion on trash (deletion_id, deleted_at, id) where deletion_id is not null;
