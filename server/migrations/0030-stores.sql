-- Stores that others send to themselves: what was saved is known by its ETag there and read as that alone.
alter table blob add column etag text;
