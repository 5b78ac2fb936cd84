-- For the personal table: all files of a space in one list, sorted.
create index file_in_space_by_name on file (space_id, rank, name, id);
create index file_in_space_by_size on file (space_id, rank, size, id);
create index file_in_space_by_time on file (space_id, rank, updated_at, id);
-- The root, and what is in the recycle bin, being built or being purged.
create index file_without_parent on file (space_id) where parent_id is null;
